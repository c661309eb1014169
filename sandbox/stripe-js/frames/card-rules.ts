// What can be checked of a card without its bank, in the form's frame and on the portal's page.

/** As the sandbox's API takes it. */
export interface Card {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

export const FIELDS = ['number', 'expiry', 'cvc'] as const;

export type Field = (typeof FIELDS)[number];

/** A field's fault in Stripe's words. */
export interface Fault {
  code: string;
  message: string;
}

/** Of a Visa card: there are no other test cards here. */
const DIGITS = 16;

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** 4242424242424242 → 4242 4242 4242 4242 */
export function formatNumber(text: string): string {
  return (
    digitsOf(text)
      .slice(0, DIGITS)
      .match(/\d{1,4}/g)
      ?.join(' ') ?? ''
  );
}

/**
 * 134 → 01 / 34, 1/ → 01; also what browsers fill in, such as 01/2034. Nothing stands behind the month until the year
 * begins: a separator there could not be deleted.
 */
export function formatExpiry(text: string): string {
  const [first = '', second] = text.split('/').map(digitsOf);
  const isMonthDone = second !== undefined && first.length === 1;
  const isMonthShort = Number(first.slice(0, 1)) > 1 || Number(first.slice(0, 2)) > 12;
  const digits =
    (isMonthDone || (second === undefined && isMonthShort) ? `0${first}` : first) + (second ?? '');
  const year = digits.slice(2);
  const shortYear = year.length === 4 && year.startsWith('20') ? year.slice(2) : year.slice(0, 2);
  return shortYear === '' ? digits.slice(0, 2) : `${digits.slice(0, 2)} / ${shortYear}`;
}

/** The check digit every card number ends with (ISO/IEC 7812-1). */
function hasCheckDigit(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function numberFault(text: string): Fault | undefined {
  const number = digitsOf(text);
  if (number.length < DIGITS)
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  if (!hasCheckDigit(number)) return { code: 'invalid_number', message: 'Your card number is invalid.' };
  return undefined;
}

function expiryFault(text: string, now: Date): Fault | undefined {
  const { month, year } = readExpiry(text);
  if (month === undefined || year === undefined) {
    return { code: 'incomplete_expiry', message: 'Your card’s expiration date is incomplete.' };
  }
  if (month < 1 || month > 12) {
    return { code: 'invalid_expiry_month', message: 'Your card’s expiration date is invalid.' };
  }
  const thisYear = now.getFullYear();
  if (year < thisYear) {
    return { code: 'invalid_expiry_year_past', message: 'Your card’s expiration year is in the past.' };
  }
  if (year === thisYear && month < now.getMonth() + 1) {
    return { code: 'invalid_expiry_month_past', message: 'Your card’s expiration date is in the past.' };
  }
  if (year > thisYear + 50) {
    return { code: 'invalid_expiry_year', message: 'Your card’s expiration year is invalid.' };
  }
  return undefined;
}

function cvcFault(text: string): Fault | undefined {
  if (digitsOf(text).length >= 3) return undefined;
  return { code: 'incomplete_cvc', message: 'Your card’s security code is incomplete.' };
}

function readExpiry(text: string): { month?: number; year?: number } {
  const [month, year] = text.split('/').map(digitsOf);
  if (month?.length !== 2 || year?.length !== 2) return {};
  return { month: Number(month), year: 2000 + Number(year) };
}

/** What is wrong with the text of a field; `now` is of a month that still counts. */
export const FAULTS: Record<Field, (text: string, now: Date) => Fault | undefined> = {
  number: numberFault,
  expiry: expiryFault,
  cvc: cvcFault,
};

/** @returns the card, or what is wrong with the first field that is */
export function readCard(
  values: Record<Field, string>,
  now: Date,
): { card: Card; wrong?: undefined } | { card?: undefined; wrong: Fault & { field: Field } } {
  for (const field of FIELDS) {
    const fault = FAULTS[field](values[field], now);
    if (fault) return { wrong: { field, ...fault } };
  }
  const { month = 0, year = 0 } = readExpiry(values.expiry);
  const [number, cvc] = [digitsOf(values.number), digitsOf(values.cvc)];
  return { card: { number, expMonth: month, expYear: year, cvc } };
}
