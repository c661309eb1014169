import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './testing/app.ts';
import { type ApiDocument, type FuzzCase, fuzz } from './testing/fuzz.ts';
import { NASTY_VALUES, RAW_VALUES } from './testing/nasty-values.ts';

const REQUESTS = 10_000;
const AT_ONCE = 16;

let app: TestApp;
let document: ApiDocument;
let examples: Record<string, string>;

beforeAll(async () => {
  app = await createTestApp();
  document = (await app.get('/openapi.json')).json();
  const page = (await app.get('/api/categories/fitness')).json();
  examples = {
    slug: 'fitness',
    categorySlug: 'fitness',
    topicSlug: page.prompts[0].topic.slug,
    id: page.prompts[0].id,
    q: 'strength',
    category: 'fitness',
    tier: 'basic',
    sort: 'newest',
    sortBy: 'rating',
    limit: '5',
    favoritesOnly: 'false',
    returnUrl: '/search',
  };
});
afterAll(() => app.close());

async function send({ request, judge }: FuzzCase): Promise<{ status: number; faults: string[] }> {
  // inject's type knows the common methods only; the point is to send others too.
  const answer = await app.server.inject(request as InjectOptions);
  const faults = judge(answer).map((fault) => `${JSON.stringify(request).slice(0, 400)} → ${fault}`);
  return { status: answer.statusCode, faults };
}

test(`${REQUESTS.toLocaleString('en-US')} requests with one thing wrong are answered as documented`, {
  timeout: 120_000,
}, async () => {
  const cases = [...fuzz(document, { examples, count: REQUESTS, seed: 20_261_121 })];
  expect(cases).toHaveLength(REQUESTS);
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  for (let from = 0; from < cases.length; from += AT_ONCE) {
    for (const answer of await Promise.all(cases.slice(from, from + AT_ONCE).map(send))) {
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      faults.push(...answer.faults);
    }
  }
  expect(faults.slice(0, 20)).toEqual([]);
  // The requests reach both sides of the checks: neither all refused at the door nor all waved through.
  for (const status of [200, 302, 400, 401, 404]) expect(statuses.get(status)).toBeGreaterThan(100);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect((await app.get('/readyz')).statusCode).toBe(200);
});

test('the valid example of every operation is answered with success, or 401 where only members may', async () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
  const cases = [...fuzz(document, { examples, count: operations, seed: 1 })];
  for (const one of cases) {
    const { status, faults } = await send(one);
    expect([one.request.url, faults]).toEqual([one.request.url, []]);
    expect([one.request.url, [200, 302, 303, 401].includes(status)]).toEqual([one.request.url, true]);
  }
});

test('the same seed makes the same requests, and answers that are wrong are found out', () => {
  const make = () => [...fuzz(document, { examples, count: 200, seed: 7 })].map(({ request }) => request);
  expect(make()).toEqual(make());
  const [one] = fuzz(
    { paths: { '/api/categories': document.paths['/api/categories'] ?? {} } },
    { examples, count: 1, seed: 1 },
  );
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' };
  const judged = (payload: string, statusCode = 200) =>
    one?.judge({ statusCode, headers, rawPayload: Buffer.from(payload) });
  expect(judged('[]')).toEqual([]);
  expect(judged('[{"id":"x"}]')).toEqual([expect.stringContaining('not as documented')]);
  expect(judged('{}', 500)).toEqual([expect.stringContaining('status 500')]);
  expect(judged('', 204)).toEqual([expect.stringContaining('content-type')]);
});

test('pages answer everything too: a page, a redirect or a refusal', { timeout: 120_000 }, async () => {
  const paths = [
    '/search?tier=engineer&q=',
    '/search?sortBy=',
    '/category/fitness?sort=',
    '/category/fitness?topics=',
    '/category/',
    '/login?error=',
    '/',
  ];
  const faults: string[] = [];
  for (const path of paths) {
    const values = [...NASTY_VALUES.map((text) => encodeURIComponent(text.toWellFormed())), ...RAW_VALUES];
    for (const text of values) {
      const answer = await app.get(`${path}${text}`);
      const type = String(answer.headers['content-type']);
      const isFine =
        answer.statusCode < 500 &&
        (answer.statusCode === 302 || /^(?:text\/html|application\/problem)/.test(type));
      if (!isFine) faults.push(`${path}${text.slice(0, 60)} → ${answer.statusCode} ${type}`);
    }
  }
  expect(faults).toEqual([]);
});
