import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz } from './testing/fuzz-cases.ts';
import { pathsMatching, sendCases, startVisitorFuzz, type VisitorFuzz } from './testing/fuzz-run.ts';

const REQUESTS = 3000;

const LIST = /^\/api\/(?:categories|topics|prompts\/(?:search|top-rated))/;

let visitor: VisitorFuzz;

beforeAll(async () => {
  visitor = await startVisitorFuzz();
});
afterAll(() => visitor.app.close());

test(`${REQUESTS.toLocaleString('en-US')} requests for lists with one thing wrong are answered as documented`, async () => {
  const { app, document, examples } = visitor;
  const paths = pathsMatching(document.paths, LIST);
  expect(Object.keys(paths)).toHaveLength(8);
  const cases = [...fuzz({ paths }, { examples, count: REQUESTS, seed: 20_261_122 })];
  const { statuses, failures } = await sendCases(app, cases);
  expect(failures.slice(0, 20)).toEqual([]);
  for (const status of [200, 400, 404]) expect(statuses.get(status)).toBeGreaterThan(100);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect((await app.get('/readyz')).statusCode).toBe(200);
});
