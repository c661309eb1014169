import type { BillingSettings } from '#contract/billing.ts';

/** Refused by the server before the provider hears of it. */
const NOT_SOLD = 'price_not_sold';

/** Whether a customer would come about at the provider itself, in live or test mode; production has no simulated one. */
export const usesRealStripe = ({ isConfigured, stripeJsUrl }: BillingSettings): boolean =>
  isConfigured && stripeJsUrl === null;

/** What the test page tries to buy: nothing where a customer and a subscription would come about at the provider. */
export const priceToTest = (settings: BillingSettings): string =>
  usesRealStripe(settings) ? NOT_SOLD : (settings.priceIds.basic ?? NOT_SOLD);
