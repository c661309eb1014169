import { describe, expect, it } from 'vitest';
import { FAULTS, formatExpiry, formatNumber, readCard } from './card-rules.ts';

const NOW = new Date(2026, 10, 21);

describe('a card number', () => {
  it('is grouped as it is printed', () => {
    expect(formatNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(formatNumber('42424')).toBe('4242 4');
    expect(formatNumber('4242-4242 4242 4242 99')).toBe('4242 4242 4242 4242');
    expect(formatNumber('no')).toBe('');
  });

  it.each([
    ['', 'incomplete_number'],
    ['4242 4242 4242 424', 'incomplete_number'],
    ['4242 4242 4242 4241', 'invalid_number'],
    ['4242 4242 4242 4242', undefined],
    ['4000 0025 0000 3155', undefined],
  ])('%s: %s', (number, code) => {
    expect(FAULTS.number(number, NOW)?.code).toBe(code);
  });
});

describe('an expiration date', () => {
  it.each([
    ['1', '1'],
    ['4', '04'],
    ['12', '12'],
    ['13', '01 / 3'],
    ['134', '01 / 34'],
    ['1234', '12 / 34'],
    ['12345', '12 / 34'],
    ['1/', '01'],
    ['01/2034', '01 / 34'],
    ['1/34', '01 / 34'],
    ['12 / 3', '12 / 3'],
    ['12 /', '12'],
    ['122034', '12 / 34'],
    ['', ''],
  ])('%s is shown as %s', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });

  it.each([
    ['12', 'incomplete_expiry'],
    ['12 / 3', 'incomplete_expiry'],
    ['00 / 34', 'invalid_expiry_month'],
    ['11 / 25', 'invalid_expiry_year_past'],
    ['10 / 26', 'invalid_expiry_month_past'],
    ['11 / 26', undefined],
    ['12 / 90', 'invalid_expiry_year'],
  ])('%s: %s', (text, code) => {
    expect(FAULTS.expiry(text, NOW)?.code).toBe(code);
  });
});

it('wants a security code of three digits', () => {
  expect(FAULTS.cvc('12', NOW)?.code).toBe('incomplete_cvc');
  expect(FAULTS.cvc('123', NOW)).toBeUndefined();
});

it('is read when nothing is wrong with it', () => {
  const typed = { number: '4242 4242 4242 4242', expiry: '03 / 30', cvc: '123' };
  expect(readCard(typed, NOW)).toEqual({
    card: { number: '4242424242424242', expMonth: 3, expYear: 2030, cvc: '123' },
  });
  expect(readCard({ ...typed, expiry: '', cvc: '' }, NOW)).toMatchObject({ wrong: { field: 'expiry' } });
});
