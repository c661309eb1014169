import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Config, ConfigError, readConfig } from './config.ts';

const ROOT = join(import.meta.dirname, '..');

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

/** The names config.ts asks an environment for. */
function namesAskedFor(): string[] {
  const names = new Set<string>();
  readConfig(
    new Proxy<Record<string, string | undefined>>(
      {},
      {
        get(_target, name) {
          if (typeof name === 'string') names.add(name);
          return undefined;
        },
      },
    ),
  );
  return [...names].sort();
}

describe('defaults', () => {
  test('an empty environment gives a library on this machine only, with its own database', () => {
    expect(readConfig({})).toEqual({
      mode: 'development',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataDir: resolve('.data'),
      distDir: resolve('dist'),
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databaseReplica: undefined,
      databaseTls: undefined,
      databaseRunAs: undefined,
      databasePoolSize: 10,
      databasePreparesStatements: true,
      logLevel: 'info',
      trustProxy: false,
      hstsIncludesSubdomains: false,
      rateLimit: 600,
      searchRateLimit: 120,
      signInRateLimit: 60,
      tokenRateLimit: 120,
      readsClientDocuments: true,
      sharesRateLimits: false,
      google: undefined,
      payments: undefined,
      mail: undefined,
      backup: undefined,
      isTraced: false,
      metrics: undefined,
      tax: undefined,
      sandboxPort: 3001,
      sandboxPaymentsPort: 3002,
      sandboxMailPort: 3003,
      drainMilliseconds: 2500,
      cacheBytes: 64_000_000,
      keepsOfflineCopies: true,
    } satisfies Config);
  });

  test('an empty or blank value counts as absent', () => {
    const blank = Object.fromEntries(namesAskedFor().map((name) => [name, '  ']));
    expect(readConfig(blank)).toEqual(readConfig({}));
  });
});

