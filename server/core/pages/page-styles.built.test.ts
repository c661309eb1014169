import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const BUILT = join(import.meta.dirname, '../../../dist/client');

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const prefixesIn = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, prefix]) => prefix));

/** By the first letters of their classes. */
const sheetsOf = (css: string) => prefixesIn(css, /\.(s[0-9a-z]{3})[\w-]/g);

test.each([
  '/',
  '/category/fitness',
  '/search?q=budget',
  '/login',
  '/subscribe',
  '/help',
  '/docs/api',
  '/nowhere',
])('%s: without a script it has every style of what it shows', async (url) => {
  const { payload } = await app.server.inject({ method: 'GET', url });
  const linked = [...payload.matchAll(/<link rel="stylesheet" href="\/([^"]+)"/g)].map(
    ([, file]) => file ?? '',
  );
  expect(new Set(linked).size).toBe(linked.length);
  const css = await Promise.all(linked.map((file) => readFile(join(BUILT, file), 'utf8')));
  const there = sheetsOf(css.join('\n'));
  const known = new Set<string | undefined>();
  for await (const file of glob('assets/*.css', { cwd: BUILT })) {
    for (const sheet of sheetsOf(await readFile(join(BUILT, file), 'utf8'))) known.add(sheet);
  }
  const shown = prefixesIn(payload, /[" ](s[0-9a-z]{3})\w+(?=[" ])/g);
  expect([...shown].filter((sheet) => known.has(sheet)).length).toBeGreaterThan(5);
  expect([...shown].filter((sheet) => known.has(sheet) && !there.has(sheet))).toEqual([]);
  // Not those of other pages.
  expect(linked.length).toBeLessThan(8);
});
