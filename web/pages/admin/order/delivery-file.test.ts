import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { newestFile } from './delivery-file.ts';

const brief = { goal: 'Say "hello": kindly', context: 'c', result: 'r' };
const order = (deliveries: Partial<Order['deliveries'][number]>[]) =>
  // The cast: only what is read of an order.
  ({ brief, deliveries }) as unknown as Order;

test('before the first delivery the file starts with the quoted goal', () => {
  expect(newestFile(order([]))).toMatch(/^---\ntitle: "Say \\"hello\\": kindly"\n[\s\S]*\n---\n\n$/);
});

test('after a delivery the file is the newest delivery', () => {
  const variables = [{ name: 'who', label: 'Who', type: 'text' as const }];
  const file = newestFile(order([{ title: 'Old' }, { title: 'New', content: 'Greet [who].', variables }]));
  expect(file).toContain('title: "New"\n');
  expect(file).toContain(`variables: ${JSON.stringify(variables)}\n---\n\nGreet [who].`);
});
