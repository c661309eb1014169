// What the payment provider tells, in our words: no other file needs to know how its objects are built.

/** Unix seconds, like every moment of the provider. */
type Seconds = number;

export interface ProviderSubscription {
  id: string;
  /** Open: the provider adds words. */
  status: string;
  createdAt: Seconds;
  itemId: string;
  priceId: string;
  periodStart: Seconds;
  periodEnd: Seconds;
  /** When it ends, however that was asked for: by us, on the provider's pages, or by its staff. */
  endsAt: Seconds | null;
  isEndingWithPeriod: boolean;
  /** A trial that has no card yet: nothing was agreed to. */
  hasPendingSetup: boolean;
  /** The price an upgrade waits for, until its invoice is paid. */
  pendingPriceId: string | null;
  metadata: Readonly<Record<string, string>>;
  latestInvoiceId: string | null;
  /** More than one is a fault: each is paid for. */
  items: number;
}

export interface ProviderInvoice {
  id: string;
  /** draft, open, paid, uncollectible or void. */
  status: string;
  customerId: string | null;
  subscriptionId: string | null;
  amountDueCents: number;
  currency: string;
  createdAt: Seconds;
  finalizedAt: Seconds | null;
  /** Opens this one payment to whoever has it. */
  clientSecret: string | null;
}

/** States in which a browser can confirm a payment; with others the form would not even open. */
const PAYABLE = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

export const isPayable = (status: string | undefined) => PAYABLE.has(status ?? '');

/** A payment that belongs to an order, not to a subscription. */
export interface OrderPayment {
  paymentIntentId: string;
  /** From the payment's metadata; written by us when it was made. */
  orderId: string | null;
  /** requires_payment_method, requires_confirmation, requires_action, processing, succeeded or canceled. */
  status: string;
  amountCents: number;
  currency: string;
  isPaid: boolean;
  /** All of it. */
  isRefunded: boolean;
  /** Its owner's bank wants it back, or has got it. */
  isDisputed: boolean;
  /** The bank has got it: that is settled, and not for us. */
  isLost: boolean;
  clientSecret: string | null;
}

export interface ProviderDispute {
  id: string;
  status: string;
  paymentIntentId: string | null;
}

/** The owner of the card got nothing back, or nobody wants it any more. */
const HARMLESS = new Set([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
]);

/** Whether the money is being taken back, or was: a lost dispute suspends for good, and so does a word we do not know. */
export const isSuspending = ({ status }: Pick<ProviderDispute, 'status'>) => !HARMLESS.has(status);

/** A signed note of the provider. What it is about is read anew. */
export interface ProviderEvent {
  id: string;
  type: string;
  isLive: boolean;
  objectId: string;
  customerId: string | null;
  paymentIntentId: string | null;
}

/**
 * The provider is there and says no. `missing`: what was named does not exist; `card`: the bank refused, and the
 * message is made for the member; `other`: what was asked does not fit its state.
 */
export class ProviderRefusal extends Error {
  readonly kind: 'missing' | 'card' | 'other';
  readonly code: string;

  constructor(kind: 'missing' | 'card' | 'other', code: string, message: string) {
    super(message);
    this.name = 'ProviderRefusal';
    this.kind = kind;
    this.code = code;
  }
}
