// The payment provider's objects as the rest of billing sees them.
import type { Bill, BillingAddress, TaxReason } from '#contract/billing.ts';
import type { TaxKind } from './provider.settings.ts';

/** Unix seconds, like every timestamp of the provider. */
type Seconds = number;

export interface ProviderSubscription {
  id: string;
  /** The provider adds values from time to time. */
  status: string;
  createdAt: Seconds;
  itemId: string;
  priceId: string;
  /** What a period costs, in cents of `currency`. */
  amountCents: number;
  currency: string;
  /** Whether tax is included in the amount or added; null: its bills have none. */
  tax: TaxKind | null;
  periodStart: Seconds;
  periodEnd: Seconds;
  /** Months are counted from here: from the 31st to the last day of shorter ones, and back. */
  anchor: Seconds;
  /** When it ends, whether requested by us, on the provider's pages, or by its staff. */
  endsAt: Seconds | null;
  isEndingWithPeriod: boolean;
  /** A trial that has no card yet. */
  hasPendingSetup: boolean;
  /** The price an upgrade waits for, until its invoice is paid. */
  pendingPriceId: string | null;
  metadata: Readonly<Record<string, string>>;
  /** Those that run; known of listed ones only. */
  discounts: readonly ProviderDiscount[];
  /** It is charged to this one, else to the customer's. */
  cardId: string | null;
  /** Of the customer: what the provider's own pages change. A subscription with a card of its own is not charged to it. */
  customerCardId: string | null;
  latestInvoiceId: string | null;
  /** More than one is an error: each is charged. */
  items: number;
}

/** What a coupon takes off. */
export interface CouponTerms {
  percentOff: number | null;
  /** In cents of our currency. */
  amountOffCents: number | null;
  /** Months it counts; null: every month. */
  months: number | null;
}

export interface ProviderDiscount extends CouponTerms {
  endsAt: Seconds | null;
}

/** A code that people type, and its ID. */
export interface PromotionCode extends CouponTerms {
  id: string;
  code: string;
  /** The least a first bill must come to before it counts, in cents. */
  minimumCents: number | null;
}

export interface ProviderInvoice {
  id: string;
  /** draft, open, paid, uncollectible or void. */
  status: string;
  customerId: string | null;
  subscriptionId: string | null;
  amountDueCents: number;
  /** Taken off by coupons. */
  discountCents: number;
  amountPaidCents: number;
  /** In its amounts either way; null where none is computed. Of a place without tax the kind is unknown. */
  tax: { amountCents: number; kind: TaxKind | null; reason: TaxReason | null } | null;
  /** What its tax was computed for. */
  place: BillingAddress;
  /** All that was paid was given back. */
  isRefunded: boolean;
  currency: string;
  createdAt: Seconds;
  finalizedAt: Seconds | null;
  paidAt: Seconds | null;
  /** Lets its bearer confirm this one payment. */
  clientSecret: string | null;
}

/** A bill by the price it charges; which plan that is, the settings say. */
export type ProviderBill = Omit<Bill, 'plan'> & { priceId: string | null };

/** Statuses in which a browser can confirm a payment; the form does not open with any other. */
const PAYABLE = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

export const isPayable = (status: string | undefined) => PAYABLE.has(status ?? '');

/** A payment that belongs to an order, not to a subscription. */
export interface OrderPayment {
  paymentIntentId: string;
  /** Of orders from before there were bills: from the metadata of the payment. */
  orderId: string | null;
  /** requires_payment_method, requires_confirmation, requires_action, processing, succeeded or canceled. */
  status: string;
  amountCents: number;
  currency: string;
  isPaid: boolean;
  /** All of it. */
  isRefunded: boolean;
  /** The card owner's bank claims it back, or got it back. */
  isDisputed: boolean;
  /** The dispute was decided against us. */
  isLost: boolean;
  clientSecret: string | null;
}

export interface ProviderDispute {
  id: string;
  status: string;
  paymentIntentId: string | null;
}

/** The owner of the card got nothing back. */
const NOT_SUSPENDING = new Set([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
]);

/** Whether the money is being taken back, or was: a lost dispute suspends for good, and so does an unknown status. */
export const isSuspending = ({ status }: Pick<ProviderDispute, 'status'>) => !NOT_SUSPENDING.has(status);

/** A signed webhook event. What it is about is read from the provider again. */
export interface ProviderEvent {
  id: string;
  type: string;
  isLive: boolean;
  objectId: string | null;
  customerId: string | null;
  paymentIntentId: string | null;
}
