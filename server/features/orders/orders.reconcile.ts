import type { FastifyInstance } from 'fastify';
import { runDaily } from '#server/core/jobs/daily-job.ts';
import { runAtInterval } from '#server/core/jobs/interval.ts';
import { type BillingServices, type ReconcileResult, reconcileAll } from '../billing/billing.public.ts';
import { findRecentlyPaid } from './orders.payment-sync.queries.ts';
import { syncOrderPayment } from './orders.payment-sync.ts';

/** Orders read from the database at once. */
const PAGE = 100;

const RECONCILE_INTERVAL = 600_000;

/**
 * Compares the orders of the last months with their payments and writes what differs, for webhook events that were lost.
 * May run at any time, also while the app runs.
 * @param report called with one line for every difference
 * @throws HttpProblem 503 when the provider stays unavailable: the rest would fail too
 */
export async function reconcileOrders(
  billing: BillingServices,
  report: (line: string) => void,
): Promise<ReconcileResult> {
  return await reconcileAll(
    ordersOf(billing),
    ({ id }) => `order ${id}`,
    async ({ id, paymentIntentId }) => {
      const state = await syncOrderPayment(billing, { orderId: id, paymentIntentId });
      return state === undefined ? [] : [`its payment was not recorded, it is ${state} now`];
    },
    report,
  );
}

async function* ordersOf({ db }: BillingServices): AsyncGenerator<{ id: string; paymentIntentId: string }> {
  for (let last = ''; ; ) {
    const page = await findRecentlyPaid(db, last, PAGE);
    yield* page;
    last = page.at(-1)?.id ?? '';
    if (page.length < PAGE) return;
  }
}

/** Once a day one process compares all orders; `npm run billing:reconcile` does the same. */
export function reconcileOrdersDaily(app: FastifyInstance, billing: BillingServices): void {
  const { db, log } = billing;
  runAtInterval(app, {
    name: 'orders',
    every: RECONCILE_INTERVAL,
    run: async () => {
      const result = await runDaily(db, 'orders', () =>
        reconcileOrders(billing, (line) => log.warn({ line }, 'order repaired')),
      );
      if (result !== undefined) log.info({ ...result }, 'orders compared with the provider');
    },
  });
}
