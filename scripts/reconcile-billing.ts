// `npm run billing:reconcile`: compares every customer and order with the payment provider and writes what differs. The app does
// the same once a day; this is for now, and for a database the app does not run on.
import { ConfigError, readConfig } from '#server/config.ts';
import { type OrderPayment, openPayments } from '#server/features/billing/billing.access.ts';
import { reconcile } from '#server/features/billing/billing.reconcile.ts';
import { applyPayment, reconcileOrders } from '#server/features/orders/orders.access.ts';
import { withDatabase } from './library-database.ts';

const log = {
  info: () => undefined,
  warn: (fields: Record<string, unknown>, message: string) => console.error(message, JSON.stringify(fields)),
  error: (fields: Record<string, unknown>, message: string) => console.error(message, JSON.stringify(fields)),
};

/** @returns the exit code: 0 when everybody was compared, repaired or not */
async function main(): Promise<number> {
  const { payments: settings, publicUrl } = readConfig();
  if (settings === undefined) {
    console.error('Payment system not configured: set STRIPE_SECRET_KEY and the others (.env.example).');
    return 2;
  }
  const { members, orders } = await withDatabase({ isReadOnly: false }, async (_pool, db) => {
    const payments = openPayments({ db, publicUrl, log }, settings);
    if (payments === undefined) throw new Error('There are settings.');
    const noteOrder = async (payment: OrderPayment) => {
      await applyPayment(payments, payment);
    };
    return {
      members: await reconcile(payments, noteOrder, console.log),
      orders: await reconcileOrders(payments, console.log),
    };
  });
  console.log(`${members.members} members compared, ${members.repaired} repaired, ${members.failed} failed.`);
  console.log(`${orders.orders} orders compared, ${orders.repaired} repaired, ${orders.failed} failed.`);
  return members.failed + orders.failed > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
