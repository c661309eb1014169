import { expect, test } from 'vitest';
import type { Tier } from '#contract/tiers.ts';
import { exportChoices } from './export-choices.ts';

const openTo = (tier: Tier, canExport: boolean) =>
  exportChoices({ tier, canExport })
    .filter(({ locked }) => locked === null)
    .map(({ format }) => format);

test('the free plan exports nothing, and every format says what it takes', () => {
  expect(openTo('basic', false)).toEqual([]);
  expect(exportChoices({ tier: 'basic', canExport: false }).map(({ locked }) => locked?.feature)).toEqual([
    'export',
    'export',
    'export',
    'json',
  ]);
});

test('a paid plan exports all but JSON, which takes Pro', () => {
  expect(openTo('basic', true)).toEqual(['markdown', 'text', 'csv']);
  expect(openTo('advanced', true)).toEqual(['markdown', 'text', 'csv']);
  expect(openTo('pro', true)).toEqual(['markdown', 'text', 'csv', 'json']);
  expect(openTo('engineer', true)).toEqual(['markdown', 'text', 'csv', 'json']);
});
