import type { ConnectionOptions } from 'node:tls';

/** `verify`: with a certificate this machine trusts; `unverified`: with any; `off`: in the clear. */
export type TlsMode = 'verify' | 'unverified' | 'off';

/** Not only the three names of isLoopbackUrl: these addresses never leave the machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;

export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname);

/** Parameters of a connection URL that say something about TLS themselves. */
const TLS_PARAMETERS = ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey'];

/**
 * How to connect to `databaseUrl`: as the URL says; else as `mode` says; else with a verified certificate, unless the
 * database is on this machine.
 * @returns for pg's `ssl`; undefined leaves it to the URL
 */
export function tlsOptions(
  databaseUrl: string,
  mode: TlsMode | undefined,
): boolean | ConnectionOptions | undefined {
  const { searchParams } = new URL(databaseUrl);
  // An empty one says nothing to the driver, which would connect without TLS.
  if (TLS_PARAMETERS.some((name) => searchParams.get(name))) return undefined;
  const chosen = mode ?? (isLocal(databaseUrl) ? 'off' : 'verify');
  return chosen === 'unverified' ? { rejectUnauthorized: false } : chosen === 'verify';
}

/** Whether the URL itself switches TLS off for a database on another machine. */
export function isUnencryptedOnNetwork(databaseUrl: string): boolean {
  const { searchParams } = new URL(databaseUrl);
  const ssl = searchParams.get('ssl');
  // The driver takes an empty `ssl` for off, whatever other options say.
  const isOff =
    searchParams.get('sslmode') === 'disable' || (ssl !== null && ['', 'false', '0'].includes(ssl));
  return isOff && !isLocal(databaseUrl);
}

/** A socket's folder, or a loopback address. */
function isLocal(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host === '' || host.startsWith('/') || isLoopbackHost(host);
}

const CERTIFICATE_ERROR =
  /^(?:CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_INVALID)/;

/** A failure to connect that waiting does not mend, as a sentence; undefined for others. */
export function tlsProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message === 'The server does not support SSL connections') {
    return 'The database in DATABASE_URL does not speak TLS, and passwords and texts would cross the network in the clear. Switch TLS on there, or, where the network between is your own, set DATABASE_TLS=off.';
  }
  const code = 'code' in error ? String(error.code) : '';
  if (!CERTIFICATE_ERROR.test(code)) return undefined;
  return `The certificate of the database in DATABASE_URL is not trusted (${error.message}). Name its authority in NODE_EXTRA_CA_CERTS or in the URL's sslrootcert, or set DATABASE_TLS=unverified to take any.`;
}
