import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '#contract/comments.ts';
import { type ApiDocument, fuzz } from './testing/fuzz-cases.ts';
import { pathsMatching, sendCases } from './testing/fuzz-run.ts';
import { seedId, seedPrompts } from './testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from './testing/test-app.ts';

const BODIES = {
  'PUT /api/comments/{id}': { content: 'Works for me, mostly.' },
  'POST /api/comments/{id}/report': { reason: 'spam', details: 'An advertisement.' },
};

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [{ title: 'A prompt' }]);
});
afterAll(() => app.close());

async function comment(author: TestMember, content: string): Promise<string> {
  const posted = await author.post(`/api/prompts/${seedId('A prompt')}/comments`, { content });
  return posted.json<Comment>().id;
}

test('2,000 requests about comments, their own and others’, are answered as documented', async () => {
  const [member, other] = [await createMember(app, { tier: 'pro' }), await createMember(app)];
  const document = (await app.get('/openapi.json')).json<ApiDocument>();
  const paths = pathsMatching(document.paths, /^\/api\/comments\//);
  const headers = { cookie: member.cookie, 'sec-fetch-site': 'same-origin', origin: app.settings.publicUrl };
  const total = new Map<number, number>();
  // A comment of their own does not live long among requests to delete it.
  for (let round = 0; round < 10; round += 1) {
    for (const author of [member, other]) {
      const id = await comment(author, `Comment ${round}`);
      const examples = { id, commentId: id };
      const cases = fuzz({ paths }, { examples, bodies: BODIES, headers, count: 100, seed: round });
      const { failures, statuses } = await sendCases(app, [...cases]);
      expect(failures.slice(0, 20)).toEqual([]);
      for (const [status, count] of statuses) total.set(status, (total.get(status) ?? 0) + count);
    }
  }
  for (const status of [200, 400, 403, 404, 415])
    expect([status, total.get(status)]).not.toEqual([status, undefined]);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect((await member.get('/api/auth/user')).json()).toMatchObject({
    id: member.id,
    subscriptionTier: 'pro',
  });
});
