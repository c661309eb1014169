import { isIP } from 'node:net';
import { resolve } from 'node:path';

export type Mode = 'development' | 'test' | 'production';

/** Everything the process may be told from outside. Read once; nothing else touches `process.env`. */
export interface Config {
  mode: Mode;
  host: string;
  port: number;
  /** Where visitors reach us, without a trailing slash: canonical links, sitemap, redirects. */
  publicUrl: string;
  /** Absolute path; the embedded database lives below it. */
  dataDir: string;
  /** The built pages, made by `npm run build`. */
  distDir: string;
  /** Set: an outside PostgreSQL, and no embedded one. */
  databaseUrl: string | undefined;
  /** Host user the embedded database runs as when the app is started by root. */
  databaseRunAs: string | undefined;
  databasePoolSize: number;
  logLevel: string;
  /** What @fastify/proxy-addr understands: false, or a comma-separated list of addresses and CIDRs. */
  trustProxy: false | string;
  /** Requests a minute and address; 0 turns the limits off. */
  rateLimit: number;
  /** Searches a minute and address; 0 turns the limit off. */
  searchRateLimit: number;
  /** How long a stopping process goes on serving, so that a balancer notices /readyz. Milliseconds. */
  drainMilliseconds: number;
  /** Visitors' ready answers are kept up to this many bytes. */
  cacheBytes: number;
}

/** All that is wrong with the settings at once, so that one look mends them. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Promptarium cannot start with these settings:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads the settings from an environment, by default the process's own. Empty values count as absent.
 * @throws ConfigError with every problem found
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const problems: string[] = [];
  const text = (name: string) => environment[name]?.trim() || undefined;

  function number(name: string, fallback: number, least: number, most: number): number {
    const raw = text(name);
    if (raw === undefined) return fallback;
    const value = /^\d+$/.test(raw) ? Number(raw) : Number.NaN;
    if (value >= least && value <= most) return value;
    problems.push(`${name} must be a whole number from ${least} to ${most}, not "${raw}"`);
    return fallback;
  }

  function choice<const T extends string>(name: string, fallback: T, options: readonly T[]): T {
    const raw = text(name);
    if (raw === undefined) return fallback;
    const found = options.find((option) => option === raw);
    if (found === undefined) problems.push(`${name} must be one of ${options.join(', ')}, not "${raw}"`);
    return found ?? fallback;
  }

  function url(name: string, protocols: readonly string[]): string | undefined {
    const raw = text(name);
    if (raw === undefined) return undefined;
    if (URL.canParse(raw) && protocols.includes(new URL(raw).protocol)) return raw;
    // The value may hold a password: say which setting, never what it was.
    problems.push(`${name} must be a URL starting with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return undefined;
  }

  function origin(name: string): string | undefined {
    const raw = url(name, ['http:', 'https:']);
    if (raw === undefined) return undefined;
    const { pathname, search, hash, username, password, origin: clean } = new URL(raw);
    if (pathname === '/' && !search && !hash && !username && !password) return clean;
    problems.push(`${name} must be scheme, host and port only, without path, query or credentials`);
    return undefined;
  }

  function proxies(name: string): false | string {
    const raw = text(name);
    if (raw === undefined || raw === 'false') return false;
    const entries = raw.split(',').map((entry) => entry.trim());
    // "true" or everybody's network would let any client choose its address and walk around the limits
    // (RELIABILITY section 3).
    if (entries.every(isProxyAddress)) return entries.join(',');
    problems.push(
      `${name} must list the addresses or CIDRs of your proxies, or loopback, linklocal, uniquelocal, not "${raw}"`,
    );
    return false;
  }

  // For the name, Fastify would open a second server on ::1, which nobody drains at the end.
  const host = text('HOST')?.replace(/^localhost$/i, '127.0.0.1') ?? '127.0.0.1';
  const port = number('PORT', 3000, 0, 65_535);
  const config: Config = {
    mode: choice('NODE_ENV', 'development', ['development', 'test', 'production']),
    host,
    port,
    publicUrl: origin('PUBLIC_URL') ?? `http://${hostInUrl(host)}:${port}`,
    dataDir: resolve(text('DATA_DIR') ?? '.data'),
    distDir: resolve(text('DIST_DIR') ?? 'dist'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseRunAs: text('DATABASE_RUN_AS'),
    databasePoolSize: number('DATABASE_POOL_SIZE', 10, 1, 200),
    logLevel: choice('LOG_LEVEL', 'info', LOG_LEVELS),
    trustProxy: proxies('TRUST_PROXY'),
    rateLimit: number('RATE_LIMIT', 600, 0, 1_000_000),
    searchRateLimit: number('SEARCH_RATE_LIMIT', 120, 0, 1_000_000),
    drainMilliseconds: number('DRAIN_MILLISECONDS', 2500, 0, 60_000),
    cacheBytes: number('CACHE_BYTES', 64_000_000, 0, 4_000_000_000),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
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
