import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createFeatureApp, type FeatureApp } from '#server/testing/feature-app.ts';
import { seedPrompts } from '#server/testing/seed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

let database: TestDatabase;
let app: FeatureApp;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  app = await createFeatureApp(database.db, { version: 1 });
  await seedPrompts(database.db, [
    { title: 'Weekly budget 100% review' },
    { title: 'Family trip', tier: 'pro' },
  ]);
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

const LIST_OR_REFUSAL = new Set([200, 400]);

async function expectListOrRefusal(rawQuery: string): Promise<void> {
  const response = await app.get(`/api/prompts/search?${rawQuery}`);
  expect([rawQuery, LIST_OR_REFUSAL.has(response.statusCode)]).toEqual([rawQuery, true]);
  if (response.statusCode === 400) expect(response.json().message).not.toBe('');
  else expect(Array.isArray(response.json())).toBe(true);
}

const SIGNS = [
  ...'\'"`;-/*\\%_()&|!:<>@$#{}[]+=~^?,.'.split(''),
  ...[
    '--',
    '/*',
    '<->',
    '@@',
    '$1',
    '$\u007b7*7}',
    '{{7*7}}',
    ':*',
    '!!',
    '()',
    '%%%%',
    '____',
    'a:*b',
    "O'Reilly",
    "''''",
  ],
  ...'a\' or 1=1 --|\'; drop table prompts; --|budget & ! | ( trip|\\|trip\\|<b>x</b>|-|--|-"|"|or|OR or|-or'.split(
    '|',
  ),
  ...[
    '👍',
    '👩‍👩‍👧',
    '\u202e',
    '\ufeff',
    '\u200b',
    'e\u0301\u0301\u0301',
    '你好',
    'مرحبا',
    'ß',
    'İ',
    '\u0001',
    '\u007f',
  ],
];

test('signs, operators and other scripts are answered', async () => {
  for (const sign of SIGNS) {
    const texts = [sign, `budget ${sign}`, `${sign}budget`, `"${sign}" trip`, `-${sign}`];
    await Promise.all(texts.map((q) => expectListOrRefusal(`q=${encodeURIComponent(q)}`)));
  }
});

test('raw bytes are answered', async () => {
  for (const raw of [
    'q=%00',
    'q=a%00b',
    'q=%ff',
    'q=%u0000',
    'q=%',
    'q=%ED%A0%80',
    'q=+',
    'q',
    'q[]=a',
    'q[a]=b',
    '__proto__=1',
    'q=%F0%9F%98',
  ]) {
    await expectListOrRefusal(raw);
  }
  const nul = await app.get('/api/prompts/search?q=a%00b');
  expect([nul.statusCode, nul.json().message]).toEqual([400, 'q: holds characters that no text has']);
});

test('wild cards are only characters', async () => {
  for (const q of ['%', '_', 'b%t', 'bu_get', '%budget%']) {
    const ids = (await app.get(`/api/prompts/search?q=${encodeURIComponent(q)}`)).json();
    expect([q, ids.length]).toEqual([q, q === '%budget%' ? 1 : 0]);
  }
});

test('above 200 characters after trimming it is refused', async () => {
  const lengthOf = async (q: string) =>
    (await app.get(`/api/prompts/search?q=${encodeURIComponent(q)}`)).statusCode;
  expect(await lengthOf(` ${'a'.repeat(200)} `)).toBe(200);
  for (const length of [201, 10_000]) expect(await lengthOf('a'.repeat(length))).toBe(400);
  expect((await app.get(`/api/prompts/search?q=${'a'.repeat(201)}`)).json().message).toMatch(
    /^q: .*200 characters/,
  );
});

test('the longest texts of one kind are quick', async () => {
  const texts = ['-x ', '"a b" ', 'or ', 'the ', '%', '_', 'a-', "'", 'bugdet ', 'é', 'x.y@', '👍'];
  for (const part of texts) {
    const q = part.repeat(Math.floor(200 / part.length));
    const start = performance.now();
    await expectListOrRefusal(`q=${encodeURIComponent(q)}`);
    expect([part, performance.now() - start < 1000]).toEqual([part, true]);
  }
});

test('whatever people type, the response is a list or a refusal', async () => {
  const word = fc.constantFrom('budget', 'trip', 'or', 'the', 'bugdt', ...SIGNS);
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 220 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc
      .array(fc.tuple(fc.constantFrom('', '-', '"', ' ', '!'), word), { maxLength: 25 })
      .map((parts) => parts.flat().join(' ')),
  );
  await fc.assert(
    // Five at a time: as many as the pool has connections.
    fc.asyncProperty(fc.array(text, { minLength: 5, maxLength: 5 }), async (texts) => {
      const queries = texts.map((q) => new URLSearchParams({ q: q.toWellFormed() }).toString());
      await Promise.all(queries.map(expectListOrRefusal));
    }),
    { numRuns: 60 },
  );
});
