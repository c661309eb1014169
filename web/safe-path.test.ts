import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

test.each(['/', '/favorites', '/search?q=a&category=fitness', '/category/fitness?prompt=abcdefghijkl#x'])(
  '%s is a place of ours',
  (path) => {
    expect(safePath(path)).toBe(path);
  },
);

test.each([
  undefined,
  '',
  'favorites',
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  '/./\\evil.example',
  '/.//evil.example',
  '/a b',
  '/é',
])('%j is none: home', (path) => {
  expect(safePath(path)).toBe('/');
});
