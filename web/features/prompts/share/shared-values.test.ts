import { expect, test } from 'vitest';
import type { Variable } from '#contract/prompts.ts';
import { fragmentOf, MAX_FRAGMENT_LENGTH, readFragment } from './shared-values.ts';

const VARIABLES: Variable[] = [
  { name: 'goal', label: 'Goal', type: 'text', required: true },
  { name: 'notes', label: 'Notes', type: 'long-text', default: 'nothing yet' },
  { name: 'days', label: 'Days', type: 'number' },
  { name: 'level', label: 'Level', type: 'choice', options: ['new', 'used to it'] },
];

test('values survive a round trip through a fragment', () => {
  const values = { goal: '10 % & “#1”? =+🏃', notes: 'a\nb', days: '4', level: 'used to it' };
  const fragment = fragmentOf(VARIABLES, { ...values, foreign: 'x' }) ?? '';
  expect(fragment).toMatch(/^#with:[\w%+.*=&-]+$/);
  expect(new URL(`https://a.example/prompt/x${fragment}`).hash).toBe(fragment);
  expect(readFragment(VARIABLES, fragment)).toEqual(values);
});

test('there is no fragment when nothing, or too much, is filled in', () => {
  expect(fragmentOf(VARIABLES, { goal: ' ', days: '' })).toBeUndefined();
  expect(fragmentOf(VARIABLES, { notes: 'x'.repeat(MAX_FRAGMENT_LENGTH) })).toBeUndefined();
});

test('only values that fit the fields are read from a fragment', () => {
  expect(
    readFragment(VARIABLES, '#with:goal=one%0Atwo&days=many&level=other&notes=kept&foreign=x&__proto__=y'),
  ).toEqual({ notes: 'kept' });
  // A choice that does not exist is no reason to say the default came from the link.
  expect(readFragment(VARIABLES, `#with:notes=${'x'.repeat(4001)}`)).toBeNull();
});

test.each([
  '',
  '#comments',
  '#with:',
  '#with:goal',
  '#with:%E0%A4%A',
  '#WITH:goal=a',
  `#with:goal=${'x'.repeat(MAX_FRAGMENT_LENGTH)}`,
])('%#: another or a broken fragment is ignored', (fragment) => {
  expect(readFragment(VARIABLES, fragment)).toBeNull();
});
