import type { LeasedCustomer } from '../billing.services.ts';
import { ProviderRefusal } from '../provider/provider.errors.ts';
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
  for (const one of subscriptions.filter(isLive)) {
    const { customerCardId: card, metadata } = one;
    if (card === null || card === metadata[CUSTOMER_CARD]) continue;
    await payOverdue(customer, one, card);
    const { provider } = customer.billing;
    await provider.subscriptions.setCard(one.id, card, { [CUSTOMER_CARD]: card }).catch(logRefusal(customer));
    hasChanged = true;
  }
  return hasChanged;
}

/** The latest bill is the one that makes an overdue subscription active. */
async function payOverdue(customer: LeasedCustomer, one: ProviderSubscription, card: string): Promise<void> {
  if (one.latestInvoiceId === null || !isOverdue(one)) return;
  await customer.billing.provider.payInvoice(one.latestInvoiceId, card).catch(logRefusal(customer));
}

/** The bank's no, or a bill that was paid meanwhile: the sync that follows reads what became of it. */
function logRefusal({ billing, memberId }: LeasedCustomer) {
  return (error: unknown) => {
    if (!(error instanceof ProviderRefusal)) throw error;
    billing.log.warn({ memberId, code: error.code }, 'a card changed at the provider was not taken');
  };
}
