import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { createQueryClient } from '#web/api/query.ts';
import { keepOrder } from './orders.queries.ts';

const PROMPT = 'abcdefghijkl';

const ORDER: Order = {
  id: 'order2222222',
  state: 'awaiting_payment',
  isDisputed: false,
  brief: { goal: 'Plan a week', context: 'Two children', result: 'A table' },
  prompt: { id: PROMPT, title: 'T' },
  amountCents: 9900,
  currency: 'usd',
  createdAt: '2026-11-21T10:00:00.000Z',
  paidAt: null,
  revisions: [],
  deliveries: [],
};

const card = (id: string) => ({ id, title: 'T', isLocked: true, favoriteCount: 0, upvotes: 0 });

function clientWithEverything() {
  const client = createQueryClient(() => Promise.reject(new Error('no calls here')));
  client.setQueryData(['/api/orders/order2222222'], ORDER);
  client.setQueryData(['/api/categories/a'], { pages: [{ prompts: [card(PROMPT)] }] });
  client.setQueryData(['/api/categories/b'], { pages: [{ prompts: [card('another22222')] }] });
  client.setQueryData(['/api/prompts/search?q=owls'], { pages: [{ results: [] }] });
  client.setQueryData([`/api/prompts/${PROMPT}`], { kind: 'locked', prompt: card(PROMPT) });
  client.setQueryData([`/api/prompts/${PROMPT}/exemplars`], { total: 1, exemplars: null, teaser: 'T' });
  return client;
}

function outdatedOf(client: ReturnType<typeof clientWithEverything>): unknown[] {
  const all = client.getQueryCache().findAll();
  return all.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey[0]);
}

const SHOWING = [
  '/api/categories/a',
  '/api/prompts/search?q=owls',
  `/api/prompts/${PROMPT}`,
  `/api/prompts/${PROMPT}/exemplars`,
];

test('paid, all that shows the prompt locked is asked for again: lists, searches, itself, its exemplars', () => {
  const client = clientWithEverything();
  keepOrder(client, { ...ORDER, state: 'received', paidAt: '2026-11-21T10:05:00.000Z' });
  expect(outdatedOf(client)).toEqual(SHOWING);
});

test('and so it is when the bank claims the payment back', () => {
  const client = clientWithEverything();
  keepOrder(client, { ...ORDER, isDisputed: true });
  expect(outdatedOf(client)).toEqual(SHOWING);
});

test('an answer that changes nothing makes nothing out of date', () => {
  const client = clientWithEverything();
  keepOrder(client, { ...ORDER });
  expect(outdatedOf(client)).toEqual([]);
});
