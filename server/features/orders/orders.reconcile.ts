import { OutageWatch, type Payments } from '../billing/billing.access.ts';
import { applyPayment } from './orders.payment.ts';
import { findWatchedOrders } from './orders-payment.queries.ts';

/** Orders read from the database at once. */
const PAGE = 100;

export interface ReconciledOrders {
  orders: number;
  repaired: number;
  failed: number;
}

/**
 * Compares the orders of the last months with their payments and writes what differs: for notes that were lost. May run
 * at any time, beside the app.
 * @param say told one line for every difference
 * @throws HttpProblem 503 when the provider is away for longer: the rest would fail too
 */
export async function reconcileOrders(
  payments: Payments,
  say: (line: string) => void,
): Promise<ReconciledOrders> {
  const result: ReconciledOrders = { orders: 0, repaired: 0, failed: 0 };
  const watch = new OutageWatch();
  for (let last = ''; ; ) {
    const orders = await findWatchedOrders(payments.db, last, PAGE);
    for (const { id, paymentIntentId } of orders) {
      try {
        const state = await applyPayment(payments, { orderId: id, paymentIntentId });
        watch.passed();
        if (state === undefined) continue;
        result.repaired += 1;
        say(`order ${id}: its payment was not noted, it is ${state} now`);
      } catch (error) {
        watch.failed(error);
        result.failed += 1;
        say(`order ${id}: could not be compared: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    result.orders += orders.length;
    last = orders.at(-1)?.id ?? '';
    if (orders.length < PAGE) return result;
  }
}
