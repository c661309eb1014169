import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

/** Problems read `NAME message`. None repeats a value that may be, or hold, a secret. */
const text = z.string().optional();

const folder = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((path) => resolve(path));

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((raw) => /^\d+$/.test(raw) && Number(raw) >= min && Number(raw) <= max, {
      error: ({ input }) => `must be a whole number from ${min} to ${max}, not "${input}"`,
    })
    .transform(Number);

const port = wholeNumber(0, 65_535);

const choice = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.enum(options, { error: ({ input }) => `must be one of ${options.join(', ')}, not "${input}"` });

const yesOrNo = choice(['true', 'false']).transform((text) => text === 'true');

const url = (...protocols: string[]) =>
  z.string().refine((raw) => URL.canParse(raw) && protocols.includes(new URL(raw).protocol), {
    error: `must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    abort: true,
  });

const webUrl = url('http:', 'https:');

const origin = webUrl
  .refine(
    (raw) => {
      const { pathname, search, hash, username, password } = new URL(raw);
      return pathname === '/' && !search && !hash && !username && !password;
    },
    { error: 'must be scheme, host and port only, without path, query or credentials', abort: true },
  )
  .transform((raw) => new URL(raw).origin);

/** An OpenID provider's address: over TLS, or on this machine. */
const issuer = webUrl.refine((raw) => new URL(raw).protocol === 'https:' || isLoopbackUrl(raw), {
  error: 'must start with https://, unless it is on this machine',
});

/** The address of a sandbox: on this machine, or none. Without a slash at the end. */
const loopbackUrl = webUrl
  .refine(isLoopbackUrl, { error: 'is for a sandbox on this machine only: leave it out', abort: true })
  .transform((raw) => raw.replace(/\/+$/, ''));

/** For @fastify/proxy-addr: false, or a comma-separated list. */
const proxies = z
  .string()
  .transform((raw) => raw.split(',').map((entry) => entry.trim()))
  // "true" or everybody's network would let any client choose its address and avoid the limits.
  .refine((entries) => entries.join() === 'false' || entries.every(isProxyAddress), {
    error: ({ input }) =>
      `must list the addresses or CIDRs of your proxies, or loopback, linklocal, uniquelocal, not "${input}"`,
  })
  .optional()
  .transform((entries) => {
    const list = entries?.join(',') ?? 'false';
    return list === 'false' ? (false as const) : list;
  });

/** Ids of prices, comma-separated, the newest first. */
const prices = z
  .string()
  .transform((raw) => raw.split(',').map((id) => id.trim()))
  .refine((ids) => ids.every((id) => /^[A-Za-z0-9_]{1,120}$/.test(id)), {
    error: 'must be the id of a price, or several with commas, the newest first',
  });

/** Every setting there is. Input: trimmed texts, absent when empty. */
export const SETTINGS = z.object({
  NODE_ENV: choice(['development', 'test', 'production']).default('development'),
  // For the name, Fastify would open a second server on ::1, which nothing drains at the end.
  HOST: z
    .string()
    .default('127.0.0.1')
    .transform((host) => host.replace(/^localhost$/i, '127.0.0.1')),
  PORT: port.default(3000),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: folder('.data'),
  DIST_DIR: folder('dist'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_DIRECT_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_REPLICA_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_REPLICA_LAG: wholeNumber(500, 60_000).default(5000),
  DATABASE_TLS: choice(['verify', 'unverified', 'off']).optional(),
  DATABASE_RUN_AS: text,
  DATABASE_POOL_SIZE: wholeNumber(1, 200).default(10),
  DATABASE_PREPARED_STATEMENTS: yesOrNo.default(true),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: proxies,
  HSTS_INCLUDE_SUBDOMAINS: yesOrNo.default(false),
  RATE_LIMIT: wholeNumber(0, 1_000_000).default(600),
  SEARCH_RATE_LIMIT: wholeNumber(0, 1_000_000).default(120),
  SIGN_IN_RATE_LIMIT: wholeNumber(0, 1_000_000).default(60),
  TOKEN_RATE_LIMIT: wholeNumber(0, 1_000_000).default(120),
  OAUTH_CLIENT_DOCUMENTS: yesOrNo.default(true),
  RATE_LIMIT_STORE: choice(['memory', 'database']).default('memory'),
  GOOGLE_ISSUER: issuer.default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:test|live)_\S+$/, 'must start with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(?:test|live)_\S+$/, 'must start with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must start with whsec_')
    .optional(),
  STRIPE_PRICE_BASIC: prices.optional(),
  STRIPE_PRICE_ADVANCED: prices.optional(),
  STRIPE_PRICE_PRO: prices.optional(),
  STRIPE_PORTAL_CONFIGURATION: z
    .string()
    .regex(/^bpc_\w{1,120}$/, 'must be the id of a portal configuration, bpc_…')
    .optional(),
  STRIPE_PROMOTION_CODES: yesOrNo.default(false),
  STRIPE_STAY_COUPON: z
    .string()
    .regex(/^[\w-]{1,200}$/, 'must be the id of a coupon')
    .optional(),
  STRIPE_PAUSE: yesOrNo.default(true),
  STRIPE_TAX: choice(['none', 'added', 'included']).default('none'),
  STRIPE_API_BASE: loopbackUrl.optional(),
  STRIPE_JS_URL: loopbackUrl.optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>"\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address, or: Name <address>',
    )
    .optional(),
  OFFLINE_COPIES: yesOrNo.default(true),
  BACKUP_DIR: text,
  BACKUP_KEEP: wholeNumber(1, 1000).default(14),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_SDK_DISABLED: yesOrNo.default(false),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: port.optional(),
  SANDBOX_PAYMENTS_PORT: port.optional(),
  SANDBOX_MAIL_PORT: port.optional(),
  DRAIN_MILLISECONDS: wholeNumber(0, 60_000).default(2500),
  CACHE_BYTES: wholeNumber(0, 4_000_000_000).default(64_000_000),
});

export type Settings = z.output<typeof SETTINGS>;

/** Whether an address is on this machine, and so reached from nowhere else. */
export function isLoopbackUrl(address: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}

/** What @fastify/proxy-addr takes, without networks that contain every address. */
function isProxyAddress(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128);
}
