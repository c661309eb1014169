import { expect, test } from 'vitest';
import { priceToTest } from './price-to-test.ts';

const settings = {
  isConfigured: true,
  takesPromotionCodes: false,
  tax: null,
  priceIds: { basic: 'price_basic' },
};

test.each([
  ['pk_test_1', 'http://localhost:3001/v3', 'price_basic'],
  ['pk_test_1', null, 'price_not_sold'],
  ['pk_live_1', null, 'price_not_sold'],
])('with %s and Stripe.js from %s the test page asks for %s', (publishableKey, stripeJsUrl, price) => {
  expect(priceToTest({ ...settings, publishableKey, stripeJsUrl })).toBe(price);
});

test('without payments there is no price to ask for', () => {
  expect(
    priceToTest({
      isConfigured: false,
      publishableKey: null,
      stripeJsUrl: null,
      priceIds: {},
      takesPromotionCodes: false,
      tax: null,
    }),
  ).toBe('price_not_sold');
});
