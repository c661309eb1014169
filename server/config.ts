import { resolve } from 'node:path';
import { isLoopbackUrl, SETTINGS, type Settings } from './config.schema.ts';
import { isUnencryptedOnNetwork, type TlsMode } from './core/database/tls.ts';
import type { MailSettings } from './core/mail/smtp.ts';
import type { PaymentSettings } from './features/billing/billing.public.ts';

type SettingName = keyof Settings;

const GOOGLE_CREDENTIALS = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const;
const STRIPE_CREDENTIALS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_BASIC',
  'STRIPE_PRICE_ADVANCED',
  'STRIPE_PRICE_PRO',
] as const;
const MAIL_SETTINGS = ['SMTP_URL', 'MAIL_FROM'] as const;

/** Everything that can be set from outside. Read once; nothing else touches `process.env`. */
export interface Config {
  mode: Settings['NODE_ENV'];
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
  /** The same database past a pooler that hands connections on after each transaction. */
  databaseDirectUrl: string | undefined;
  /** A streaming replica of it, and how far behind it may be to answer visitors, in milliseconds. */
  databaseReplica: { url: string; maxLag: number } | undefined;
  /** How an outside database is connected to; undefined: with TLS, unless it is on this machine. */
  databaseTls: TlsMode | undefined;
  /** Host user the embedded database runs as when the app is started by root. */
  databaseRunAs: string | undefined;
  databasePoolSize: number;
  /** False behind a pooler that cannot keep prepared statements. */
  databasePreparesStatements: boolean;
  logLevel: string;
  /** What @fastify/proxy-addr understands: false, or a comma-separated list of addresses and CIDRs. */
  trustProxy: false | string;
  /** Whether browsers shall ask the host's subdomains by TLS only, too. */
  hstsIncludesSubdomains: boolean;
  /** Requests a minute and address; 0 turns the limits off. */
  rateLimit: number;
  /** Searches a minute and address; 0 turns the limit off. */
  searchRateLimit: number;
  /** Sign-ins started, and ended, a minute and address; 0 turns the limit off. */
  signInRateLimit: number;
  /** Calls with tokens a minute and member; 0 turns the limit off. */
  tokenRateLimit: number;
  /** Whether OAuth clients may be known by a document on the internet; never with sign-in on this machine. */
  readsClientDocuments: boolean;
  /** Whether all processes on this database count together. */
  sharesRateLimits: boolean;
  /** How people sign in; undefined: they cannot. The issuer is Google's, or one on this machine over plain HTTP. */
  google: { issuer: string; clientId: string; clientSecret: string } | undefined;
  /** How people pay; undefined: they cannot. */
  payments: PaymentSettings | undefined;
  /** Whether tax that the payment provider computes is included in prices or added; undefined: it computes none. */
  tax: PaymentSettings['tax'];
  /** How mail is sent; undefined: none is. */
  mail: MailSettings | undefined;
  /** Where and how many daily backups are kept; undefined: none are made. */
  backup: { dir: string; keep: number } | undefined;
  /** Whether traces are collected; the SDK reads where to send them from OTEL_* itself. */
  isTraced: boolean;
  /** Where metrics are served; undefined: none are counted. */
  metrics: { host: string; port: number } | undefined;
  /** Where `npm start` puts the sandbox for Google when there are no credentials. */
  sandboxPort: number;
  /** Where it puts the sandbox for Stripe. */
  sandboxPaymentsPort: number;
  /** Where it puts the mailbox. */
  sandboxMailPort: number;
  /** How long a stopping process continues to serve, so that a balancer notices /readyz. Milliseconds. */
  drainMilliseconds: number;
  /** The response cache holds up to this many bytes. */
  cacheBytes: number;
  keepsOfflineCopies: boolean;
}

