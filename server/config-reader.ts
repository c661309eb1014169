import { isIP } from 'node:net';

/** Reads settings one by one and collects what is wrong with them. Empty values count as absent. */
export class SettingsReader {
  readonly problems: string[] = [];
  readonly #environment: Record<string, string | undefined>;

  constructor(environment: Record<string, string | undefined>) {
    this.#environment = environment;
  }

  text(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined;
  }

  number(name: string, fallback: number, least: number, most: number): number {
    const raw = this.text(name);
    if (raw === undefined) return fallback;
    const value = /^\d+$/.test(raw) ? Number(raw) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.problems.push(`${name} must be a whole number from ${least} to ${most}, not "${raw}"`);
    return fallback;
  }

  choice<const T extends string>(name: string, fallback: T, options: readonly T[]): T {
    const raw = this.text(name);
    if (raw === undefined) return fallback;
    const found = options.find((option) => option === raw);
    if (found === undefined) this.problems.push(`${name} must be one of ${options.join(', ')}, not "${raw}"`);
    return found ?? fallback;
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const raw = this.text(name);
    if (raw === undefined) return undefined;
    if (URL.canParse(raw) && protocols.includes(new URL(raw).protocol)) return raw;
    // The value may hold a password: say which setting, never what it was.
    this.problems.push(`${name} must be a URL starting with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return undefined;
  }

  origin(name: string): string | undefined {
    const raw = this.url(name, ['http:', 'https:']);
    if (raw === undefined) return undefined;
    const { pathname, search, hash, username, password, origin: clean } = new URL(raw);
    if (pathname === '/' && !search && !hash && !username && !password) return clean;
    this.problems.push(`${name} must be scheme, host and port only, without path, query or credentials`);
    return undefined;
  }

  /** An OpenID provider's address: over TLS, or on this machine. */
  issuer(name: string): string | undefined {
    const raw = this.url(name, ['http:', 'https:']);
    if (raw === undefined || new URL(raw).protocol === 'https:' || isLoopbackUrl(raw)) return raw;
    this.problems.push(`${name} must start with https://, unless it is on this machine`);
    return undefined;
  }

  /** The address of a stand-in: on this machine, or none. Without a slash at the end. */
  loopbackUrl(name: string): string | undefined {
    const raw = this.url(name, ['http:', 'https:']);
    if (raw === undefined || isLoopbackUrl(raw)) return raw?.replace(/\/+$/, '');
    this.problems.push(`${name} is for a stand-in on this machine only: leave it out`);
    return undefined;
  }

  proxies(name: string): false | string {
    const raw = this.text(name);
    if (raw === undefined || raw === 'false') return false;
    const entries = raw.split(',').map((entry) => entry.trim());
    // "true" or everybody's network would let any client choose its address and walk around the limits
    // (RELIABILITY section 3).
    if (entries.every(isProxyAddress)) return entries.join(',');
    this.problems.push(
      `${name} must list the addresses or CIDRs of your proxies, or loopback, linklocal, uniquelocal, not "${raw}"`,
    );
    return false;
  }
}

/** Whether an address is on this machine, and so reached by nobody else. */
export function isLoopbackUrl(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/** What @fastify/proxy-addr takes, without networks that hold everybody. */
function isProxyAddress(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128);
}
