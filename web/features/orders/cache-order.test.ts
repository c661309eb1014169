import { expect, test } from 'vitest';
import { getCategory } from '#contract/catalog.ts';
import { listExemplars } from '#contract/exemplars.ts';
import type { Order } from '#contract/orders.ts';
import { getPrompt } from '#contract/prompts.ts';
import { searchPrompts } from '#contract/search.ts';
import { createQueryClient, keyOf } from '#web/api/query.ts';
import { cacheOrder } from './cache-order.ts';
import { orderQuery } from './orders.queries.ts';

const PROMPT = 'abcdefghijkl';

const ORDER: Order = {
  id: 'order2222222',
  state: 'awaiting_payment',
  isDisputed: false,
  brief: { goal: 'Plan a week', context: 'Two children', result: 'A table' },
  prompt: { id: PROMPT, title: 'T' },
  amountCents: 9900,
  paidCents: 9900,
  currency: 'usd',
  hasBill: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  paidAt: null,
  revisions: [],
  refundedAt: null,
  deliveries: [],
};

const card = (id: string) => ({ id, title: 'T', isLocked: true, favoriteCount: 0, upvotes: 0 });

const OTHER_LIST = keyOf(getCategory, { slug: 'b' });
const SHOWING = [
  keyOf(getCategory, { slug: 'a' }),
  keyOf(searchPrompts, { query: { q: 'owls' } }),
  keyOf(getPrompt, { id: PROMPT }),
  keyOf(listExemplars, { id: PROMPT }),
];

function clientWithEverything() {
  const client = createQueryClient(() => Promise.reject(new Error('no calls here')));
  const [list, search, prompt, exemplars] = SHOWING;
  client.setQueryData(orderQuery(ORDER.id).queryKey, ORDER);
  client.setQueryData(list ?? [], { pages: [{ prompts: [card(PROMPT)] }] });
  client.setQueryData(OTHER_LIST, { pages: [{ prompts: [card('another22222')] }] });
  client.setQueryData(search ?? [], { pages: [{ results: [] }] });
  client.setQueryData(prompt ?? [], { kind: 'locked', prompt: card(PROMPT) });
  client.setQueryData(exemplars ?? [], { total: 1, exemplars: null, teaser: 'T' });
  return client;
}

function outdatedOf(client: ReturnType<typeof clientWithEverything>): unknown[] {
  const all = client.getQueryCache().findAll();
  return all.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey);
}

test('payment invalidates every response that shows the prompt locked: lists, searches, detail, exemplars', () => {
  const client = clientWithEverything();
  cacheOrder(client, { ...ORDER, state: 'received', paidAt: '2026-11-21T10:05:00.000Z' });
  expect(outdatedOf(client)).toEqual(SHOWING);
});

test('a dispute invalidates the same responses', () => {
  const client = clientWithEverything();
  cacheOrder(client, { ...ORDER, isDisputed: true });
  expect(outdatedOf(client)).toEqual(SHOWING);
});

test('a response that changes nothing makes nothing out of date', () => {
  const client = clientWithEverything();
  cacheOrder(client, { ...ORDER });
  expect(outdatedOf(client)).toEqual([]);
});