/** All that is wrong with the settings at once, so that all of it can be corrected at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Promptarium cannot start with these settings:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the settings from an environment, by default the process's own. Empty values count as absent.
 * @throws ConfigError with every problem found
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const texts = Object.fromEntries(
    Object.keys(SETTINGS.shape).map((name) => [name, environment[name]?.trim() || undefined]),
  );
  const { settings, problems } = parseSettings(texts);
  const { HOST: host, PORT: port } = settings;
  const config: Config = {
    mode: settings.NODE_ENV,
    host,
    port,
    publicUrl: settings.PUBLIC_URL ?? `http://${hostInUrl(host)}:${port}`,
    dataDir: settings.DATA_DIR,
    distDir: settings.DIST_DIR,
    databaseUrl: settings.DATABASE_URL,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL,
    databaseReplica:
      settings.DATABASE_REPLICA_URL === undefined
        ? undefined
        : { url: settings.DATABASE_REPLICA_URL, maxLag: settings.DATABASE_REPLICA_LAG },
    databaseTls: settings.DATABASE_TLS,
    databaseRunAs: settings.DATABASE_RUN_AS,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    databasePreparesStatements: settings.DATABASE_PREPARED_STATEMENTS,
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY,
    hstsIncludesSubdomains: settings.HSTS_INCLUDE_SUBDOMAINS,
    rateLimit: settings.RATE_LIMIT,
    searchRateLimit: settings.SEARCH_RATE_LIMIT,
    signInRateLimit: settings.SIGN_IN_RATE_LIMIT,
    tokenRateLimit: settings.TOKEN_RATE_LIMIT,
    readsClientDocuments: settings.OAUTH_CLIENT_DOCUMENTS && !isLoopbackUrl(settings.GOOGLE_ISSUER),
    sharesRateLimits: settings.RATE_LIMIT_STORE === 'database',
    google: googleOf(settings),
    payments: paymentsOf(settings),
    tax: taxOf(settings),
    mail: mailOf(settings),
    backup:
      settings.BACKUP_DIR === undefined
        ? undefined
        : { dir: resolve(settings.BACKUP_DIR), keep: settings.BACKUP_KEEP },
    isTraced: isTraced(settings),
    metrics:
      settings.METRICS_PORT === undefined
        ? undefined
        : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    sandboxPort: settings.SANDBOX_PORT ?? portWithOffset(port, 1),
    sandboxPaymentsPort: settings.SANDBOX_PAYMENTS_PORT ?? portWithOffset(port, 2),
    sandboxMailPort: settings.SANDBOX_MAIL_PORT ?? portWithOffset(port, 3),
    drainMilliseconds: settings.DRAIN_MILLISECONDS,
    cacheBytes: settings.CACHE_BYTES,
    keepsOfflineCopies: settings.OFFLINE_COPIES,
  };
  const isGiven = (name: SettingName) => texts[name] !== undefined;
  problems.push(
    ...incompleteGroups(isGiven),
    ...paymentContradictions(settings),
    ...databaseProblems(config),
    ...productionProblems(config),
  );
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** A setting that is wrong by itself is reported and counts as absent, so that the others are still checked. */
function parseSettings(texts: Record<string, string | undefined>): {
  settings: Settings;
  problems: string[];
} {
  const { data, error } = SETTINGS.safeParse(texts);
  if (!error) return { settings: data, problems: [] };
  const wrong = error.issues.map(({ path }) => String(path[0]));
  const rest = Object.entries(texts).filter(([name]) => !wrong.includes(name));
  return {
    settings: SETTINGS.parse(Object.fromEntries(rest)),
    problems: error.issues.map(({ path, message }) => `${String(path[0])} ${message}`),
  };
}

function googleOf(settings: Settings): Config['google'] {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings;
  return clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined;
}

function paymentsOf(settings: Settings): Config['payments'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = settings;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase, STRIPE_JS_URL: jsUrl } = settings;
  const { STRIPE_PRICE_BASIC: basic, STRIPE_PRICE_ADVANCED: advanced, STRIPE_PRICE_PRO: pro } = settings;
  if (!secretKey || !publishableKey || !webhookSecret || !basic || !advanced || !pro) return undefined;
  return {
    secretKey,
    publishableKey,
    webhookSecret,
    priceIds: { basic, advanced, pro },
    portalConfiguration: settings.STRIPE_PORTAL_CONFIGURATION,
    offers: {
      promotionCodes: settings.STRIPE_PROMOTION_CODES,
      retentionCoupon: settings.STRIPE_STAY_COUPON,
      pause: settings.STRIPE_PAUSE,
    },
    tax: taxOf(settings),
    isLive: modeOf(secretKey) === 'live',
    sandbox: apiBase === undefined ? undefined : { apiBase, jsUrl },
  };
}

const taxOf = ({ STRIPE_TAX: tax }: Settings): Config['tax'] => (tax === 'none' ? undefined : tax);

