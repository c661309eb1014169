// What the sandbox keeps of tax.

export type TaxBehavior = 'exclusive' | 'inclusive' | 'unspecified';

export interface Address {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
}

/** What an invoice says of its tax. */
export interface TotalTax {
  amount: number;
  tax_behavior: 'exclusive' | 'inclusive';
  tax_rate_details: null;
  taxability_reason: 'standard_rated' | 'not_collecting' | 'reverse_charge';
  taxable_amount: number;
  type: 'tax_rate_details';
}
