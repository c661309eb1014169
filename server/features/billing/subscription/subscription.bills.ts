import type { Bills } from '#contract/billing.ts';
import { withPlan } from '../billing.prices.ts';
import type { BillingServices } from '../billing.services.ts';
import { undefinedIfMissing } from '../provider/provider.errors.ts';
import { findCustomerId } from './subscription.customers.queries.ts';
import { isLive } from './subscription.state.ts';

const NOTHING: Bills = { card: null, place: null, bills: [] };

/** Read from the provider at each call: nothing of it is stored here. */
export async function readBills(billing: BillingServices, memberId: string): Promise<Bills> {
  const customerId = await findCustomerId(billing.db, memberId);
  if (customerId === undefined) return NOTHING;
  const { provider } = billing;
  const read = async (): Promise<Bills> => {
    const isTaxed = billing.settings.tax !== undefined;
    const [bills, subscriptions, customer] = await Promise.all([
      provider.listBills(customerId),
      provider.subscriptions.list(customerId),
      isTaxed ? provider.findCustomer(customerId) : undefined,
    ]);
    const live = subscriptions.find(isLive);
    // The subscription's own card wins.
    const cardId = live?.cardId ?? live?.customerCardId ?? null;
    const card = cardId === null ? null : await provider.findCard(cardId);
    return {
      card,
      place: customer?.place.country == null ? null : customer.place,
      bills: bills.map((bill) => withPlan(billing, bill)),
    };
  };
  return (await read().catch(undefinedIfMissing)) ?? NOTHING;
}
