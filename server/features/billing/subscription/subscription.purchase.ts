import { randomUUID } from 'node:crypto';
import type { Payment, PlanTier, Tax } from '#contract/billing.ts';
import { TIER_NAMES, tierRank } from '#contract/tiers.ts';
import type { Lease } from '#server/core/jobs/leases.ts';
import { type PlanPrice, requirePlanForSale } from '../billing.prices.ts';
import { addressNeeded, billingProblem, conflict, inProgress } from '../billing.problems.ts';
import { type BillingServices, type LeasedCustomer, withMemberLease } from '../billing.services.ts';
import { hasResponded, ProviderRequestError } from '../provider/provider.errors.ts';
import {
  isPayable,
  type PromotionCode,
  type ProviderInvoice,
  type ProviderSubscription,
} from '../provider/provider.types.ts';
import { hasCurrentTax, isAddressError, requireBillingAddress } from './subscription.address.ts';
import { CUSTOMER_CARD } from './subscription.card.ts';
import { type RequiredCustomer, requireCustomer } from './subscription.customers.ts';
import { requirePromotionCode, unusableCode } from './subscription.discounts.ts';
import {
  addAttempt,
  closeAttempts,
  findOpenAttempt,
  setAttemptSubscription,
} from './subscription.purchase.queries.ts';
import { isIncomplete, isLive } from './subscription.state.ts';
import { readStatus } from './subscription.status.ts';
import { syncCustomer } from './subscription.sync.ts';
import { closeUnpaid, refuseSecond } from './subscription.unpaid.ts';

/** The provider expires an unpaid subscription after 23 hours, and a key after 24. Seconds. */
const MAX_AGE = 22 * 60 * 60;

/** Without a secret nothing is due: the customer's credit paid for it, and it is active. */
type Purchase = Omit<Payment, 'clientSecret'> & {
  clientSecret: string | null;
  subscriptionId: string;
  monthlyCents: number;
  discount: { code: string; offCents: number; months: number | null } | null;
  tax: Tax | null;
};

/** A customer who is buying. */
type Buyer = LeasedCustomer &
  Pick<RequiredCustomer, 'cardId' | 'place'> & {
    price: PlanPrice;
    /** Null: without one; undefined: as the purchase that was started. */
    code: PromotionCode | null | undefined;
  };

/** Metadata of a subscription: the promotion code it was bought with. */
const PROMOTION_CODE = 'promotionCode';

/**
 * Starts a subscription, or continues an unpaid one of this price. Decided under the member's lease by what the provider
 * has: two tabs, a double click and a repetition after a lost response end with one subscription.
 * @throws HttpProblem 400 unknown price, 409 with one of SUBSCRIPTION_CONFLICTS, 503
 */
export async function getOrCreateSubscription(
  billing: BillingServices,
  memberId: string,
  { priceId, promotionCode: typed }: { priceId: string; promotionCode?: string | null | undefined },
): Promise<Purchase> {
  const price = await requirePlanForSale(billing, priceId);
  const code = typeof typed === 'string' ? await requirePromotionCode(billing, typed, price) : typed;
  const purchase = (lease: Lease) => purchaseWithLease(lease, { billing, memberId, price, code });
  const wanted = code === undefined ? '' : (code?.id ?? 'none');
  return await withMemberLease(billing, memberId, purchase, `purchase ${priceId} ${wanted}`);
}

async function purchaseWithLease(
  lease: Lease,
  order: Pick<Buyer, 'billing' | 'memberId' | 'price' | 'code'>,
): Promise<Purchase> {
  const { billing, memberId, price } = order;
  const { isNew, ...known } = await requireCustomer(billing, lease, memberId);
  requireBillingAddress(billing, known.place);
  const customer = { ...order, lease, ...known };
  const earlier = isNew ? [] : await continueOrClose(customer);
  if ('subscriptionId' in earlier) return earlier;
  if (isNew) await refuseIncluded(customer, price.plan);
  const { subscription, invoice } = await create(customer, earlier);
  // Stored at once, for the status; and by now something may have been paid.
  const after = await syncCustomer(customer);
  // As listed, with its discounts.
  const created = after.subscriptions.find(({ id }) => id === subscription.id) ?? subscription;
  if (after.chosen?.id === created.id && isLive(after.chosen) && invoice.amountDueCents === 0) {
    return { ...purchaseOf(created, invoice), clientSecret: null };
  }
  refuseSecond(after);
  return toPurchase(created, invoice);
}

