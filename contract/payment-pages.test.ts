import { expect, test } from 'vitest';
import { isPayingPage, isReturnPage } from './payment-pages.ts';

test.each(['/subscribe', '/subscribe/', '/subscription', '/subscription/', '/orders', '/orders/'])(
  '%s is a page somebody pays on',
  (pathname) => {
    expect([isPayingPage(pathname), isReturnPage(pathname)]).toEqual([true, false]);
  },
);

test.each(['/', '', '/subscriber', '/subscribe/x', '/orders//', '/api/orders', '/Orders'])(
  '%s is none',
  (pathname) => {
    expect([isPayingPage(pathname), isReturnPage(pathname)]).toEqual([false, false]);
  },
);

test.each(['/subscription-success', '/subscription-success/'])('%s is where payments lead', (pathname) => {
  expect([isPayingPage(pathname), isReturnPage(pathname)]).toEqual([false, true]);
});
