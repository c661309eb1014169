import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { sandboxBlockers } from './preconditions.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const DATA = mkdtempSync(join(tmpdir(), 'sandbox-'));
const running: ChildProcess[] = [];

afterAll(() => rm(DATA, { recursive: true }));

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

interface Started {
  child: ChildProcess;
  /** What it has written so far. */
  output(): string;
  exited: Promise<number | null>;
}

/** The sandbox as its own process, with these settings and nothing else of our environment. */
function start(settings: Record<string, string>, script = MAIN): Started {
  const child = spawn(process.execPath, [script], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: DATA,
      SANDBOX_PORT: '0',
      SANDBOX_PAYMENTS_PORT: '0',
      SANDBOX_MAIL_PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output, exited: new Promise((done) => child.once('close', done)) };
}

async function until<T>(what: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let waited = 0; waited < 15_000; waited += 20) {
    const found = await what();
    if (found !== undefined) return found;
    await sleep(20);
  }
  throw new Error('not within 15 seconds');
}

const GOOGLE = { GOOGLE_CLIENT_ID: 'me', GOOGLE_CLIENT_SECRET: 'hush-hush' };
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_hush-hush',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_me',
  STRIPE_WEBHOOK_SECRET: 'whsec_hush-hush',
  STRIPE_PRICE_BASIC: 'price_1',
  STRIPE_PRICE_ADVANCED: 'price_2',
  STRIPE_PRICE_PRO: 'price_3',
};

const MAIL = { SMTP_URL: 'smtp://me:hush-hush@mail.example.org', MAIL_FROM: 'me@example.org' };

const issuerIn = (started: Started) => until(() => /GOOGLE_ISSUER=(\S+)/.exec(started.output())?.[1]);

/** The provider at this address; undefined when nobody answers there. */
const ask = (issuer: string) =>
  fetch(`${issuer}/.well-known/openid-configuration`).then(
    (response) => response.json() as Promise<{ issuer: string }>,
    () => undefined,
  );

describe('The sandbox on its own', () => {
  test('prints what an app needs to use it, on loopback', async () => {
    const sandbox = start({});
    const issuer = await issuerIn(sandbox);
    expect(issuer).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await ask(issuer)).toMatchObject({ issuer });
    expect(sandbox.output()).toMatch(/GOOGLE_CLIENT_ID=\S+\n\s+GOOGLE_CLIENT_SECRET=\S+\n/);
    expect(sandbox.output()).toMatch(
      /STRIPE_SECRET_KEY=sk_test_\S+\n\s+STRIPE_PUBLISHABLE_KEY=pk_test_\S+\n/,
    );
    expect(sandbox.output()).toMatch(/STRIPE_API_BASE=http:\/\/127\.0\.0\.1:\d+\n/);
    expect(sandbox.output()).not.toMatch(/WARNING|NOTICE/);
  });

  test('stands in for the one whose credentials are missing, and for that one only', async () => {
    const payments = start(GOOGLE);
    await until(() => /STRIPE_JS_URL=(\S+)/.exec(payments.output())?.[1]);
    expect(payments.output()).not.toContain('GOOGLE_ISSUER');
    const identity = start(STRIPE);
    await issuerIn(identity);
    expect(identity.output()).not.toContain('STRIPE_');
    expect(identity.output()).toMatch(/SMTP_URL=smtp:\/\/127\.0\.0\.1:\d+\n\s+MAIL_FROM=.*@/);
    const mailed = start({ ...STRIPE, ...MAIL });
    await issuerIn(mailed);
    expect(mailed.output()).not.toContain('SMTP_URL');
    expect(identity.output()).not.toContain('hush-hush');
  });

  test.each<[Record<string, string>, string]>([
    [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
    [{ ...GOOGLE, ...STRIPE, ...MAIL }, 'real credentials are set (GOOGLE_CLIENT_ID); payment keys are set'],
    [{ PORT: 'x' }, 'PORT must be a whole number'],
  ])('refuses %o', async (settings, reason) => {
    const sandbox = start(settings);
    expect(await sandbox.exited).toBe(1);
    expect(sandbox.output()).toContain(reason);
    expect(sandbox.output()).not.toContain('hush-hush');
  });

  test('does not take another port than the given one', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    for (const [setting, alone] of [
      ['SANDBOX_PORT', STRIPE],
      ['SANDBOX_PAYMENTS_PORT', GOOGLE],
    ] as const) {
      const refused = start({ ...alone, [setting]: port });
      expect(await refused.exited).toBe(1);
      expect(refused.output()).toContain(`cannot listen on port ${port}`);
      expect(refused.output()).toContain(`Set ${setting}.`);
    }
    const notTold = start({ ...STRIPE, SANDBOX_PORT: '', PORT: String(Number(port) - 1) });
    expect(await issuerIn(notTold)).not.toContain(port);
    other.close();
  });
});

describe('The rule', () => {
  test.each<[Record<string, string>]>([
    [{}],
    [{ NODE_ENV: 'test' }],
    [{ HOST: 'localhost' }],
    [{ HOST: '::1' }],
    [{ PUBLIC_URL: 'http://127.0.0.1:8080' }],
    [{ GOOGLE_ISSUER: 'https://id.example.org' }],
    [{ DATABASE_URL: 'postgres://u:p@localhost:5432/d' }],
    [{ DATABASE_URL: 'postgres:///d?host=/run/postgresql' }],
  ])('lets it run with %o', (settings) => {
    expect(Object.values(sandboxBlockers(readConfig(settings))).flat()).toEqual([]);
  });

  test.each<[Record<string, string>, string]>([
    [{ NODE_ENV: 'production', HOST: '127.0.0.1' }, 'NODE_ENV is production'],
    [{ HOST: '::' }, 'HOST is ::'],
    [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
    [{ HOST: '192.0.2.7' }, 'HOST is 192.0.2.7'],
    [{ PUBLIC_URL: 'https://prompts.example.org' }, 'PUBLIC_URL is https://prompts.example.org'],
    [{ PUBLIC_URL: 'http://localhost.example.org' }, 'PUBLIC_URL is http://localhost.example.org'],
    [{ DATABASE_URL: 'postgres://u:p@db.example.org/d' }, 'DATABASE_URL is on another machine'],
    [{ PORT: '0' }, 'PORT is 0'],
  ])('keeps it from running with %o', (settings, reason) => {
    for (const reasons of Object.values(sandboxBlockers(readConfig(settings)))) {
      expect(reasons.join('; ')).toContain(reason);
    }
  });
});

test('it ends with its parent process, however that ends', async () => {
  const parent = join(import.meta.dirname, 'testing', 'parent.ts');
  const started = start({}, parent);
  const issuer = await issuerIn(started);
  expect(await ask(issuer)).toMatchObject({ issuer });
  // The harshest end: nothing in that process runs any more.
  started.child.kill('SIGKILL');
  await until(async () => ((await ask(issuer)) === undefined ? true : undefined));
});
