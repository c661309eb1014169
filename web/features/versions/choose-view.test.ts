import { expect, test } from 'vitest';
import { chooseView, readHistorySearch } from './choose-view.ts';

const VERSIONS = { versions: [{ number: 5 }, { number: 4 }, { number: 2 }], lastCopy: null };
const copied = (version: number) => ({ ...VERSIONS, lastCopy: { version, day: '2026-03-03' } });

test.each([
  ['what changed last', {}, VERSIONS, { kind: 'comparison', from: 4, to: 5 }],
  ['what changed since the last copy', {}, copied(2), { kind: 'comparison', from: 2, to: 5 }],
  ['a copy of the current one', {}, copied(5), { kind: 'comparison', from: 4, to: 5 }],
  ['a copy of one that is not kept', {}, copied(1), { kind: 'comparison', from: 4, to: 5 }],
  ['two that are asked for', { from: 2, to: 4 }, copied(5), { kind: 'comparison', from: 2, to: 4 }],
  ['the other way around', { from: 5, to: 2 }, VERSIONS, { kind: 'comparison', from: 2, to: 5 }],
  ['ones there are not', { from: 3, to: 9, version: 1 }, VERSIONS, { kind: 'comparison', from: 4, to: 5 }],
  ['the same twice', { from: 4, to: 4 }, VERSIONS, { kind: 'text', number: 4 }],
  ['one', { version: 2 }, VERSIONS, { kind: 'text', number: 2 }],
  ['nothing of the only one', { from: 2 }, { versions: [{ number: 3 }], lastCopy: null }, undefined],
  ['nothing of none', {}, { versions: [], lastCopy: null }, undefined],
] as const)('shows %s', (_what, search, kept, view) => {
  expect(chooseView(search, kept)).toEqual(view);
});

test('an invalid version number is ignored', () => {
  expect(readHistorySearch({ version: '3', from: '0', to: 'x' })).toEqual({ version: 3 });
  expect(readHistorySearch({ from: '1e3', to: '9999999' })).toEqual({});
});
