import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Variable } from '#contract/prompts.ts';
import { forget, initialValues, readRemembered, remember } from './remembered-values.ts';

const variables: Variable[] = [
  { name: 'city', label: 'City', type: 'text', default: 'Rome' },
  { name: 'count', label: 'Count', type: 'number', default: 3 },
  { name: 'size', label: 'Size', type: 'choice', options: ['small', 'large'], default: 'small' },
  { name: 'day', label: 'Day', type: 'date' },
  { name: 'story', label: 'Story', type: 'long-text' },
];

test('a form starts with the defaults', () => {
  expect(initialValues(variables, {})).toEqual({
    city: 'Rome',
    count: '3',
    size: 'small',
    day: '',
    story: '',
  });
});

test('a remembered value that fits the field replaces the default', () => {
  const remembered = { city: 'Oslo', count: '12', size: 'large', day: '2026-12-01', story: 'a\nb' };
  expect(initialValues(variables, remembered)).toEqual(remembered);
});

test('a remembered value that does not fit the field is ignored', () => {
  const remembered = { city: 'two\nlines', count: 'many', size: 'huge', day: 'tomorrow' };
  expect(initialValues(variables, remembered)).toEqual(initialValues(variables, {}));
});

/** As a browser's, for what is used of it. */
function makeStorage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
}

beforeEach(() => void vi.stubGlobal('localStorage', makeStorage()));
afterEach(() => void vi.unstubAllGlobals());

test('a value is remembered for its prompt alone', () => {
  remember('ada', 'pregnancy', 'history', 'two pregnancies');
  expect(readRemembered('ada', 'pregnancy')).toEqual({ history: 'two pregnancies' });
  expect(readRemembered('ada', 'proposal')).toEqual({});
  expect(readRemembered('bo', 'pregnancy')).toEqual({});
});

test('country, currency, units, language and first name are remembered for every prompt', () => {
  for (const name of ['country', 'currency', 'units', 'language', 'first_name'])
    remember('ada', 'one', name, `my ${name}`);
  remember('ada', 'one', 'name', 'The Old Mill');
  expect(Object.keys(readRemembered('ada', 'two')).sort()).toEqual([
    'country',
    'currency',
    'first_name',
    'language',
    'units',
  ]);
});

test('a blank value is forgotten, and the least recently used prompts are evicted', () => {
  remember('ada', 'one', 'city', 'Oslo');
  remember('ada', 'one', 'city', ' ');
  expect(readRemembered('ada', 'one')).toEqual({});
  for (let index = 0; index <= 100; index++) remember('ada', `p${index}`, 'city', 'Rome');
  expect(readRemembered('ada', 'p0')).toEqual({});
  expect(readRemembered('ada', 'p100')).toEqual({ city: 'Rome' });
});

test('clearing a prompt forgets its own values and no others', () => {
  remember('ada', 'one', 'city', 'Oslo');
  remember('ada', 'one', 'country', 'Norway');
  remember('ada', 'two', 'city', 'Rome');
  forget('ada', 'one');
  expect(readRemembered('ada', 'one')).toEqual({ country: 'Norway' });
  expect(readRemembered('ada', 'two')).toEqual({ country: 'Norway', city: 'Rome' });
});

test('values in the old shared format, and broken ones, are ignored', () => {
  for (const stored of [
    '{"history":"two pregnancies"}',
    '{"shared":4,"prompts":{"one":null}}',
    'no JSON',
    'null',
  ]) {
    localStorage.setItem('variables:ada', stored);
    expect([stored, readRemembered('ada', 'one')]).toEqual([stored, {}]);
  }
});
