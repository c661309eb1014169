// `npm run billing:reconcile`: compares every customer and order with the payment provider and writes what differs. The app does
// the same once a day; this is for now, and for a database the app does not run on.
import { ConfigError, readConfig } from '#server/config.ts';
import { openBilling } from '#server/features/billing/billing.public.ts';
import { reconcile } from '#server/features/billing/jobs/jobs.reconcile.ts';
import { applyPayment, reconcileOrders } from '#server/features/orders/orders.public.ts';
import { withDatabase } from './with-database.ts';

const write = (fields: Record<string, unknown>, message: string) =>
  console.error(message, JSON.stringify(fields));
/** Whose tier changes is a security event, of level info. */
const log = { info: write, warn: write, error: write };

/** @returns the exit code: 0 when everybody was compared, repaired or not */
async function main(): Promise<number> {
  const { payments: settings, publicUrl } = readConfig();
  if (settings === undefined) {
    console.error('Payment system not configured: set STRIPE_SECRET_KEY and the others (.env.example).');
    return 2;
  }
  const { members, orders } = await withDatabase({ isReadOnly: false }, async (_pool, db) => {
    const billing = openBilling({ db, publicUrl, log }, settings);
    if (billing === undefined) throw new Error('There are settings.');
    return {
      members: await reconcile(billing, (payment) => applyPayment(billing, payment), console.log),
      orders: await reconcileOrders(billing, console.log),
    };
  });
  console.log(
    `${members.compared} members compared, ${members.repaired} repaired, ${members.failed} failed.`,
  );
  console.log(`${orders.compared} orders compared, ${orders.repaired} repaired, ${orders.failed} failed.`);
  return members.failed + orders.failed > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