const isTraced = (settings: Settings): boolean =>
  !settings.OTEL_SDK_DISABLED &&
  (settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined;

function mailOf({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Settings): Config['mail'] {
  return smtpUrl && from ? { smtpUrl, from } : undefined;
}

/** Half of a group of credentials is a mistake, and none of it is a choice. */
function incompleteGroups(isGiven: (name: SettingName) => boolean): string[] {
  const problems = [GOOGLE_CREDENTIALS, STRIPE_CREDENTIALS, MAIL_SETTINGS].flatMap((group) => {
    const given = group.find(isGiven);
    return given === undefined
      ? []
      : group.filter((name) => !isGiven(name)).map((name) => `${name} must be set too: ${given} is`);
  });
  const hasSandboxUrl = isGiven('STRIPE_API_BASE') || isGiven('STRIPE_JS_URL');
  if (hasSandboxUrl && !STRIPE_CREDENTIALS.some(isGiven)) {
    problems.push(`STRIPE_API_BASE and STRIPE_JS_URL need ${STRIPE_CREDENTIALS.join(', ')}`);
  } else if (isGiven('STRIPE_JS_URL') && !isGiven('STRIPE_API_BASE')) {
    problems.push('STRIPE_API_BASE must be set too: STRIPE_JS_URL is');
  }
  return problems;
}

/** Settings of payment that are right by themselves and do not belong together. */
function paymentContradictions(settings: Settings): string[] {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_API_BASE, STRIPE_JS_URL } = settings;
  const { STRIPE_PRICE_BASIC, STRIPE_PRICE_ADVANCED, STRIPE_PRICE_PRO } = settings;
  const problems: string[] = [];
  const modes = [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY].map(modeOf);
  if (modes[0] && modes[1] && modes[0] !== modes[1]) {
    problems.push(
      `STRIPE_SECRET_KEY is a ${modes[0]} key and STRIPE_PUBLISHABLE_KEY a ${modes[1]} key: both must be of one kind`,
    );
  }
  if (modes.includes('live') && (STRIPE_API_BASE ?? STRIPE_JS_URL)) {
    problems.push('STRIPE_API_BASE and STRIPE_JS_URL must not be set together with live keys');
  }
  const prices = [STRIPE_PRICE_BASIC, STRIPE_PRICE_ADVANCED, STRIPE_PRICE_PRO].flatMap((ids) => ids ?? []);
  if (new Set(prices).size < prices.length) {
    problems.push('STRIPE_PRICE_BASIC, STRIPE_PRICE_ADVANCED and STRIPE_PRICE_PRO must name each price once');
  }
  return problems;
}

function databaseProblems({
  databaseUrl,
  databaseDirectUrl,
  databaseReplica,
  databaseTls,
}: Config): string[] {
  const urls = Object.entries({
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: databaseDirectUrl,
    DATABASE_REPLICA_URL: databaseReplica?.url,
  }).flatMap(([name, url]) => (url === undefined ? [] : [{ name, url }]));
  const alone =
    databaseUrl === undefined ? urls.map(({ name }) => `DATABASE_URL must be set too: ${name} is`) : [];
  if (databaseTls === 'off') return alone;
  const clear = urls.filter(({ url }) => isUnencryptedOnNetwork(url));
  return [
    ...alone,
    ...clear.map(
      ({ name }) =>
        `${name} switches TLS off for a database on another machine: leave that out, or set DATABASE_TLS=off where the network between is your own`,
    ),
  ];
}

function productionProblems({ mode, publicUrl, google, payments }: Config): string[] {
  if (mode !== 'production') return [];
  const problems: string[] = [];
  // Sessions would travel in the clear, or not at all: in production their cookies are for TLS alone.
  if (google && publicUrl.startsWith('http:') && !isLoopbackUrl(publicUrl)) {
    problems.push('PUBLIC_URL must start with https:// in production when people can sign in');
  }
  if (payments?.sandbox) {
    problems.push(
      'STRIPE_API_BASE and STRIPE_JS_URL must not be set in production: no payment is real there',
    );
  }
  // With the sandbox in production anybody who reaches it could be any member.
  if (google?.issuer.startsWith('http:')) {
    problems.push('GOOGLE_ISSUER must start with https:// in production');
  }
  return problems;
}

const modeOf = (key: string | undefined) => /_(test|live)_/.exec(key ?? '')?.[1];

/** 0 is the system's choice, for the sandbox as for the app. */
function portWithOffset(port: number, distance: number): number {
  if (port === 0) return 0;
  return port + distance > 65_535 ? port - distance : port + distance;
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
