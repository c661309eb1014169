/** Names of the member's own machine (RFC 8252 section 7.3; MCP allows `localhost` too). */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

const MAX_CHARACTERS = 500;

/** Visible ASCII: what is compared is what browsers are sent to. */
const VISIBLE = /^[\x21-\x7e]+$/;

/**
 * Whether a client may have its codes sent there: over TLS, or to a program on the member's own machine. No private
 * schemes: any program can claim one, and MCP allows none.
 */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > MAX_CHARACTERS || !VISIBLE.test(uri) || uri.includes('\\') || uri.includes('#'))
    return false;
  const url = URL.parse(uri);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopback(url);
}

/** Whether it is no address of the web, but one that programs on a machine claim for themselves. */
export function hasPrivateScheme(uri: string): boolean {
  const url = URL.parse(uri);
  return url !== null && url.protocol !== 'https:' && url.protocol !== 'http:';
}

/** Whether the code goes to a program on the member's own machine. */
export function isLocal(uri: string): boolean {
  const url = URL.parse(uri);
  return url !== null && isLoopback(url);
}

/**
 * Whether `wanted` is one of the addresses of a client: the same characters; on the member's own machine any port,
 * since a program there takes the one that is free (RFC 8252 section 7.3).
 */
export function isRegistered(wanted: string, registered: readonly string[]): boolean {
  if (!isRedirectUri(wanted)) return false;
  if (registered.includes(wanted)) return true;
  const url = new URL(wanted);
  return isLoopback(url) && registered.some((uri) => isLocal(uri) && anyPort(uri) === anyPort(wanted));
}

/** `host` alone names it to people. */
export const redirectHost = (uri: string): string => new URL(uri).host;

/** An address with parameters added to those it has. */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK_NAMES.has(hostname);
}

function anyPort(uri: string): string {
  const url = new URL(uri);
  url.port = '';
  return url.href;
}
