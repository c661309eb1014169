import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiDocument, fuzz } from './testing/fuzz-cases.ts';
import { staffBodies, staffExamples } from './testing/fuzz-examples.ts';
import { pathsMatching, sendCases } from './testing/fuzz-run.ts';
import {
  createMember,
  createStaff,
  createTestApp,
  type TestApp,
  type TestMember,
} from './testing/test-app.ts';

let app: TestApp;
let admin: TestMember;
let member: TestMember;
let paths: ApiDocument['paths'];

beforeAll(async () => {
  app = await createTestApp();
  admin = await createStaff(app, 'admin');
  member = await createMember(app);
  // Of all routes: the public document leaves these out. The cast: the fuzzer reads a part of OpenAPI.
  const document = app.server.swagger() as unknown as ApiDocument;
  paths = pathsMatching(document.paths, /^\/api\/admin\//);
});
afterAll(() => app.close());

test('every endpoint with a request body for staff has a valid example', () => {
  const withBody = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => 'requestBody' in operation)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(withBody.sort()).toEqual(Object.keys(staffBodies).sort());
});

test('900 requests of an admin, of all routes, are answered as documented', async () => {
  const promptId = (await app.get('/api/prompts/search?tier=pro&limit=1')).json()[0].id;
  const examples = staffExamples(member.id, promptId);
  const headers = { cookie: admin.cookie, 'sec-fetch-site': 'same-origin', origin: app.settings.publicUrl };
  const options = { examples, bodies: staffBodies, headers, count: 900, seed: 20_261_123 };
  // Without a payment provider these answer 503, as they should; admin.refunds.test.ts has them.
  const tried = Object.fromEntries(
    Object.entries(paths).filter(([path]) => !/\/(?:refund|payments)$/.test(path)),
  );
  const { failures, statuses } = await sendCases(app, [...fuzz({ paths: tried }, options)]);
  expect(failures.slice(0, 20)).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(100);
  const { rows } = await app.database.pool.query('select role from users where id = $1', [admin.id]);
  expect(rows).toEqual([{ role: 'admin' }]);
});
