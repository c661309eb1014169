import { expect, test } from 'vitest';
import type { Recents } from '#contract/recents.ts';
import { withUse } from './recents.queries.ts';

type Use = Recents['prompts'][number];

/** The list looks at nothing else of a card. */
const use = (id: string, minute: number) =>
  ({ id, lastUsedAt: `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z` }) as Use;
const kept: Recents = { isPaused: false, prompts: [use('c', 3), use('b', 2), use('a', 1)] };
const idsAfter = (one: Use) => withUse(kept, one).prompts.map(({ id }) => id);

test('a prompt just opened comes first, once', () => {
  expect(idsAfter(use('d', 9))).toEqual(['d', 'c', 'b', 'a']);
  expect(idsAfter(use('a', 9))).toEqual(['a', 'c', 'b']);
});

test('an opening told late stands behind those that came after it', () => {
  expect(idsAfter(use('d', 2))).toEqual(['c', 'd', 'b', 'a']);
});

test('the list stays as long as the library’s', () => {
  const full = { ...kept, prompts: Array.from({ length: 100 }, (_, index) => use(`p${index}`, 0)) };
  expect(withUse(full, use('new', 1)).prompts).toHaveLength(100);
  expect(withUse(full, use('new', 1)).prompts[0]?.id).toBe('new');
});
