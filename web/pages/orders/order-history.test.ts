import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { historyOf } from './order-history.ts';

const ORDER: Order = {
  id: 'order2222222',
  state: 'delivered',
  isDisputed: false,
  brief: { goal: 'Plan a week', context: 'Two children', result: 'A table' },
  prompt: null,
  amountCents: 9900,
  paidCents: 11781,
  currency: 'eur',
  hasBill: true,
  createdAt: '2026-11-21T10:00:00.000Z',
  paidAt: '2026-11-21T10:05:00.000Z',
  refundedAt: null,
  revisions: [{ at: '2026-11-25T09:00:00.000Z', text: 'Shorter, please.' }],
  deliveries: [
    delivery('first', '2026-11-24T09:00:00.000Z', 'Try it with last week.'),
    delivery('second', '2026-11-26T09:00:00.000Z', null),
  ],
};

function delivery(id: string, deliveredAt: string, note: string | null): Order['deliveries'][number] {
  return { id, deliveredAt, title: 'Our week', content: '', variables: [], note };
}

const message = (isFromStaff: boolean, createdAt: string, text: string) => ({
  id: text,
  ticketId: 'ticket222222',
  isFromStaff,
  createdAt,
  text,
});

test('what both sides did and wrote stands in the order in which it happened', () => {
  const messages = [
    message(false, '2026-11-24T12:00:00.000Z', 'We are five.'),
    message(true, '2026-11-25T12:00:00.000Z', 'Noted.'),
  ];
  expect(historyOf(ORDER, messages).map(({ title, text, isOurs }) => [title, text, isOurs])).toEqual([
    ['You sent your brief', null, false],
    ['You paid €117.81', null, false],
    ['We delivered “Our week”', 'Try it with last week.', true],
    ['You wrote to us', 'We are five.', false],
    ['You asked for changes', 'Shorter, please.', false],
    ['We wrote to you', 'Noted.', true],
    ['We delivered a new version, “Our week”', null, true],
  ]);
});

test('what went back is the last entry, and what was delivered stays named', () => {
  const refunded = { ...ORDER, state: 'refunded' as const, refundedAt: '2026-11-29T09:00:00.000Z' };
  const titles = (order: Order) => historyOf(order, []).map(({ title }) => title);
  expect(titles(refunded)).toEqual([...titles(ORDER), 'We returned €117.81']);
  const byBank = historyOf({ ...refunded, isDisputed: true }, []).at(-1);
  expect(byBank).toMatchObject({ title: 'Your bank returned €117.81', isOurs: false });
  expect(historyOf({ ...refunded, refundedAt: null }, []).at(-1)).toMatchObject({
    title: 'We returned €117.81',
    at: null,
  });
});

test('staff read the same of the buyer', () => {
  expect(historyOf(ORDER, [], 'staff').map(({ title }) => title)).toEqual([
    'The buyer sent the brief',
    'The buyer paid €117.81',
    'We delivered “Our week”',
    'The buyer asked for changes',
    'We delivered a new version, “Our week”',
  ]);
});

test('an unpaid order has its brief, and what was written about it', () => {
  const unpaid = { ...ORDER, paidAt: null, revisions: [], deliveries: [] };
  expect(historyOf(unpaid, []).map(({ title }) => title)).toEqual(['You sent your brief']);
});
