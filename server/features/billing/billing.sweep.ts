import type { FastifyInstance } from 'fastify';
import type { Payments } from './billing.payments.ts';
import { findOverdue } from './billing.queries.ts';
import { type Reconciled, reconcile } from './billing.reconcile.ts';
import { syncMember } from './billing.sync.ts';
import type { OrderListener } from './billing.webhook.ts';
import { sweepEvents, takeTurn } from './billing-events.queries.ts';

const EVERY = 600_000;

/** A round asks the provider about so many members; the next follows. */
const AT_ONCE = 20;

/**
 * Subscriptions whose period is over without a word from the provider: the word was lost, or is late. Asked anew,
 * so that a lost note costs somebody minutes of a plan, or gives them minutes, and not until the nightly reconcile.
 * @returns how many were asked about
 */
export async function askAboutOverdue(payments: Payments): Promise<number> {
  const members = await findOverdue(payments.db, AT_ONCE);
  for (const memberId of members) await syncMember(payments, memberId);
  return members.length;
}

/**
 * Once a day, by whichever process comes first, everybody is compared (`npm run billing:reconcile` does the same).
 * @returns undefined when it was done today
 */
export async function reconcileDaily(
  payments: Payments,
  onOrderPayment: OrderListener,
): Promise<Reconciled | undefined> {
  const { db, log } = payments;
  if (!(await takeTurn(db, `reconcile ${new Date().toISOString().slice(0, 10)}`))) return undefined;
  const result = await reconcile(payments, onOrderPayment, (line) => log.warn({ line }, 'billing repaired'));
  log.info({ ...result }, 'billing compared with the provider');
  return result;
}

export function sweepBilling(app: FastifyInstance, payments: Payments, onOrderPayment: OrderListener): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    timer = setInterval(() => {
      askAboutOverdue(payments)
        .then(() => reconcileDaily(payments, onOrderPayment))
        .then(() => sweepEvents(payments.db))
        .catch((error: Error) =>
          app.log.warn({ reason: error.message }, 'billing could not be looked after'),
        );
    }, EVERY).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
