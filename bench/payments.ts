import { sql } from 'kysely';
import { startSandboxPayments } from '../sandbox/stripe/start.ts';
import { freePort } from '../scripts/free-port.ts';
import { openPool } from '../server/core/database/pool.ts';
import { makeId } from '../server/core/ids.ts';
import { sessionCookie, startSession } from '../server/core/sessions/sessions.ts';
import { startApp } from './processes.ts';
import type { ResultRow } from './result-row.ts';

const PAYERS = 40;

/** How long the provider takes for each answer, milliseconds. */
const PROVIDER_DELAY = 250;

/** Milliseconds for everybody: from the first click until the last plan is open. */
const MAX_MILLISECONDS = 10_000;

/** People who pay at once on one process, against a sandbox that takes its time for every answer. */
export async function measurePayments(databaseUrl: string): Promise<ResultRow[]> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const sandbox = await startSandboxPayments({ port: 0, appUrl: publicUrl });
  const settings = { ...sandbox.credentials, PUBLIC_URL: publicUrl, NODE_ENV: 'development' };
  const app = await startApp(databaseUrl, settings, port);
  const { db, close } = openPool({ connectionString: databaseUrl }, { size: 2, onError: () => undefined });
  try {
    const { name } = sessionCookie({ publicUrl, mode: 'development' });
    const payers = await Promise.all(
      Array.from({ length: PAYERS }, async (_, index) => {
        const id = makeId(`payer-${Date.now()}-${index}`);
        await sql`insert into users (id, issuer, subject, email)
          values (${id}, 'bench', ${id}, ${`${id}@example.com`})`.execute(db);
        return { id, cookie: `${name}=${await startSession(db, id)}` };
      }),
    );
    const post = async (
      cookie: string,
      path: string,
      body: object,
    ): Promise<{ clientSecret: string; tier: string }> => {
      const headers = { cookie, origin: publicUrl, 'content-type': 'application/json' };
      const response = await fetch(`${app.url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return await response.json();
    };
    const priceId = sandbox.credentials.STRIPE_PRICE_PRO;
    sandbox.control.faults.add({ kind: 'delay', delay: PROVIDER_DELAY });
    const start = performance.now();
    const times = await Promise.all(
      payers.map(async ({ cookie }) => {
        const { clientSecret } = await post(cookie, '/api/get-or-create-subscription', { priceId });
        const prepared = performance.now() - start;
        sandbox.control.confirm(clientSecret, '4242424242424242');
        while ((await post(cookie, '/api/subscription/sync', {})).tier !== 'pro') {}
        return { prepared, open: performance.now() - start };
      }),
    );
    await sandbox.control.webhooks.settled();
    const last = (values: number[]) => Math.round(Math.max(...values));
    const prepared = last(times.map((one) => one.prepared));
    const open = last(times.map((one) => one.open));
    return [
      {
        label: `${PAYERS} people pay at once, and the provider takes ${PROVIDER_DELAY} ms for each answer`,
        result: `the last form after ${(prepared / 1000).toFixed(1)} s, the last plan open after ${(open / 1000).toFixed(1)} s`,
        threshold: `< ${MAX_MILLISECONDS / 1000} s`,
        passes: open < MAX_MILLISECONDS,
      },
    ];
  } finally {
    await close();
    await app.stop();
    await sandbox.close();
  }
}
