import { expect, test } from 'vitest';
import { planRefund } from './plan-refund.ts';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const running = { status: 'active', isDisputed: false };
const ended = { status: 'canceled', isDisputed: false };
const payment = { amountPaidCents: 599, currency: 'usd', paidAt: '2026-11-20T12:00:00Z', isRefunded: false };
const old = { ...payment, paidAt: '2026-11-15T11:59:59Z' };

test('a payment of the last 14 days is returned, as much of it as was charged', () => {
  expect(planRefund(running, payment, NOW)).toEqual({
    text: 'Returns $5.99, paid on 2026-11-20. The plan ends immediately, and any open invoice is canceled.',
  });
  expect(planRefund(ended, payment, NOW)).toEqual({ text: 'Returns $5.99, paid on 2026-11-20.' });
  expect(planRefund(running, { ...old, paidAt: '2026-11-15T12:00:00Z' }, NOW).refusal).toBeUndefined();
});

test('an older one is not', () => {
  const text =
    'The last payment ($5.99, paid on 2026-11-15) is more than 14 days old and can’t be refunded here.';
  const refusal = 'Too late to refund here';
  const end = ' Refund it at the provider if you decide to.';
  expect(planRefund(running, old, NOW)).toEqual({ text: `${text} The plan stays.${end}`, refusal });
  expect(planRefund(ended, old, NOW)).toEqual({ text: `${text}${end}`, refusal });
});

test.each([[null], [{ ...payment, amountPaidCents: 0 }]])('nothing comes of nothing: %o', (nothing) => {
  const text = 'Nothing was charged for the plan’s last invoice.';
  const refusal = 'Nothing to refund';
  expect(planRefund(running, nothing, NOW)).toEqual({ text: `${text} The plan stays.`, refusal });
  expect(planRefund(ended, nothing, NOW)).toEqual({ text, refusal });
  expect(planRefund({ ...running, status: 'incomplete' }, nothing, NOW)).toEqual({
    text: 'Nothing was charged: the first payment of the plan isn’t finished, so there is no plan to end.',
    refusal,
  });
});

test('about a disputed one the bank decides, whenever it was paid', () => {
  for (const paid of [payment, old]) {
    expect(planRefund({ ...running, isDisputed: true }, paid, NOW)).toMatchObject({
      text: expect.stringContaining('is disputed and can’t be refunded here'),
      refusal: 'The bank decides',
    });
  }
});

test('one that was returned before leaves the plan to end, or nothing', () => {
  const returned = { ...old, isRefunded: true };
  expect(planRefund(running, returned, NOW)).toEqual({
    text: 'The last payment ($5.99, paid on 2026-11-15) was returned already. The plan ends immediately, and any open invoice is canceled.',
    isEndOnly: true,
  });
  expect(planRefund(ended, returned, NOW)).toEqual({
    text: 'The last payment ($5.99, paid on 2026-11-15) was returned already, and the plan has ended.',
    refusal: 'Nothing to refund',
  });
});

test('while the provider is away it says the rule, and of an ended plan nothing that would end', () => {
  const rule = 'Refunds the last payment in full if it was made within the last 14 days.';
  expect(planRefund(ended, undefined, NOW)).toEqual({ text: rule });
  expect(planRefund(running, undefined, NOW).text).toContain(`${rule} The plan ends`);
});
