import type { FastifyInstance } from 'fastify';
import type { Payments } from './billing.payments.ts';
import { findOverdue, setAskedInVain } from './billing.queries.ts';
import { type Reconciled, reconcile } from './billing.reconcile.ts';
import { syncMember } from './billing.sync.ts';
import { onceADay } from './billing.turns.ts';
import type { OrderListener } from './billing.webhook.ts';
import { sweepEvents } from './billing-events.queries.ts';

const EVERY = 600_000;

/** A round asks the provider about so many members; the next follows. */
const AT_ONCE = 20;

/**
 * Subscriptions whose period is over without a word from the provider: the word was lost, or is late. Asked anew,
 * so that a lost note costs somebody minutes of a plan, or gives them minutes, and not until the nightly reconcile.
 * @returns how many were asked about, in vain or not
 */
export async function askAboutOverdue(payments: Payments): Promise<number> {
  const { db, log } = payments;
  const members = await findOverdue(db, AT_ONCE);
  for (const memberId of members) {
    try {
      await syncMember(payments, memberId);
    } catch (error) {
      log.warn({ memberId, reason: String(error) }, 'a subscription could not be asked about');
      await setAskedInVain(db, memberId);
    }
  }
  return members.length;
}

/**
 * Once a day, by whichever process comes first, everybody is compared (`npm run billing:reconcile` does the same).
 * @returns undefined when it was done today, or is being done
 */
export async function reconcileDaily(
  payments: Payments,
  onOrderPayment: OrderListener,
): Promise<Reconciled | undefined> {
  const { db, log } = payments;
  const result = await onceADay(db, 'billing', () =>
    reconcile(payments, onOrderPayment, (line) => log.warn({ line }, 'billing repaired')),
  );
  if (result !== undefined) log.info({ ...result }, 'billing compared with the provider');
  return result;
}

/** All that is done every few minutes; what fails keeps nothing else from being done. */
export async function lookAfterBilling(payments: Payments, onOrderPayment: OrderListener): Promise<void> {
  const jobs = [
    () => askAboutOverdue(payments),
    () => reconcileDaily(payments, onOrderPayment),
    () => sweepEvents(payments.db),
  ];
  for (const job of jobs) {
    await job().catch((error: unknown) =>
      payments.log.warn({ reason: String(error) }, 'billing could not be looked after'),
    );
  }
}

export function sweepBilling(app: FastifyInstance, payments: Payments, onOrderPayment: OrderListener): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    timer = setInterval(() => void lookAfterBilling(payments, onOrderPayment), EVERY).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
