import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { variableSchema } from '#contract/prompts.ts';
import { newestFile } from './delivery-file.ts';

const brief = { goal: 'Say "hello": kindly', context: 'c', result: 'r' };
const order = (deliveries: Partial<Order['deliveries'][number]>[]) =>
  // The cast: only what is read of an order.
  ({ brief, deliveries }) as unknown as Order;

test('before the first delivery the file starts with the quoted goal', () => {
  expect(newestFile(order([]))).toMatch(/^---\ntitle: "Say \\"hello\\": kindly"\n[\s\S]*\n---\n\n$/);
});

test('before the first delivery the file shows a variable of each type', () => {
  const types = [...newestFile(order([])).matchAll(/, type: "([a-z-]+)"/g)].map(([, type]) => type);
  expect(types).toEqual(variableSchema.shape.type.options);
});

test('after a delivery the file is the newest delivery', () => {
  const variables = [{ name: 'who', label: 'Who', type: 'text' as const }];
  const file = newestFile(order([{ title: 'Old' }, { title: 'New', content: 'Greet [who].', variables }]));
  expect(file).toContain('title: "New"\n');
  expect(file).toContain('variables:\n  - { name: "who", label: "Who", type: "text" }\n---\n\nGreet [who].');
  expect(newestFile(order([{ title: 'New', content: 'Greet.', variables: [] }]))).toContain(
    'variables: []\n',
  );
});
