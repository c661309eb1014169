/** 256 random bits as base64url: the secret of a session or a sign-in, known to one browser. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * A cookie of ours: HttpOnly, SameSite=Lax, Path=/, no Domain. Over TLS its name has the `__Host-` prefix, so that
 * no other host, path or plain connection can have set it (RFC 6265bis section 4.1.3).
 */
export interface TokenCookie {
  name: string;
  /** Whether a request has one at all, active or not. */
  isIn(cookies: string | undefined): boolean;
  /** The token of a request; undefined without one, or when it is not of our form. */
  read(cookies: string | undefined): string | undefined;
  /** The value of Set-Cookie. */
  write(token: string, maxAgeSeconds: number): string;
  /** The value of Set-Cookie that deletes it. */
  clear(): string;
}

export function tokenCookie(plainName: string, isSecure: boolean): TokenCookie {
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    name,
    isIn: (cookies) => cookieValue(cookies, name) !== undefined,
    read(cookies) {
      const value = cookieValue(cookies, name);
      return value !== undefined && TOKEN.test(value) ? value : undefined;
    },
    write: (token, maxAgeSeconds) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

/** The first cookie of that name: the one with the most specific path comes first (RFC 6265 section 5.4). */
function cookieValue(cookies: string | undefined, name: string): string | undefined {
  if (!cookies?.includes(`${name}=`)) return undefined;
  for (const pair of cookies.split(';')) {
    const trimmed = pair.trim();
    if (trimmed.startsWith(`${name}=`)) return trimmed.slice(name.length + 1);
  }
  return undefined;
}
