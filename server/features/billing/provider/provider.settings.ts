import type { PlanTier } from '#contract/billing.ts';

/** Of everything sold here: a customer's subscriptions must share one. */
export const CURRENCY = 'usd';

/** What payments need. `secretKey` and `webhookSecret` are secret. */
export interface PaymentSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The monthly prices of each plan at the provider, the newest first: that one is sold, the others are honored. */
  priceIds: Readonly<Record<PlanTier, readonly string[]>>;
  /** What members may do on the provider's own pages; undefined: the account's default. */
  portalConfiguration?: string | undefined;
  /** What else members are offered; absent: nothing. */
  offers?: PaymentOffers;
  /** The provider computes tax, on top of our prices or within them; undefined: none. */
  tax?: TaxKind | undefined;
  /** Money is real. */
  isLive: boolean;
  /** A sandbox on this machine instead of Stripe. */
  sandbox: { apiBase: string; jsUrl: string | undefined } | undefined;
  /** For tests. */
  limits?: Partial<PaymentLimits>;
}

/** Whether tax is included in a price or added. */
export type TaxKind = 'added' | 'included';

export interface PaymentOffers {
  /** Buyers may enter a promotion code. */
  promotionCodes: boolean;
  /** The coupon offered once to members who cancel. */
  retentionCoupon: string | undefined;
  /** Members who cancel are offered, once, to skip a month. */
  pause: boolean;
}

/** Times in milliseconds. */
export interface PaymentLimits {
  /** One HTTP request to the provider. */
  request: number;
  /** Everything one caller asks the provider, retries included. */
  operation: number;
  /** Until a caller's work begins. */
  wait: number;
  /** Operations of members that run at once in a process, and as many webhook events in addition. */
  capacity: number;
}

/** Together a caller waits less than ten seconds, whatever the provider does. */
export const PAYMENT_LIMITS: PaymentLimits = { request: 8000, operation: 9000, wait: 4000, capacity: 40 };