/** @returns an unpaid purchase to continue, or every subscription there was, none of which can be paid any more */
async function continueOrClose(customer: Buyer): Promise<Purchase | readonly ProviderSubscription[]> {
  const synced = await syncCustomer(customer);
  refuseSecond(synced);
  await refuseIncluded(customer, customer.price.plan);
  const unpaid = synced.subscriptions.filter(isIncomplete);
  const usable = await reuseOrClose(customer, unpaid);
  if (usable !== undefined) return usable;
  if (unpaid.length > 0) refuseSecond(await syncCustomer(customer));
  return synced.subscriptions;
}

/**
 * A plan below what the member has by a trial or by an administrator would open nothing; nor would the one that an
 * administrator gave. A trial ends by itself, so its plan is sold.
 * @throws HttpProblem 409
 */
export async function refuseIncluded(
  { billing, memberId }: Pick<LeasedCustomer, 'billing' | 'memberId'>,
  plan: PlanTier,
): Promise<void> {
  const { tier, plan: paid, trial } = await readStatus(billing.db, memberId);
  const isMoreThanPaid = paid === null ? tier !== 'basic' : tierRank(tier) > tierRank(paid);
  const isGiven = isMoreThanPaid && trial.endsAt === null;
  if (isGiven && plan === tier) {
    throw conflict('plan_included', `You have ${TIER_NAMES[tier]} at no charge.`);
  }
  if (tierRank(plan) >= tierRank(tier)) return;
  throw conflict('plan_included', `${TIER_NAMES[plan]} is included in what you have: ${TIER_NAMES[tier]}.`);
}

/**
 * Of the unpaid subscriptions of earlier attempts, continues the newest of this price and closes the others.
 * @returns the payment to continue with
 */
async function reuseOrClose(
  customer: Buyer,
  unpaid: readonly ProviderSubscription[],
): Promise<Purchase | undefined> {
  let usable: Purchase | undefined;
  for (const subscription of unpaid.toSorted((a, b) => b.createdAt - a.createdAt)) {
    const isWanted = usable === undefined && isSame(customer, subscription);
    const found = isWanted ? await findUsable(customer, subscription) : undefined;
    if (found === undefined) await closeUnpaid(customer, subscription);
    else usable = found;
  }
  return usable;
}

const isSame = ({ price, code }: Buyer, { priceId, metadata }: ProviderSubscription) =>
  priceId === price.priceId && (code === undefined || code?.code === metadata[PROMOTION_CODE]);

async function findUsable(
  { billing, place }: Buyer,
  unpaid: ProviderSubscription,
): Promise<Purchase | undefined> {
  const { provider } = billing;
  const isFresh = Date.now() / 1000 - unpaid.createdAt < MAX_AGE;
  if (!isFresh || unpaid.latestInvoiceId === null) return undefined;
  const invoice = await provider.readInvoice(unpaid.latestInvoiceId);
  if (invoice.status !== 'open' || invoice.clientSecret === null) return undefined;
  if (!hasCurrentTax(billing, invoice, place)) return undefined;
  const status = await provider.readPaymentStatus(invoice.id);
  if (status === 'processing') throw inProgress();
  return isPayable(status) ? toPurchase(unpaid, invoice) : undefined;
}

/**
 * Creates one subscription per attempt: the attempt's id is the idempotency key, so a repetition after a lost response gets
 * the same one. Any response, good or bad, closes the attempt, because the provider would repeat it for a day.
 */
