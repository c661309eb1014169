import { expect, test } from 'vitest';
import { hasPaymentForm, isPaymentReturnPage } from './payment-pages.ts';

test.each(['/subscribe', '/subscribe/', '/subscription', '/subscription/', '/orders', '/orders/'])(
  '%s is a page somebody pays on',
  (pathname) => {
    expect([hasPaymentForm(pathname), isPaymentReturnPage(pathname)]).toEqual([true, false]);
  },
);

test.each(['/', '', '/subscriber', '/subscribe/x', '/orders//', '/api/orders', '/Orders'])(
  '%s is not a payment page',
  (pathname) => {
    expect([hasPaymentForm(pathname), isPaymentReturnPage(pathname)]).toEqual([false, false]);
  },
);

test.each(['/subscription-success', '/subscription-success/'])(
  '%s is a page that payments return to',
  (pathname) => {
    expect([hasPaymentForm(pathname), isPaymentReturnPage(pathname)]).toEqual([false, true]);
  },
);
