// Automatic tax: what the provider's own does with an address, at made-up rates.
import { z } from 'zod';
import type { Account } from './account.ts';
import { refused } from './errors.ts';
import type { Customer, Invoice, Line, Subscription } from './records.ts';
import type { Address, TaxBehavior, TotalTax } from './tax-records.ts';

export const automaticTaxParams = z.strictObject({ enabled: z.boolean() }).optional();

export const addressParams = z.strictObject({ country: z.string(), postal_code: z.string() });

/** Where the sandbox's seller is registered, and what is added there. No country's real rate is claimed. */
const PERCENT: Readonly<Record<string, number>> = { US: 8, CA: 5, DE: 19, GB: 20, AU: 10 };

export const REGISTERED = Object.keys(PERCENT);

/** Where a business that gives its tax ID accounts for the tax itself; the sandbox’s seller is in none of them. */
const REVERSE_CHARGE = ['DE', 'GB', 'AU'];

/** What the provider needs to know a place: a ZIP code in the US, a postal code in Canada, elsewhere the country. */
function isRecognized({ country, postal_code: code }: Address): boolean {
  if (country === 'US') return /^(?!00000)\d{5}(?:-\d{4})?$/.test(code ?? '');
  if (country === 'CA') return /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(code ?? '');
  return /^[A-Z]{2}$/.test(country ?? '');
}

const unrecognized = () =>
  refused(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: 'customer_tax_location_invalid' },
  );

/** @throws StripeError unless tax can be calculated there */
export function toAddress({ country, postal_code }: z.infer<typeof addressParams>): Address {
  const address = { city: null, country, line1: null, line2: null, postal_code, state: null };
  if (!isRecognized(address)) throw unrecognized();
  return address;
}

/** @throws StripeError unless the customer's address is one tax can be calculated for */
export function requireTaxLocation({ address }: Customer): void {
  if (!address || !isRecognized(address)) throw unrecognized();
}

export const subscriptionTax = (isOn: boolean): Subscription['automatic_tax'] => ({
  disabled_reason: null,
  enabled: isOn,
  liability: isOn ? { type: 'self' } : null,
});

export const invoiceTax = (isOn: boolean): Invoice['automatic_tax'] => ({
  disabled_reason: null,
  enabled: isOn,
  liability: isOn ? { type: 'self' } : null,
  provider: isOn ? 'stripe' : null,
  status: isOn ? 'complete' : null,
});

/** How a line's price stands to tax; what has no price was told it. */
function behaviorOf({ tables, internals }: Account, { parent, pricing }: Line): TaxBehavior {
  const price = tables.prices.find(pricing?.price_details.price);
  const item = 'invoice_item_details' in parent ? parent.invoice_item_details.invoice_item : '';
  return price?.tax_behavior ?? internals.taxBehaviorOfItem[item] ?? 'unspecified';
}

/** What is added to the total. @param discountCents taken off before tax */
export function addTax(account: Account, invoice: Invoice, discountCents: number): number {
  invoice.total_taxes = [];
  if (!invoice.automatic_tax.enabled) return 0;
  const country = account.tables.customers.require(invoice.customer).address?.country ?? '';
  const isReversed =
    REVERSE_CHARGE.includes(country) && account.internals.taxIdOfCustomer[invoice.customer] !== undefined;
  const percent = isReversed ? 0 : (PERCENT[country] ?? 0);
  const [first] = invoice.lines.data;
  if (first === undefined) return 0;
  const behavior = behaviorOf(account, first);
  if (behavior === 'unspecified')
    throw refused('A price without a tax behavior cannot be used with automatic tax.');
  const base = invoice.subtotal - discountCents;
  const isIncluded = behavior === 'inclusive';
  const amount = Math.round(isIncluded ? base - base / (1 + percent / 100) : (base * percent) / 100);
  invoice.total_taxes = [
    {
      amount,
      tax_behavior: behavior,
      tax_rate_details: null,
      taxability_reason: reasonOf(country, isReversed),
      taxable_amount: isIncluded ? base - amount : base,
      type: 'tax_rate_details',
    },
  ];
  return isIncluded ? 0 : amount;
}

function reasonOf(country: string, isReversed: boolean): TotalTax['taxability_reason'] {
  if (isReversed) return 'reverse_charge';
  return country in PERCENT ? 'standard_rated' : 'not_collecting';
}
