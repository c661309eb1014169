import type { PaymentSettings } from './provider.settings.ts';

const DASHBOARD = 'https://dashboard.stripe.com';

/** A customer's page at the provider, for staff who may sign in there; null where there is none. */
export function customerUrl(
  billing: { settings: PaymentSettings } | undefined,
  customerId: string,
): string | null {
  if (billing === undefined || billing.settings.sandbox !== undefined) return null;
  return `${DASHBOARD}${billing.settings.isLive ? '' : '/test'}/customers/${encodeURIComponent(customerId)}`;
}
