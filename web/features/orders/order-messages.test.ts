import { expect, test } from 'vitest';
import { ORDER_STATES } from '#contract/orders.ts';
import { orderSteps, STATE_NAMES, stateMessage } from './order-messages.ts';

const NONE: { at: string; text: string }[] = [];
const ONE = [{ at: '2026-11-21T10:00:00.000Z', text: 'Shorter' }];
const inWords = (state: (typeof ORDER_STATES)[number], revisions = NONE) =>
  orderSteps({ state, revisions }).map(({ name, status }) => `${name} ${status}`);

test('an unpaid order waits for its payment', () => {
  expect(inWords('awaiting_payment')).toEqual([
    'Payment current',
    'Received next',
    'In progress next',
    'Delivered next',
    'Accepted next',
  ]);
});

test('a revision is the step after the delivery while in progress, and before the next delivery', () => {
  expect(inWords('revision', ONE)).toEqual([
    'Payment done',
    'Received done',
    'In progress done',
    'Delivered done',
    'Revision current',
    'Accepted next',
  ]);
  expect(inWords('delivered', ONE)).toEqual([
    'Payment done',
    'Received done',
    'In progress done',
    'Revision done',
    'Delivered current',
    'Accepted next',
  ]);
});

test('all steps of an accepted order are done, and a refunded order has none', () => {
  expect(orderSteps({ state: 'accepted', revisions: NONE }).every(({ status }) => status === 'done')).toBe(
    true,
  );
  expect(orderSteps({ state: 'refunded', revisions: NONE })).toEqual([]);
});

test('every state has a name and says what it means', () => {
  for (const state of ORDER_STATES) {
    expect(STATE_NAMES[state]).toMatch(/^[A-Z]/);
    expect(stateMessage({ state, isDisputed: false, prompt: null })).toMatch(/\.$/);
  }
  expect(
    stateMessage({ state: 'refunded', isDisputed: true, prompt: { id: 'abcdefghijkl', title: 'T' } }),
  ).toBe('Your payment was returned, and “T” is locked again.');
  expect(stateMessage({ state: 'received', isDisputed: true, prompt: null })).toMatch(/^Your bank asked for/);
});
