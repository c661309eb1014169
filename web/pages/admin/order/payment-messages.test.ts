import { expect, test } from 'vitest';
import type { StaffOrder } from '#contract/admin-orders.ts';
import { paymentMessage } from './payment-messages.ts';

const message = (order: Partial<StaffOrder['order']>, refund: StaffOrder['refund'] = null) =>
  paymentMessage({
    // The cast: only what is read of an order.
    order: {
      state: 'received',
      isDisputed: false,
      currency: 'usd',
      paidCents: 9900,
      paidAt: '2026-11-26T10:00:00.000Z',
      refundedAt: null,
      ...order,
    } as StaffOrder['order'],
    refund,
    buyer: null,
    dueOn: null,
    hasPayment: true,
  });

test('a payment is paid, disputed, or returned: how much, when and by whom', () => {
  expect(message({})).toBe('paid 2026-11-26 10:00 UTC');
  expect(message({ isDisputed: true })).toBe('disputed: locked');
  const refunded = { state: 'refunded' as const, refundedAt: '2026-11-29T21:02:03.000Z' };
  expect(message(refunded, { by: 'root@example.com', reason: 'Late' })).toBe(
    'returned $99.00 on 2026-11-29 21:02 UTC by root@example.com (paid 2026-11-26 10:00 UTC)',
  );
  expect(message({ ...refunded, isDisputed: true })).toContain('21:02 UTC by the buyer’s bank (paid');
  expect(message({ state: 'refunded' })).toBe('returned $99.00 (paid 2026-11-26 10:00 UTC)');
});
