import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logout } from '#contract/account.ts';
import type { Comment } from '#contract/comments.ts';
import { type BillingApp, createBillingApp, type Payer } from './features/billing/testing/billing-app.ts';
import { type ApiDocument, type FuzzCase, fuzz } from './testing/fuzz.ts';

const AT_ONCE = 16;

/** Valid bodies of all that a member sends. */
const bodies = () => ({
  'POST /api/prompts/{id}/vote': { type: 'up' },
  'POST /api/prompts/{id}/comments': { content: 'Works for me.', parentId: null },
  'PUT /api/comments/{id}': { content: 'Works for me, mostly.' },
  'POST /api/comments/{id}/report': { reason: 'spam', details: 'An advertisement.' },
  'PUT /api/user/recents': { isPaused: false },
  'POST /api/get-or-create-subscription': { priceId: app.prices.pro },
  'POST /api/subscription/change-preview': { priceId: app.prices.pro },
  'POST /api/subscription/change': { priceId: app.prices.pro, prorationDate: 1_795_000_000 },
  'POST /api/subscription/portal': { purpose: 'invoices' },
  'POST /api/orders': {
    key: '0f8fad5b-d9cb-469f-a165-70867728950e',
    brief: { goal: 'A menu', context: 'For six', result: 'Two pages', model: 'any' },
  },
  'POST /api/orders/{id}/revision': { text: 'Shorter, please.' },
});

let app: BillingApp;
let paths: ApiDocument['paths'];
let promptId: string;
let lockedId: string;
let member: Payer;
let other: Payer;

beforeAll(async () => {
  app = await createBillingApp({ template: 'library' });
  const document = (await app.get('/openapi.json')).json<ApiDocument>();
  // Signing out works, and would leave nobody to ask; the fuzz of visitors covers it.
  paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => path !== logout.url));
  const idOf = async (tier: string) =>
    (await app.get(`/api/prompts/search?tier=${tier}&limit=1`)).json()[0].id as string;
  promptId = await idOf('basic');
  lockedId = await idOf('engineer');
  other = await app.member();
});
afterAll(() => app.close());

beforeEach(async () => {
  member = await app.member({ tier: 'pro' });
});

interface Told {
  statuses: Map<number, number>;
  faults: string[];
}

/** Sends cases as the member, `AT_ONCE` at a time. */
async function sendAll(cases: FuzzCase[]): Promise<Told> {
  const told: Told = { statuses: new Map(), faults: [] };
  for (let from = 0; from < cases.length; from += AT_ONCE) {
    await Promise.all(
      cases.slice(from, from + AT_ONCE).map(async ({ request, judge }) => {
        // inject's type knows the common methods only; the point is to send others too.
        const answer = await app.server.inject(request as InjectOptions);
        const faults = judge(answer).map((fault) => `${JSON.stringify(request).slice(0, 400)} → ${fault}`);
        told.statuses.set(answer.statusCode, (told.statuses.get(answer.statusCode) ?? 0) + 1);
        told.faults.push(...faults);
      }),
    );
  }
  return told;
}

function casesFor(id: string, among: ApiDocument['paths'], count: number, seed: number): FuzzCase[] {
  const examples = {
    id,
    slug: 'fitness',
    categorySlug: 'fitness',
    topicSlug: 'gym-strength',
    q: 'strength',
    tier: 'basic',
    sort: 'newest',
    sortBy: 'relevance',
    limit: '5',
    favoritesOnly: 'true',
    returnUrl: '/search',
    format: 'text',
  };
  const headers = { cookie: member.cookie, 'sec-fetch-site': 'same-origin', origin: app.settings.publicUrl };
  return [...fuzz({ paths: among }, { examples, bodies: bodies(), headers, count, seed })];
}

const pathsOf = (pattern: RegExp) =>
  Object.fromEntries(Object.entries(paths).filter(([path]) => pattern.test(path)));

async function comment(author: Payer, content: string): Promise<string> {
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
  expect(withBody.sort()).toEqual(Object.keys(bodies()).sort());
});

test('2,500 requests of a pro member, of all routes, are answered as documented', async () => {
  const { faults, statuses } = await sendAll(casesFor(promptId, paths, 2500, 20_261_121));
  expect(faults.slice(0, 20)).toEqual([]);
  for (const status of [200, 400, 403, 404])
    expect([status, statuses.get(status)]).not.toEqual([status, undefined]);
  expect(statuses.get(200)).toBeGreaterThan(500);
  await expectStillSignedIn();
});

test('1,000 about a prompt above their tier, and never its text', async () => {
  const { faults, statuses } = await sendAll(
    casesFor(lockedId, pathsOf(/^\/api\/(?:prompts|user)\//), 1000, 3),
  );
  expect(faults.slice(0, 20)).toEqual([]);
  expect(statuses.get(403)).toBeGreaterThan(100);
  await expectStillSignedIn();
});

test('2,000 about comments, their own and others’', async () => {
  const ofComments = pathsOf(/^\/api\/comments\//);
  const total = new Map<number, number>();
  // A comment of their own does not live long among requests to delete it.
  for (let round = 0; round < 10; round += 1) {
    for (const author of [member, other]) {
      const id = await comment(author, `Comment ${round}`);
      const { faults, statuses } = await sendAll(casesFor(id, ofComments, 100, round));
      expect(faults.slice(0, 20)).toEqual([]);
      for (const [status, count] of statuses) total.set(status, (total.get(status) ?? 0) + count);
    }
  }
  for (const status of [200, 400, 403, 404, 415])
    expect([status, total.get(status)]).not.toEqual([status, undefined]);
  await expectStillSignedIn();
});

/** What succeeds only at one point of a subscription's or an order's life; their own tests go through those. */
const IN_TIME = /^\/api\/(?:subscription\/(?!status|settings)|get-or-create|orders)/;

test('the valid example of every operation succeeds', async () => {
  const own = await comment(member, 'Mine');
  const others = await comment(other, 'Yours');
  const isOwn = (path: string) => path === '/api/comments/{id}';
  for (const [path, operations] of Object.entries(paths).filter(([path]) => !IN_TIME.test(path))) {
    const id = isOwn(path) ? own : path.startsWith('/api/comments/') ? others : promptId;
    const count = Object.keys(operations).length;
    for (const { request, judge } of casesFor(id, { [path]: operations }, count, 1)) {
      const answer = await app.server.inject(request as InjectOptions);
      expect([request.method, request.url, judge(answer)]).toEqual([request.method, request.url, []]);
      expect([request.url, [200, 302].includes(answer.statusCode)]).toEqual([request.url, true]);
    }
  }
});