async function create(
  customer: Buyer,
  known: readonly ProviderSubscription[],
): Promise<{ subscription: ProviderSubscription; invoice: ProviderInvoice }> {
  const { billing, lease, memberId, customerId, code } = customer;
  const { priceId } = customer.price;
  const closeAll = () => lease.write((transaction) => closeAttempts(transaction, memberId));
  for (;;) {
    const attemptId = await openAttempt(customer);
    try {
      const created = await billing.provider.subscriptions.create(
        {
          customerId,
          priceId,
          promotionCodeId: code?.id,
          isTaxed: billing.settings.tax !== undefined,
          metadata: metadataOf(customer),
        },
        `subscription-${attemptId}`,
      );
      // A repeated response about a subscription that has ended since.
      if (known.some(({ id }) => id === created.subscription.id)) {
        await closeAll();
        continue;
      }
      await lease.write((transaction) =>
        setAttemptSubscription(transaction, attemptId, created.subscription.id),
      );
      return created;
    } catch (error) {
      if (hasResponded(error)) await closeAll();
      if (isAddressError(error)) throw addressNeeded();
      throw code && error instanceof ProviderRequestError ? unusableCode() : error;
    }
  }
}

function metadataOf({ memberId, cardId, code }: Buyer): Record<string, string> {
  return {
    userId: memberId,
    // The customer's card is not put on a subscription that was paid for with a newer one.
    ...(cardId === null ? {} : { [CUSTOMER_CARD]: cardId }),
    ...(code ? { [PROMOTION_CODE]: code.code } : {}),
  };
}

async function openAttempt({ billing, lease, memberId, price, code }: Buyer): Promise<string> {
  const { priceId } = price;
  const promotionCode = code?.id ?? null;
  const open = await findOpenAttempt(billing.db, memberId);
  const isFor = open?.priceId === priceId && open.promotionCode === promotionCode;
  if (isFor && open.subscriptionId === null && open.ageSeconds < MAX_AGE) return open.id;
  const id = randomUUID();
  await lease.write(async (transaction) => {
    await closeAttempts(transaction, memberId);
    await addAttempt(transaction, { id, memberId, priceId, promotionCode });
  });
  return id;
}

function toPurchase(subscription: ProviderSubscription, invoice: ProviderInvoice): Purchase {
  return { ...purchaseOf(subscription, invoice), ...toPayment(invoice) };
}

function purchaseOf(subscription: ProviderSubscription, invoice: ProviderInvoice) {
  const { id: subscriptionId, amountCents: monthlyCents } = subscription;
  const { amountDueCents: amountCents, currency } = invoice;
  const discount = discountOf(subscription, invoice);
  const tax = invoice.tax && {
    ...invoice.tax,
    kind: subscription.tax ?? 'added',
    place: invoice.place,
  };
  return { intent: 'payment' as const, amountCents, currency, subscriptionId, monthlyCents, discount, tax };
}

/** One that counts once is gone from the subscription when its first bill is made. */
function discountOf({ metadata, discounts }: ProviderSubscription, { discountCents }: ProviderInvoice) {
  const code = metadata[PROMOTION_CODE];
  if (code === undefined || discountCents === 0) return null;
  return {
    code,
    offCents: discountCents,
    months: discounts.length === 0 ? 1 : (discounts[0]?.months ?? null),
  };
}

/** @throws HttpProblem 502 without a secret */
function toPayment({ clientSecret, amountDueCents, currency }: ProviderInvoice): Payment {
  if (clientSecret === null) throw noSecret();
  return { clientSecret, intent: 'payment', amountCents: amountDueCents, currency };
}

/** The payment of an invoice, if it can be confirmed now. @throws HttpProblem 409 while a bank decides */
export async function findPayment(
  { provider }: BillingServices,
  invoiceId: string,
): Promise<Payment | undefined> {
  const invoice = await provider.readInvoice(invoiceId);
  if (invoice.status !== 'open') return undefined;
  const status = await provider.readPaymentStatus(invoiceId);
  if (status === 'processing') throw inProgress();
  return isPayable(status) ? toPayment(invoice) : undefined;
}

const noSecret = () =>
  billingProblem(502, 'No client secret returned from payment processor', 'no_client_secret');
