import type { PlanTier } from '#contract/billing.ts';

/** What paying takes. Two of these are secret: `secretKey` and `webhookSecret` are told to nobody. */
export interface PaymentSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The recurring price of each plan at the provider; what is not among them cannot be bought. */
  priceIds: Readonly<Record<PlanTier, string>>;
  /** Money is real. */
  isLive: boolean;
  /** A stand-in on this machine instead of Stripe. */
  sandbox: { apiBase: string; jsUrl: string | undefined } | undefined;
  /** Instead of the 20 seconds a call may take; for tests. */
  timeoutMilliseconds?: number;
}
