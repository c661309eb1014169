import { join } from 'node:path';
import { freePort } from '../scripts/free-port.ts';
import { startDedicatedPostgres } from '../server/testing/dedicated-postgres.ts';
import { databaseUrl, runAsAdmin } from '../server/testing/test-postgres.ts';
import { callSandbox, runScript, type StartedApps, type StartedMemberApp } from './apps.ts';
import { startApp } from './start-app.ts';

/**
 * Starts the three apps of the whole run on one PostgreSQL: the visitors' and the members' share a database, the paid
 * one has its own. The run fails when something sent to a payment sandbox did not fit.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startDedicatedPostgres();
  const cleanups: (() => Promise<void>)[] = [postgres.remove];
  async function stop(): Promise<void> {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  }
  async function start(...args: Parameters<typeof startApp>): Promise<string> {
    const app = await startApp(...args);
    cleanups.push(app.stop);
    return app.url;
  }
  /** With the sandbox beside it. */
  async function startMemberApp(url: string): Promise<StartedMemberApp> {
    const [paymentsPort, mailPort] = [String(await freePort()), String(await freePort())];
    const app = await start('scripts/start.ts', {
      DATABASE_URL: url,
      SANDBOX_PORT: String(await freePort()),
      SANDBOX_PAYMENTS_PORT: paymentsPort,
      SANDBOX_MAIL_PORT: mailPort,
      SIGN_IN_RATE_LIMIT: '0',
    });
    return { url: app, paymentsPort, mailPort, databaseUrl: url };
  }
  try {
    // Once, and copied: with it a first start takes about ten seconds of processor time more.
    await runScript(join('library', 'load-content.ts'), [], postgres.url);
    await runAsAdmin(postgres, `create database paid template ${postgres.connection.database}`);
    const [members, paid] = await Promise.all([
      startMemberApp(postgres.url),
      startMemberApp(databaseUrl({ ...postgres.connection, database: 'paid' })),
    ]);
    const visitorsUrl = await start('server/main.ts', { DATABASE_URL: postgres.url });
    const apps: StartedApps = { visitorsUrl, members, paid };
    process.env['E2E_APPS'] = JSON.stringify(apps);
    return async () => {
      const problems = await Promise.all(
        [members, paid].map(({ paymentsPort }) =>
          callSandbox<unknown[]>(paymentsPort, 'problems', undefined),
        ),
      );
      await stop();
      if (problems.flat().length > 0) {
        throw new Error(`What was sent to the payment sandboxes did not fit: ${JSON.stringify(problems)}`);
      }
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
