// `npm run billing:delete-test-data`: drops test plans and test orders from a database that moves from test to live keys, and
// keeps the people. Asks first.
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { ConfigError, readConfig } from '#server/config.ts';
import { openBilling } from '#server/features/billing/billing.public.ts';
import {
  countPayments,
  dropPayments,
  findSomeCustomers,
} from '#server/features/billing/setup/setup.test-data.queries.ts';
import { withDatabase } from './with-database.ts';

const ANSWER = 'drop test payments';

/** That the live account does not know a customer is what we hope for; what matters is said below. */
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** @returns the exit code */
async function main(): Promise<number> {
  const { payments: settings, publicUrl } = readConfig();
  if (!settings?.isLive) {
    console.error('Set the live keys first (docs/going-live.md): this drops what was bought with test keys.');
    return 2;
  }
  return await withDatabase({ isReadOnly: false }, async (_pool, db) => {
    const { provider } = openBilling({ db, publicUrl, log }, settings) ?? {};
    for (const customerId of await findSomeCustomers(db)) {
      // The live account knows none of the test account's customers.
      if (await provider?.hasCustomer(customerId)) {
        console.error('This database has customers of the live account: nothing is dropped.');
        return 1;
      }
    }
    const { customers, plans, orders } = await countPayments(db);
    if (customers + plans + orders === 0) {
      console.log('Nothing was bought with test keys: there is nothing to drop.');
      return 0;
    }
    console.log(
      `To be dropped for good, of the test account: customers: ${customers}, plans: ${plans}, orders: ${orders}.`,
    );
    console.log('Members, favorites, votes, comments and trials stay.');
    if ((await ask(`Type "${ANSWER}" to go on: `)) !== ANSWER) {
      console.error('Nothing was dropped.');
      return 1;
    }
    await dropPayments(db);
    console.log('Done. Next: npm run billing:doctor');
    return 0;
  });
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stdout });
  const ended = new Promise<string>((done) => lines.once('close', () => done('')));
  const answer = await Promise.race([lines.question(question), ended]);
  lines.close();
  return answer.trim();
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