describe('every setting', () => {
  test.each<[Record<string, string>, Partial<Config>]>([
    [{ NODE_ENV: 'production' }, { mode: 'production' }],
    [{ NODE_ENV: 'test' }, { mode: 'test' }],
    [
      { HOST: '0.0.0.0', PORT: '8080' },
      {
        host: '0.0.0.0',
        port: 8080,
        publicUrl: 'http://localhost:8080',
        sandboxPort: 8081,
        sandboxPaymentsPort: 8082,
        sandboxMailPort: 8083,
      },
    ],
    [{ HOST: '::' }, { host: '::', publicUrl: 'http://localhost:3000' }],
    [{ HOST: '::1' }, { host: '::1', publicUrl: 'http://[::1]:3000' }],
    [{ HOST: 'localhost' }, { host: '127.0.0.1', publicUrl: 'http://localhost:3000' }],
    [{ HOST: '192.0.2.7' }, { host: '192.0.2.7', publicUrl: 'http://192.0.2.7:3000' }],
    [
      { PORT: ' 0 ' },
      {
        port: 0,
        publicUrl: 'http://localhost:0',
        sandboxPort: 0,
        sandboxPaymentsPort: 0,
        sandboxMailPort: 0,
      },
    ],
    [
      { PORT: '65535' },
      {
        port: 65_535,
        publicUrl: 'http://localhost:65535',
        sandboxPort: 65_534,
        sandboxPaymentsPort: 65_533,
        sandboxMailPort: 65_532,
      },
    ],
    [{ SANDBOX_PORT: '4000' }, { sandboxPort: 4000 }],
    [{ SANDBOX_MAIL_PORT: '4002' }, { sandboxMailPort: 4002 }],
    [
      { SMTP_URL: 'smtps://me:hush@mail.example.org', MAIL_FROM: 'The Library <mail@example.org>' },
      { mail: { smtpUrl: 'smtps://me:hush@mail.example.org', from: 'The Library <mail@example.org>' } },
    ],
    [{ SIGN_IN_RATE_LIMIT: '5' }, { signInRateLimit: 5 }],
    [{ GOOGLE_ISSUER: 'https://id.example.org' }, { google: undefined }],
    [
      { GOOGLE_CLIENT_ID: 'me', GOOGLE_CLIENT_SECRET: 'hush' },
      { google: { issuer: 'https://accounts.google.com', clientId: 'me', clientSecret: 'hush' } },
    ],
    [
      { GOOGLE_CLIENT_ID: 'me', GOOGLE_CLIENT_SECRET: 'hush', GOOGLE_ISSUER: 'http://127.0.0.1:3001' },
      {
        google: { issuer: 'http://127.0.0.1:3001', clientId: 'me', clientSecret: 'hush' },
        readsClientDocuments: false,
      },
    ],
    [{ PUBLIC_URL: 'https://prompts.example.org/' }, { publicUrl: 'https://prompts.example.org' }],
    [{ PUBLIC_URL: 'http://example.org:8080' }, { publicUrl: 'http://example.org:8080' }],
    [{ DATA_DIR: '/var/lib/p' }, { dataDir: '/var/lib/p' }],
    [{ DATA_DIR: 'elsewhere' }, { dataDir: resolve('elsewhere') }],
    [{ DIST_DIR: '/srv/dist' }, { distDir: '/srv/dist' }],
    [{ DATABASE_URL: 'postgres://u:p@h/d' }, { databaseUrl: 'postgres://u:p@h/d' }],
    [
      { DATABASE_URL: 'postgresql://u@localhost/d?host=/run/pg' },
      { databaseUrl: 'postgresql://u@localhost/d?host=/run/pg' },
    ],
    [
      { DATABASE_URL: 'postgres://u@h/d', DATABASE_DIRECT_URL: 'postgres://u@p/d' },
      { databaseUrl: 'postgres://u@h/d', databaseDirectUrl: 'postgres://u@p/d' },
    ],
    [
      {
        DATABASE_URL: 'postgres://u@h/d',
        DATABASE_REPLICA_URL: 'postgres://u@r/d',
        DATABASE_REPLICA_LAG: '900',
      },
      { databaseUrl: 'postgres://u@h/d', databaseReplica: { url: 'postgres://u@r/d', maxLag: 900 } },
    ],
    [{ DATABASE_RUN_AS: 'postgres' }, { databaseRunAs: 'postgres' }],
    [{ DATABASE_POOL_SIZE: '25' }, { databasePoolSize: 25 }],
    [{ DATABASE_PREPARED_STATEMENTS: 'false' }, { databasePreparesStatements: false }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1 ,loopback' }, { trustProxy: '10.0.0.0/8,::1,loopback' }],
    [{ OAUTH_CLIENT_DOCUMENTS: 'false' }, { readsClientDocuments: false }],
    [{ HSTS_INCLUDE_SUBDOMAINS: 'true' }, { hstsIncludesSubdomains: true }],
    [{ BACKUP_DIR: '/var/backups/p', BACKUP_KEEP: '3' }, { backup: { dir: '/var/backups/p', keep: 3 } }],
    [{ OFFLINE_COPIES: 'false' }, { keepsOfflineCopies: false }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, { isTraced: true }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' },
      { isTraced: false },
    ],
    [{ METRICS_PORT: '9464' }, { metrics: { host: '127.0.0.1', port: 9464 } }],
    [{ DATABASE_TLS: 'unverified' }, { databaseTls: 'unverified' }],
    [{ TRUST_PROXY: 'false' }, { trustProxy: false }],
    [
      { RATE_LIMIT: '0', SEARCH_RATE_LIMIT: '7' },
      { rateLimit: 0, searchRateLimit: 7 },
    ],
    [{ RATE_LIMIT_STORE: 'database' }, { sharesRateLimits: true }],
    [{ DRAIN_MILLISECONDS: '0' }, { drainMilliseconds: 0 }],
    [{ CACHE_BYTES: '0' }, { cacheBytes: 0 }],
  ])('%o', (environment, expected) => {
    expect(readConfig(environment)).toEqual({ ...readConfig({}), ...expected });
  });

  test('.env.example lists every setting with its default, and no other', async () => {
    const lines = (await readFile(join(ROOT, '.env.example'), 'utf8')).split('\n');
    const settings = lines.flatMap((line) => /^#?([A-Z_]+)=(.*)$/.exec(line)?.slice(1, 3) ?? []);
    const named = Object.fromEntries(
      Array.from({ length: settings.length / 2 }, (_, index) => [
        settings[2 * index],
        settings[2 * index + 1],
      ]),
    );
    expect(Object.keys(named).sort()).toEqual(namesAskedFor());
    // Examples, not defaults: without them there is an embedded database, run by whom its data belong to.
    const { DATABASE_URL: _url, DATABASE_TLS: _tls, DATABASE_RUN_AS: _user, ...defaults } = named;
    expect(readConfig(defaults)).toEqual(readConfig({}));
    for (const [index, line] of lines.entries()) {
      if (/^#[A-Z_]+=/.test(line)) expect(`${lines[index - 1]}${lines[index - 2]}`, line).toMatch(/# \w+/);
    }
  });
});

describe('invalid settings', () => {
  test.each([
    ['NODE_ENV', 'prod'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '1e3'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'prompts.example.org'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'https://example.org/library'],
    ['PUBLIC_URL', 'https://example.org/?a=1'],
    ['PUBLIC_URL', 'https://me@example.org'],
    ['DATABASE_URL', 'mysql://u:p@h/d'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_POOL_SIZE', '201'],
    ['LOG_LEVEL', 'verbose'],
    ['GOOGLE_ISSUER', 'http://id.example.org'],
    ['GOOGLE_ISSUER', 'accounts.google.com'],
    ['SIGN_IN_RATE_LIMIT', 'off'],
    ['SANDBOX_PORT', '65536'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,proxy.internal'],
    ['RATE_LIMIT', '-5'],
    ['SEARCH_RATE_LIMIT', 'off'],
    ['DRAIN_MILLISECONDS', '60001'],
    ['CACHE_BYTES', '64MB'],
  ])('%s=%s is refused, and the message names the setting', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must `))]);
  });

  test.each([
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ])('%s without its counterpart is refused, and its value is not repeated', (present, missing) => {
    const problems = problemsOf({ [present]: 'hunter2' });
    expect(problems).toEqual([`${missing} must be set too: ${present} is`]);
  });

  test('sign-in over plain HTTP in production is refused, except on this machine', () => {
    const settings = { NODE_ENV: 'production', GOOGLE_CLIENT_ID: 'me', GOOGLE_CLIENT_SECRET: 'hush' };
    expect(problemsOf({ ...settings, PUBLIC_URL: 'http://prompts.example.org' })).toEqual([
      'PUBLIC_URL must start with https:// in production when people can sign in',
    ]);
    expect(problemsOf({ ...settings, PUBLIC_URL: 'https://prompts.example.org' })).toEqual([]);
    expect(problemsOf({ ...settings, PUBLIC_URL: 'http://localhost:3000' })).toEqual([]);
    expect(problemsOf({ NODE_ENV: 'production', PUBLIC_URL: 'http://prompts.example.org' })).toEqual([]);
  });

  test('an identity provider over plain HTTP in production is refused', () => {
    const settings = {
      GOOGLE_CLIENT_ID: 'me',
      GOOGLE_CLIENT_SECRET: 'hush',
      GOOGLE_ISSUER: 'http://127.0.0.1:3001',
    };
    expect(problemsOf({ ...settings, NODE_ENV: 'production' })).toEqual([
      'GOOGLE_ISSUER must start with https:// in production',
    ]);
    expect(problemsOf({ ...settings, NODE_ENV: 'test' })).toEqual([]);
  });

  test('all problems are listed at once', () => {
    const environment = { PORT: 'x', LOG_LEVEL: 'loud', TRUST_PROXY: 'true', CACHE_BYTES: '-1' };
    const problems = problemsOf(environment);
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(Object.keys(environment).sort());
    expect(new ConfigError(problems).message).toBe(
      `Promptarium cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  });

  test('URLs that may contain a password are never repeated', () => {
    const secret = 'hunter2';
    const problems = problemsOf({
      DATABASE_URL: `mysql://me:${secret}@h/d`,
      PUBLIC_URL: `https://me:${secret}@example.org/`,
    });
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain(secret);
  });
});
