import { expect, test } from 'vitest';
import { safeReturnUrl } from './return-url.ts';

const ORIGIN = 'https://promptarium.example';

/** Addresses that browsers resolve to another host, and some that look like it. */
const HOSTILE = [
  '//evil.com',
  '///evil.com',
  '/\\evil.com',
  '\\\\evil.com',
  '/\t/evil.com',
  '/\n/evil.com',
  '\t//evil.com',
  'https://evil.com',
  'https:evil.com',
  '//evil.com/%2f..',
  'javascript:alert(1)',
  'data:text/html,x',
  '/%2f%2fevil.com',
  '/%5cevil.com',
  '/@evil.com',
  '/.//evil.com',
  '/a/..//evil.com',
  '/%2e/%2e//evil.com',
  'evil.com',
];

test.each(HOSTILE)('%j stays on this host or is dropped', (candidate) => {
  const safe = safeReturnUrl(candidate);
  if (safe === undefined) return;
  expect(new URL(safe, ORIGIN).origin).toBe(ORIGIN);
  // As a Location header and as a link: browsers drop tabs and line feeds, and turn backslashes.
  expect(safe).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
  expect(new URL(safe.replaceAll('\\', '/').replaceAll(/[\t\n\r]/g, ''), ORIGIN).origin).toBe(ORIGIN);
});

test('only the three URLs that are paths on this host are kept', () => {
  expect(HOSTILE.filter((candidate) => safeReturnUrl(candidate) !== undefined)).toEqual([
    '/%2f%2fevil.com',
    '/%5cevil.com',
    '/@evil.com',
  ]);
});

test.each([
  ['/', '/'],
  ['/subscribe?trial=1', '/subscribe?trial=1'],
  ['/category/fitness?sort=newest#list', '/category/fitness?sort=newest#list'],
  ['/search?q=caf%C3%A9', '/search?q=caf%C3%A9'],
  ['/a/../favorites', '/favorites'],
  ['/category/fitness?prompt=abcdefghijkl#x', '/category/fitness?prompt=abcdefghijkl#x'],
])('%s is kept as %s', (candidate, kept) => {
  expect(safeReturnUrl(candidate)).toBe(kept);
});

test.each([
  undefined,
  null,
  '',
  ['/a'],
  { a: '/a' },
  7,
  'a',
  ' /a',
  '/a b',
  '/a\\b',
  '/./\\evil.com',
  '/caf\u00e9',
  '/a\u0000',
  '/a\r\nx: y',
  `/${'a'.repeat(4000)}`,
])('%j is dropped', (candidate) => {
  expect(safeReturnUrl(candidate)).toBeUndefined();
});
