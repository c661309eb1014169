// What can be known of a card without asking anybody. Pure: the tests run it without a browser.

/** As the sandbox's API takes it. */
export interface Card {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

export type Field = 'number' | 'expiry' | 'cvc';

/** A field's fault in Stripe's words. */
export interface Fault {
  code: string;
  message: string;
}

const DIGITS = { most: 19, ofAmex: 15, usual: 16 };

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

function isAmex(number: string): boolean {
  return /^3[47]/.test(number);
}

/** Visa, Mastercard, Discover and most others have sixteen. */
function lengthOf(number: string): number {
  if (isAmex(number)) return DIGITS.ofAmex;
  return /^(4|5|2[2-7]|6011|64|65)/.test(number) ? DIGITS.usual : DIGITS.most;
}

/** 4242424242424242 → 4242 4242 4242 4242, and as American Express prints it. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text);
  const number = digits.slice(0, lengthOf(digits));
  const groups = isAmex(number)
    ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/.exec(number)?.slice(1)
    : number.match(/\d{1,4}/g);
  return (groups ?? []).filter((group) => group !== undefined).join(' ');
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

/** The check digit every card number ends with. */
export function hasCheckDigit(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export function numberFault(text: string): Fault | undefined {
  const number = digitsOf(text);
  const wanted = lengthOf(number);
  const least = wanted === DIGITS.most ? 13 : wanted;
  if (number.length < least) return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  if (!hasCheckDigit(number)) return { code: 'invalid_number', message: 'Your card number is invalid.' };
  return undefined;
}

/** @param now whose month still counts */
export function expiryFault(text: string, now: Date): Fault | undefined {
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

export function cvcFault(text: string, numberText: string): Fault | undefined {
  const wanted = isAmex(digitsOf(numberText)) ? 4 : 3;
  if (digitsOf(text).length >= wanted) return undefined;
  return { code: 'incomplete_cvc', message: 'Your card’s security code is incomplete.' };
}

export function readExpiry(text: string): { month?: number; year?: number } {
  const [month, year] = text.split('/').map(digitsOf);
  if (month?.length !== 2 || year?.length !== 2) return {};
  return { month: Number(month), year: 2000 + Number(year) };
}

/** @returns the card when nothing is wrong with it */
export function readCard(values: Record<Field, string>, now: Date): Card | undefined {
  const { month, year } = readExpiry(values.expiry);
  const isWrong =
    numberFault(values.number) ?? expiryFault(values.expiry, now) ?? cvcFault(values.cvc, values.number);
  if (isWrong || month === undefined || year === undefined) return undefined;
  return { number: digitsOf(values.number), expMonth: month, expYear: year, cvc: digitsOf(values.cvc) };
}
