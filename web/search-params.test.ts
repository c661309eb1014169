import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

test('every value is read as text', () => {
  expect(parseSearch('?q=12&flag=true&empty=&plus=a+b&text=%22x%22')).toEqual({
    q: '12',
    flag: 'true',
    empty: '',
    plus: 'a b',
    text: '"x"',
  });
});

test('of a repeated parameter the first counts', () => {
  expect(parseSearch('?q=one&q=two')).toEqual({ q: 'one' });
});

test('a parameter cannot reach the prototype', () => {
  const values = parseSearch('?__proto__=x&constructor=y');
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  expect(values).toEqual({ constructor: 'y' });
});

test('broken escapes do not throw', () => {
  expect(parseSearch('?q=%E0%A4%A&x=%')).toMatchObject({ x: '%' });
});

test('undefined and empty values are left out', () => {
  expect(stringifySearch({})).toBe('');
  expect(stringifySearch({ a: undefined, b: '', c: null })).toBe('');
  expect(stringifySearch({ topics: 'a,b' })).toBe('?topics=a,b');
  expect(stringifySearch({ q: 'meal plan & more', n: 2 })).toBe('?q=meal+plan+%26+more&n=2');
});

test('writing and reading are inverse', () => {
  const values = { q: 'a=b&c "d" ü 🏋️', category: 'fitness' };
  expect(parseSearch(stringifySearch(values))).toEqual(values);
});
