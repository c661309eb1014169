import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Comment } from '#contract/comments.ts';
import { type ApiDocument, type FuzzCase, fuzz } from './testing/fuzz-cases.ts';
import { memberBodies, memberExamples, OAUTH_REQUEST, withoutSigningOut } from './testing/fuzz-examples.ts';
import { sendCases } from './testing/fuzz-run.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from './testing/test-app.ts';

/** What is paid for has its own file, app.fuzz.payments.test.ts. */
const bodies: Record<string, Record<string, unknown>> = memberBodies({
  basic: 'price_1',
  advanced: 'price_2',
  pro: 'price_3',
});
const PAID = /^\/api\/(?:subscription\/(?!status|settings)|get-or-create|orders)/;

let app: TestApp;
let paths: ApiDocument['paths'];
let promptId: string;
/** Its present one: a fresh library has no others. */
let version: string;
/** Without what is paid for. */
const free = () => Object.fromEntries(Object.entries(paths).filter(([path]) => !PAID.test(path)));
/** Of a prompt everybody may read; nobody but its author deletes it. */
let commentId: string;
let member: TestMember;
let ticketId: string;
let collectionId: string;
/** Somebody else's collection, at its address. */
let share: string;
let other: TestMember;
/** Of the member's own team. */
let team = { teamId: 'abcdefghijkl', membershipId: 'abcdefghijkl' };
/** To somebody else's. */
let invitation = { invitationId: 'abcdefghijkl', key: 'not-a-signature' };
let inviter: TestMember;

beforeAll(async () => {
  app = await createTestApp();
  const document = (await app.get('/openapi.json')).json<ApiDocument>();
  paths = withoutSigningOut(document.paths);
  promptId = (await app.get('/api/prompts/search?tier=basic&limit=1')).json()[0].id;
  other = await createMember(app);
  const prompt = (await other.get(`/api/prompts/${promptId}`)).json();
  version = String(prompt.version);
  const values = { [prompt.variables[0].name]: 'Ada' };
  bodies['POST /api/prompts/{id}/saved-values'] = { name: 'Home', values, teamId: null };
  commentId = await comment(other, 'Read me');
  ({ share } = await sharedCollection(other));
  inviter = await createMember(app, { tier: 'pro' });
  await ownTeam(inviter);
  await sql`insert into oauth_clients (id, name, redirect_uris)
    values (${OAUTH_REQUEST.client_id}, 'App', ${[OAUTH_REQUEST.redirect_uri]})`.execute(app.database.db);
});
afterAll(() => app.close());

beforeEach(async () => {
  member = await createMember(app, { tier: 'pro' });
  ticketId = (await member.post('/api/tickets', { topic: 'question', text: 'How?' })).json().ticketId;
  collectionId = (await sharedCollection(member)).id;
});

function casesFor(id: string, among: ApiDocument['paths'], count: number, seed: number): FuzzCase[] {
  const versions = { number: version, version, from: version, to: version };
  const examples = { ...memberExamples(id, commentId, ticketId), ...versions, collectionId, share };
  Object.assign(examples, team, invitation);
  const headers = { cookie: member.cookie, 'sec-fetch-site': 'same-origin', origin: app.settings.publicUrl };
  return [...fuzz({ paths: among }, { examples, bodies, headers, count, seed })];
}

async function comment(author: TestMember, content: string): Promise<string> {
  const posted = await author.post(`/api/prompts/${promptId}/comments`, { content });
  return (posted.json() as Comment).id;
}

/** With one prompt, open to whoever has the link. */
async function sharedCollection(owner: TestMember): Promise<{ id: string; share: string }> {
  const { id } = (await owner.post('/api/collections', { name: 'Mine', promptId })).json();
  const sharing = { visibility: 'link', showsName: true };
  return (await owner.put(`/api/collections/${id}/sharing`, sharing)).json();
}

/** With somebody else in it. */
async function ownTeam(owner: TestMember): Promise<typeof team> {
  const [known] = (await owner.get('/api/teams')).json();
  const { id } = known?.role === 'owner' ? known : (await owner.post('/api/teams', { name: 'Mine' })).json();
  const guest = await createMember(app);
  const { invitationId, key } = await invitationOf(owner, id);
  await guest.post(`/api/team-invitations/${invitationId}/acceptance?key=${key}`);
  const { members } = (await owner.get('/api/teams')).json()[0];
  return { teamId: id, membershipId: members.at(-1).id };
}

async function invitationOf(owner: TestMember, teamId: string): Promise<typeof invitation> {
  const body = { email: null, role: 'reader' };
  const { path } = (await owner.post(`/api/teams/${teamId}/invitations`, body)).json();
  const { searchParams } = new URL(path, 'http://localhost');
  return { invitationId: searchParams.get('invitation') ?? '', key: searchParams.get('key') ?? '' };
}

async function expectStillSignedIn(): Promise<void> {
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect((await member.get('/api/auth/user')).json()).toMatchObject({
    id: member.id,
    subscriptionTier: 'pro',
  });
}

test('every endpoint with a request body for members has a valid example', () => {
  const withBody = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => 'requestBody' in operation)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(withBody.sort()).toEqual(Object.keys(bodies).sort());
});

test('2,000 requests of a pro member, of all routes, are answered as documented', async () => {
  team = await ownTeam(member);
  const { failures, statuses } = await sendCases(app, casesFor(promptId, free(), 2000, 20_261_121));
  expect(failures.slice(0, 20)).toEqual([]);
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
    if (path.includes('{teamId}')) team = await ownTeam(member);
    if (path.includes('/team-invitations/')) {
      const [theirs] = (await inviter.get('/api/teams')).json();
      invitation = await invitationOf(inviter, theirs.id);
    }
    const count = Object.keys(operations).length;
    // The one before may be deleted, emptied or private by now.
    if (path.includes('{collectionId}')) collectionId = (await sharedCollection(member)).id;
    for (const { request, check } of casesFor(id, { [path]: operations }, count, 1)) {
      const response = await app.server.inject(request as InjectOptions);
      expect([request.method, request.url, check(response)]).toEqual([request.method, request.url, []]);
      expect([request.url, [200, 302].includes(response.statusCode)]).toEqual([request.url, true]);
    }
  }
});
