import { resolve } from 'node:path';
import { readPayments } from './config-payments.ts';
import { isLoopbackUrl, SettingsReader } from './config-reader.ts';

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
  /** Sign-ins begun, and ended, a minute and address; 0 turns the limit off. */
  signInRateLimit: number;
  /** How people sign in; undefined: they cannot. The issuer is Google's, or one on this machine over plain HTTP. */
  google: { issuer: string; clientId: string; clientSecret: string } | undefined;
  /** How people pay; undefined: they cannot. */
  payments: ReturnType<typeof readPayments>;
  /** Where `npm start` puts the stand-in for Google when there are no credentials. */
  sandboxPort: number;
  /** Where it puts the stand-in for Stripe. */
  sandboxPaymentsPort: number;
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
  const read = new SettingsReader(environment);
  // For the name, Fastify would open a second server on ::1, which nobody drains at the end.
  const host = read.text('HOST')?.replace(/^localhost$/i, '127.0.0.1') ?? '127.0.0.1';
  const port = read.number('PORT', 3000, 0, 65_535);
  const config: Config = {
    mode: read.choice('NODE_ENV', 'development', ['development', 'test', 'production']),
    host,
    port,
    publicUrl: read.origin('PUBLIC_URL') ?? `http://${hostInUrl(host)}:${port}`,
    dataDir: resolve(read.text('DATA_DIR') ?? '.data'),
    distDir: resolve(read.text('DIST_DIR') ?? 'dist'),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseRunAs: read.text('DATABASE_RUN_AS'),
    databasePoolSize: read.number('DATABASE_POOL_SIZE', 10, 1, 200),
    logLevel: read.choice('LOG_LEVEL', 'info', LOG_LEVELS),
    trustProxy: read.proxies('TRUST_PROXY'),
    rateLimit: read.number('RATE_LIMIT', 600, 0, 1_000_000),
    searchRateLimit: read.number('SEARCH_RATE_LIMIT', 120, 0, 1_000_000),
    signInRateLimit: read.number('SIGN_IN_RATE_LIMIT', 60, 0, 1_000_000),
    google: readGoogle(read),
    payments: readPayments(read),
    sandboxPort: read.number('SANDBOX_PORT', portBeside(port, 1), 0, 65_535),
    sandboxPaymentsPort: read.number('SANDBOX_PAYMENTS_PORT', portBeside(port, 2), 0, 65_535),
    drainMilliseconds: read.number('DRAIN_MILLISECONDS', 2500, 0, 60_000),
    cacheBytes: read.number('CACHE_BYTES', 64_000_000, 0, 4_000_000_000),
  };
  const { mode, publicUrl } = config;
  // One payment holds a connection while it waits for the provider; two are left to everybody else.
  if (config.payments && config.databasePoolSize < 3) {
    read.problems.push('DATABASE_POOL_SIZE must be at least 3 where people can pay');
  }
  // Sessions would travel in the clear, or not at all: in production their cookies are for TLS alone.
  if (mode === 'production' && config.google && publicUrl.startsWith('http:') && !isLoopbackUrl(publicUrl)) {
    read.problems.push('PUBLIC_URL must start with https:// in production when people can sign in');
  }
  if (mode === 'production' && config.payments?.sandbox) {
    read.problems.push(
      'STRIPE_API_BASE and STRIPE_JS_URL must not be set in production: no payment is real there',
    );
  }
  // The sandbox beside an app that is one in production: whoever reaches it could be any member.
  if (mode === 'production' && config.google?.issuer.startsWith('http:')) {
    read.problems.push('GOOGLE_ISSUER must start with https:// in production');
  }
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}

/** Half a pair of credentials is a mistake, and none is a choice. */
function readGoogle(read: SettingsReader): Config['google'] {
  const issuer = read.issuer('GOOGLE_ISSUER') ?? 'https://accounts.google.com';
  const clientId = read.text('GOOGLE_CLIENT_ID');
  const clientSecret = read.text('GOOGLE_CLIENT_SECRET');
  if (clientId && clientSecret) return { issuer, clientId, clientSecret };
  if (clientId) read.problems.push('GOOGLE_CLIENT_SECRET must be set too: GOOGLE_CLIENT_ID is');
  if (clientSecret) read.problems.push('GOOGLE_CLIENT_ID must be set too: GOOGLE_CLIENT_SECRET is');
  return undefined;
}

/** 0 is the system's choice, for the sandbox as for the app. */
function portBeside(port: number, distance: number): number {
  if (port === 0) return 0;
  return port + distance > 65_535 ? port - distance : port + distance;
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
