// Automatic tax: what the provider's own does with an address, at made-up rates.
import { z } from 'zod';
import type { Account } from './account.ts';
import { refused } from './errors.ts';
import type { Address, Invoice, TotalTax } from './records.ts';
import { flag } from './route.ts';

export const automaticTaxParams = z.strictObject({ enabled: flag }).optional();

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

/** @throws StripeError unless tax can be calculated there */
export function requireTaxLocation(address: Address | null): void {
  if (address && isRecognized(address)) return;
  throw refused(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: 'customer_tax_location_invalid' },
  );
}

/** What is added to the total. @param discountCents taken off before tax */
export function addTax({ tables, internals }: Account, invoice: Invoice, discountCents: number): number {
  invoice.total_taxes = [];
  const [first] = invoice.lines.data;
  if (!invoice.automatic_tax.enabled || first === undefined) return 0;
  const country = tables.customers.require(invoice.customer).address?.country ?? '';
  const isReversed =
    REVERSE_CHARGE.includes(country) && internals.taxIdOfCustomer[invoice.customer] !== undefined;
  const percent = isReversed ? 0 : (PERCENT[country] ?? 0);
  // How a line's price stands to tax; what has no price was told it.
  const price = tables.prices.find(first.pricing?.price_details.price);
  const behavior = price?.tax_behavior ?? internals.taxBehaviorOfLine[first.id] ?? 'unspecified';
  if (behavior === 'unspecified')
    throw refused('A price without a tax behavior cannot be used with automatic tax.');
  const base = invoice.subtotal - discountCents;
  const isIncluded = behavior === 'inclusive';
  const amount = Math.round(isIncluded ? base - base / (1 + percent / 100) : (base * percent) / 100);
  invoice.total_taxes = [
    { amount, tax_behavior: behavior, taxability_reason: reasonOf(country, isReversed) },
  ];
  return isIncluded ? 0 : amount;
}

function reasonOf(country: string, isReversed: boolean): TotalTax['taxability_reason'] {
  if (isReversed) return 'reverse_charge';
  return country in PERCENT ? 'standard_rated' : 'not_collecting';
}
