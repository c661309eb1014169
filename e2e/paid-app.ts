import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../scripts/free-port.ts';
import { startOwnPostgres } from '../server/testing/postgres.ts';
import { type StartedApp, startApp } from './start-app.ts';
import { expect } from './testing.ts';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Stopping it fails when something said to the payment sandbox did not fit. */
export interface PaidApp extends StartedApp {
  /** Tells the payment sandbox something ("refund", {…}), or asks it ("state"): docs/sandbox-payments.md. */
  sandbox<Answer = unknown>(command: string, body?: object): Promise<Answer>;
  /** One statement on the app's database, for what only content brings. */
  query(statement: string, values: unknown[]): Promise<void>;
  /** `npm run orders -- …`; resolves to what it prints. */
  desk(...words: string[]): Promise<string>;
}

/** An app with people to sign in as, a sandbox to pay in, and a database its desk can reach while it runs. */
export async function startPaidApp(): Promise<PaidApp> {
  const postgres = await startOwnPostgres();
  const paymentsPort = String(await freePort());
  const app = await startApp('scripts/start.ts', {
    DATABASE_URL: postgres.url,
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_PAYMENTS_PORT: paymentsPort,
    SIGN_IN_RATE_LIMIT: '0',
  }).catch(async (error: unknown) => {
    await postgres.remove();
    throw error;
  });
  async function sandbox<Answer>(command: string, body?: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    const told = body && { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${paymentsPort}/_sandbox/${command}`, told);
    if (!answer.ok) throw new Error(`${command}: ${answer.status} ${await answer.text()}`);
    return await answer.json();
  }
  return {
    url: app.url,
    sandbox,
    async desk(...words) {
      const { stdout } = await run(process.execPath, ['scripts/orders.ts', ...words], {
        cwd: ROOT,
        env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: postgres.url },
      });
      return stdout;
    },
    async query(statement, values) {
      const client = new pg.Client(postgres.connection);
      await client.connect();
      await client.query(statement, values);
      await client.end();
    },
    async stop() {
      try {
        expect(await sandbox('problems'), 'everything said to the provider fits').toEqual([]);
      } finally {
        await app.stop();
        await postgres.remove();
      }
    },
  };
}
