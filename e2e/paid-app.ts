import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FrameLocator, Page } from '@playwright/test';
import pg from 'pg';
import { freePort } from '../scripts/free-port.ts';
import { startOwnPostgres } from '../server/testing/postgres.ts';
import { startApp } from './start-app.ts';
import { expect, open } from './testing.ts';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

export interface PaidApp {
  url: string;
  /** Signs in as one of the sandbox's people, and opens this path. */
  signIn(page: Page, firstName: string, path: string): Promise<void>;
  /** Tells the payment sandbox something, or asks it: "refund", {…}. */
  tellSandbox(command: string, body?: object): Promise<unknown>;
  /** One statement on the app's database, for what only content brings. */
  query(statement: string, values: unknown[]): Promise<void>;
  /** `npm run orders -- …`; resolves to what it prints. */
  desk(...words: string[]): Promise<string>;
  stop(): Promise<void>;
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
  return {
    url: app.url,
    async signIn(page, firstName, path) {
      await page.goto(`${app.url}/api/auth/google?returnUrl=${encodeURIComponent(path)}`);
      await page.getByRole('button', { name: firstName }).click();
      await page.waitForURL(`${app.url}${path}`);
      await open(page, page.url());
    },
    async tellSandbox(command, body) {
      const answer = await fetch(`http://127.0.0.1:${paymentsPort}/_sandbox/${command}`, {
        ...(body
          ? {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }
          : {}),
      });
      if (!answer.ok) throw new Error(`${command}: ${answer.status} ${await answer.text()}`);
      return await answer.json();
    },
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
      await app.stop();
      await postgres.remove();
    },
  };
}

/** The browser notes every refused call; these refusals are what the test is about, and no others. */
export function expectRefusals(noise: string[], ...statuses: number[]): void {
  expect(noise.splice(0)).toEqual(statuses.map((status) => expect.stringContaining(`status of ${status} (`)));
}

/** The provider's card form, which no script of ours can look into. */
export function cardFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Secure payment input frame"]');
}

export async function fillCard(page: Page, number: string): Promise<void> {
  const card = cardFrame(page);
  await card.getByLabel('Card number').fill(number);
  await card.getByLabel('Expiration date').fill('12/34');
  await card.getByLabel('CVC').fill('123');
}
