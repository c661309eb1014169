import { expect, test } from 'vitest';
import type { Variable } from '#contract/prompts.ts';
import { hasAnswer, hasRemembered, startingValues } from './remembered-values.ts';

const variables: Variable[] = [
  { name: 'city', label: 'City', type: 'text', default: 'Rome' },
  { name: 'count', label: 'Count', type: 'number', default: 3 },
  { name: 'size', label: 'Size', type: 'choice', options: ['small', 'large'], default: 'small' },
  { name: 'day', label: 'Day', type: 'date' },
  { name: 'story', label: 'Story', type: 'long-text' },
];

test('a form starts with the defaults', () => {
  expect(startingValues(variables, {})).toEqual({
    city: 'Rome',
    count: '3',
    size: 'small',
    day: '',
    story: '',
  });
});

test('what is remembered comes first where it suits the field', () => {
  const remembered = { city: 'Oslo', count: '12', size: 'large', day: '2026-12-01', story: 'a\nb' };
  expect(startingValues(variables, remembered)).toEqual(remembered);
});

test('what does not suit the field is left out', () => {
  const remembered = { city: 'two\nlines', count: 'many', size: 'huge', day: 'tomorrow' };
  expect(startingValues(variables, remembered)).toEqual(startingValues(variables, {}));
});

test('defaults and blanks are no answer; anything else is', () => {
  const start = startingValues(variables, {});
  expect(hasAnswer(variables, start)).toBe(false);
  expect(hasAnswer(variables, { ...start, day: '  ' })).toBe(false);
  expect(hasAnswer(variables, { ...start, city: 'Oslo' })).toBe(true);
  expect(hasAnswer(variables, { ...start, day: '2026-12-01' })).toBe(true);
});

test('only what is remembered of these fields, and suits them, counts as remembered', () => {
  expect(hasRemembered(variables, {})).toBe(false);
  expect(hasRemembered(variables, { other: 'x', day: 'tomorrow' })).toBe(false);
  expect(hasRemembered(variables, { city: 'Oslo' })).toBe(true);
});
