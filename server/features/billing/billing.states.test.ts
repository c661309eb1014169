import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENDPOINT_EVENTS } from './billing.events.ts';
import { KNOWN_STATUSES } from './subscription/subscription.state.ts';

const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'docs', 'billing-states.md');

const BILLS = 'features/billing/bill-states.ts';
const DISCOUNT = 'features/billing/plan/discount-line.tsx';

/** The word in code quotes that begins a row. */
const firstWords = async () => {
  const text = await readFile(DOCUMENT, 'utf8');
  return [...text.matchAll(/^\| `([\w.]+)`/gm)].map(([, word]) => word);
};

test('the tables have a row for every known status and event, and no other', async () => {
  const ours = ['no_subscription', 'disputed'];
  expect([...new Set(await firstWords())].sort()).toEqual(
    [...KNOWN_STATUSES, ...ours, ...ENDPOINT_EVENTS].sort(),
  );
});

/** What has a row of its own beyond the provider's word for it, and what its page says then. */
const VARIANTS = [
  ['active', 'ending', 'Your subscription ends on '],
  ['active', 'downgrade', 'Your plan changes to '],
  ['active', 'upgrading', 'is waiting for '],
  ['active', 'discounted', 'With your discount'],
  ['active', 'to be paused', 'Don’t pause'],
  ['active', 'paused', 'is paused and locked'],
  ['past_due', 'bank', 'Your bank needs you to confirm '],
  ['canceled', 'refunded', 'Refunded'],
] as const;

test('the states within a status have their rows, and their pages say so', async () => {
  const text = await readFile(DOCUMENT, 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)`, ([\w ]+?) +\|/gm)].map(([, status, state]) => [status, state]);
  expect(rows.sort()).toEqual(VARIANTS.map(([status, state]) => [status, state]).sort());
  const web = join(DOCUMENT, '..', '..', 'web');
  const pages = ['pages/subscription/plan-state.tsx', DISCOUNT, BILLS];
  const sources = await Promise.all(pages.map((file) => readFile(join(web, file), 'utf8')));
  for (const [, state, says] of VARIANTS)
    expect([state, sources.join('').includes(says)]).toEqual([state, true]);
});

test('the tests that the rows name exist', async () => {
  const text = await readFile(DOCUMENT, 'utf8');
  const [, list = ''] = text.split('## Which test makes it happen');
  const named = [...list.matchAll(/^\| [^-|]+ \| ([\w.-]+) +\| (.+?) +\|$/gm)].filter(
    ([, file]) => file !== 'Test',
  );
  expect(named.length).toBeGreaterThan(20);
  const sources = new Map<string, string>();
  for (const folder of ['server/features', 'e2e']) {
    const root = join(DOCUMENT, '..', '..', folder);
    for (const path of await readdir(root, { recursive: true })) {
      const [, name] = /(?:^|\/)([\w.-]+)\.(?:test|e2e)\.ts$/.exec(path) ?? [];
      if (name === undefined) continue;
      // A journey and a test may share a name.
      sources.set(name, `${sources.get(name) ?? ''}${await readFile(join(root, path), 'utf8')}`);
    }
  }
  const missing = named.filter(([, file = '', title = '']) => !sources.get(file)?.includes(title));
  expect(missing.map(([row]) => row)).toEqual([]);
});
