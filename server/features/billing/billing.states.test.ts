import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENDPOINT_EVENTS } from './billing.events.ts';
import { handlerOf } from './billing.webhook.routes.ts';
import { KNOWN_STATUSES } from './subscription/subscription.state.ts';

const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'docs', 'billing-states.md');

/** The word in code quotes that begins a row. */
const firstWords = async () => {
  const text = await readFile(DOCUMENT, 'utf8');
  return [...text.matchAll(/^\| `([\w.]+)`/gm)].map(([, word]) => word);
};

test('the tables have a row for every status and every event there is, and for no other', async () => {
  const ours = ['no_subscription', 'disputed'];
  expect([...new Set(await firstWords())].sort()).toEqual(
    [...KNOWN_STATUSES, ...ours, ...ENDPOINT_EVENTS].sort(),
  );
});

test('every event the endpoint asks for is handled', () => {
  expect(ENDPOINT_EVENTS.filter((name) => handlerOf(name) === undefined)).toEqual([]);
});
