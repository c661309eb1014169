import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz } from './testing/fuzz-cases.ts';
import { pathsMatching, sendCases, startVisitorFuzz, type VisitorFuzz } from './testing/fuzz-run.ts';

/** Half of 10,000; the lists get the other half, in app.fuzz.lists.test.ts. */
const REQUESTS = 5000;

const NO_LIST = /^(?!\/api\/(?:categories|topics|prompts\/(?:search|top-rated)))/;

let visitor: VisitorFuzz;

beforeAll(async () => {
  visitor = await startVisitorFuzz();
});
afterAll(() => visitor.app.close());

test(`${REQUESTS.toLocaleString('en-US')} requests with one thing wrong are answered as documented`, async () => {
  const { app, document, examples, bodies } = visitor;
  const paths = pathsMatching(document.paths, NO_LIST);
  const cases = [...fuzz({ paths }, { examples, bodies, count: REQUESTS, seed: 20_261_121 })];
  expect(cases).toHaveLength(REQUESTS);
  const { statuses, failures } = await sendCases(app, cases);
  expect(failures.slice(0, 20)).toEqual([]);
  // The requests reach both sides of the checks: neither all are refused nor all accepted.
  for (const status of [200, 302, 400, 401, 404]) expect(statuses.get(status)).toBeGreaterThan(50);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect((await app.get('/readyz')).statusCode).toBe(200);
});

test('the valid example of every operation is answered with success, or 401 where only members may', async () => {
  const { app, document, examples, bodies } = visitor;
  const operations = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
  for (const fuzzCase of fuzz(document, { examples, bodies, count: operations, seed: 1 })) {
    const { statuses, failures } = await sendCases(app, [fuzzCase]);
    expect([fuzzCase.request.url, failures]).toEqual([fuzzCase.request.url, []]);
    const [status = 0] = statuses.keys();
    expect([fuzzCase.request.url, [200, 302, 303, 401].includes(status)]).toEqual([
      fuzzCase.request.url,
      true,
    ]);
  }
});

test('the same seed makes the same requests, and wrong responses are detected', () => {
  const { document, examples } = visitor;
  const make = () => [...fuzz(document, { examples, count: 200, seed: 7 })].map(({ request }) => request);
  expect(make()).toEqual(make());
  const [fuzzCase] = fuzz(
    { paths: { '/api/categories': document.paths['/api/categories'] ?? {} } },
    { examples, count: 1, seed: 1 },
  );
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' };
  const judged = (payload: string, statusCode = 200) =>
    fuzzCase?.check({ statusCode, headers, rawPayload: Buffer.from(payload) });
  expect(judged('[]')).toEqual([]);
  expect(judged('[{"id":"x"}]')).toEqual([expect.stringContaining('not as documented')]);
  expect(judged('{}', 500)).toEqual([expect.stringContaining('status 500')]);
  expect(judged('', 204)).toEqual([expect.stringContaining('content-type')]);
});
