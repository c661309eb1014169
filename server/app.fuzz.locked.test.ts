import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiDocument, fuzz } from './testing/fuzz-cases.ts';
import { memberBodies, memberExamples } from './testing/fuzz-examples.ts';
import { pathsMatching, sendCases } from './testing/fuzz-run.ts';
import { createMember, createTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('1,000 requests about a prompt above their tier are answered as documented', async () => {
  const member = await createMember(app, { tier: 'pro' });
  const [locked] = (await app.get('/api/prompts/search?tier=engineer&limit=1')).json();
  const { paths } = (await app.get('/openapi.json')).json<ApiDocument>();
  const cases = fuzz(
    { paths: pathsMatching(paths, /^\/api\/(?:prompts|user)\//) },
    {
      examples: memberExamples(locked.id, 'commentaaaaa'),
      bodies: memberBodies({ basic: 'price_1', advanced: 'price_2', pro: 'price_3' }),
      headers: { cookie: member.cookie, 'sec-fetch-site': 'same-origin', origin: app.settings.publicUrl },
      count: 1000,
      seed: 3,
    },
  );
  const { failures, statuses } = await sendCases(app, [...cases]);
  expect(failures.slice(0, 20)).toEqual([]);
  expect(statuses.get(403)).toBeGreaterThan(100);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
