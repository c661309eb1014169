import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Comment } from '#contract/comments.ts';
import { type ApiDocument, type FuzzCase, fuzz } from './testing/fuzz-cases.ts';
import { memberBodies, memberExamples, withoutSigningOut } from './testing/fuzz-examples.ts';
import { sendCases } from './testing/fuzz-run.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from './testing/test-app.ts';

/** What is paid for has its own file, app.fuzz.payments.test.ts. */
const bodies = memberBodies({ basic: 'price_1', advanced: 'price_2', pro: 'price_3' });
const PAID = /^\/api\/(?:subscription\/(?!status|settings)|get-or-create|orders)/;

let app: TestApp;
let paths: ApiDocument['paths'];
let promptId: string;
/** Without what is paid for. */
const free = () => Object.fromEntries(Object.entries(paths).filter(([path]) => !PAID.test(path)));
/** Of a prompt everybody may read; nobody but its author deletes it. */
let commentId: string;
let member: TestMember;
let ticketId: string;
let other: TestMember;

beforeAll(async () => {
  app = await createTestApp();
  const document = (await app.get('/openapi.json')).json<ApiDocument>();
  paths = withoutSigningOut(document.paths);
  promptId = (await app.get('/api/prompts/search?tier=basic&limit=1')).json()[0].id;
  other = await createMember(app);
  commentId = await comment(other, 'Read me');
});
afterAll(() => app.close());

beforeEach(async () => {
  member = await createMember(app, { tier: 'pro' });
  ticketId = (await member.post('/api/tickets', { topic: 'question', text: 'How?' })).json().ticketId;
});

function casesFor(id: string, among: ApiDocument['paths'], count: number, seed: number): FuzzCase[] {
  const examples = memberExamples(id, commentId, ticketId);
  const headers = { cookie: member.cookie, 'sec-fetch-site': 'same-origin', origin: app.settings.publicUrl };
  return [...fuzz({ paths: among }, { examples, bodies, headers, count, seed })];
}

async function comment(author: TestMember, content: string): Promise<string> {
  const posted = await author.post(`/api/prompts/${promptId}/comments`, { content });
  return (posted.json() as Comment).id;
}

async function expectStillSignedIn(): Promise<void> {
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect((await member.get('/api/auth/user')).json()).toMatchObject({
    id: member.id,
    subscriptionTier: 'pro',
  });
}

test('every body a member may send has its valid example', () => {
  const withBody = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => 'requestBody' in operation)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(withBody.sort()).toEqual(Object.keys(bodies).sort());
});

test('2,000 requests of a pro member, of all routes, are answered as documented', async () => {
  const { faults, statuses } = await sendCases(app, casesFor(promptId, free(), 2000, 20_261_121));
  expect(faults.slice(0, 20)).toEqual([]);
  for (const status of [200, 400, 403, 404])
    expect([status, statuses.get(status)]).not.toEqual([status, undefined]);
  expect(statuses.get(200)).toBeGreaterThan(500);
  await expectStillSignedIn();
});

test('the valid example of every operation succeeds', async () => {
  const own = await comment(member, 'Mine');
  const others = await comment(other, 'Yours');
  const isOwn = (path: string) => path === '/api/comments/{id}';
  for (const [path, operations] of Object.entries(free())) {
    const id = isOwn(path) ? own : path.startsWith('/api/comments/') ? others : promptId;
    const count = Object.keys(operations).length;
    for (const { request, judge } of casesFor(id, { [path]: operations }, count, 1)) {
      const response = await app.server.inject(request as InjectOptions);
      expect([request.method, request.url, judge(response)]).toEqual([request.method, request.url, []]);
      expect([request.url, [200, 302].includes(response.statusCode)]).toEqual([request.url, true]);
    }
  }
});
