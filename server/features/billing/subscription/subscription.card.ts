import type { LeasedCustomer } from '../billing.services.ts';
import { ProviderRequestError } from '../provider/provider.errors.ts';
import type { ProviderSubscription } from '../provider/provider.types.ts';
import { isLive, isOverdue } from './subscription.state.ts';

/** Metadata of a subscription: the customer's card that was last put on it. */
export const CUSTOMER_CARD = 'customerCard';

/**
 * The provider's own pages change the customer's card, and a subscription with a card of its own goes on being charged
 * to that one. So a card that is new there is put on the subscription, once: a card the member pays with here afterwards
 * is the newer of the two.
 * @returns whether anything changed
 */
export async function adoptCustomerCard(
  customer: LeasedCustomer,
  subscriptions: readonly ProviderSubscription[],
): Promise<boolean> {
  let hasChanged = false;
  for (const subscription of subscriptions.filter(isLive)) {
    const { customerCardId: card, metadata } = subscription;
    if (card === null || card === metadata[CUSTOMER_CARD]) continue;
    if (isOverdue(subscription)) await payLatest(customer, subscription, card);
    const isTaken = await take(customer, subscription, card);
    // Only once the card is noted as taken: a bank that says no to an upgrade is asked once.
    if (isTaken && subscription.pendingPriceId !== null) await payLatest(customer, subscription, card);
    hasChanged = true;
  }
  return hasChanged;
}

async function take(customer: LeasedCustomer, { id }: ProviderSubscription, card: string): Promise<boolean> {
  const { subscriptions } = customer.billing.provider;
  return await unlessRefused(customer, subscriptions.setCard(id, card, { [CUSTOMER_CARD]: card }));
}

/** The latest bill is the one that makes an overdue subscription active, or opens an upgrade. */
async function payLatest(
  customer: LeasedCustomer,
  { latestInvoiceId }: ProviderSubscription,
  card: string,
): Promise<void> {
  if (latestInvoiceId === null) return;
  await unlessRefused(customer, customer.billing.provider.payInvoice(latestInvoiceId, card));
}

/** A declined payment, or a bill that was paid meanwhile: the sync that follows reads its state. */
async function unlessRefused({ billing, memberId }: LeasedCustomer, work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (!(error instanceof ProviderRequestError)) throw error;
    billing.log.warn({ memberId, code: error.code }, 'a card changed at the provider was not taken');
    return false;
  }
}
