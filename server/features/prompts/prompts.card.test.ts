import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { promptCardSchema } from '#contract/prompts.ts';
import { TIERS, type Tier } from '#contract/tiers.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const PUBLIC_URL = 'https://promptarium.example';
const titleOf = (tier: Tier) => `Plan a garden, ${tier}`;
const idOf = (tier: Tier) => seedId(titleOf(tier));
const CANARY = 'zqcardcanary';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty', settings: { publicUrl: PUBLIC_URL } });
  await seedPrompts(app.database.db, [
    ...TIERS.map((tier) => ({
      title: titleOf(tier),
      tier,
      summary: `In short, for ${tier}.`,
      description: `At length, for ${tier}.`,
      content: `Say ${CANARY}.`,
      copies: 1234,
      favorites: 56,
    })),
    { title: 'Retired', isListed: false },
  ]);
});
afterAll(() => app.close());

const unknown = () => ['aaaaaaaaaaaa', seedId('Retired')];

describe('the card of a prompt', () => {
  test.each(TIERS)('of tier %s is for everybody, without its text', async (tier) => {
    const response = await app.get(`/api/prompts/${idOf(tier)}/card`);
    expect(response.statusCode).toBe(200);
    expect(promptCardSchema.strict().parse(response.json())).toMatchObject({
      title: titleOf(tier),
      isLocked: tier !== 'basic',
    });
    expect(response.payload).not.toContain(CANARY);
  });

  test('of a prompt there is not is a 404', async () => {
    for (const id of [...unknown(), 'x']) {
      expect([404, 400, 410]).toContain((await app.get(`/api/prompts/${id}/card`)).statusCode);
    }
  });
});

describe('a prompt’s page for a visitor', () => {
  test.each(TIERS)('of tier %s says what it is, and nothing of its text', async (tier) => {
    const { statusCode, payload } = await app.get(`/prompt/${idOf(tier)}`);
    expect(statusCode).toBe(200);
    expect(payload).not.toContain(CANARY);
    const body = payload.slice(payload.indexOf('<body'));
    const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1];
    expect(heading).toBe(titleOf(tier));
    for (const text of [`In short, for ${tier}.`, `At length, for ${tier}.`, 'Strength', '1,234', '56']) {
      expect(body).toContain(text);
    }
    expect(body).not.toMatch(/<h\d[^>]*>Unauthorized/);
    expect(body).toContain(`href="/login?returnUrl=%2Fprompt%2F${idOf(tier)}"`);
  });

  test('has head tags of its own, and may be indexed', async () => {
    const { payload } = await app.get(`/prompt/${idOf('pro')}`);
    const head = payload.slice(0, payload.indexOf('</head>'));
    const url = `${PUBLIC_URL}/prompt/${idOf('pro')}`;
    expect(head).toContain(`<title>${titleOf('pro')} · Promptarium</title>`);
    expect(head).toContain('name="description" content="In short, for pro."');
    expect(head).toContain(`property="og:title" content="${titleOf('pro')} · Promptarium"`);
    expect(head).toContain('property="og:description" content="In short, for pro."');
    expect(head).toContain(`property="og:url" content="${url}"`);
    expect(head).toContain(`rel="canonical" href="${url}"`);
    expect(head).not.toContain('noindex');
    const blocks = [...payload.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)];
    const types = blocks.map(([, json]) => JSON.parse(json ?? ''));
    expect(types).toContainEqual(expect.objectContaining({ '@type': 'CreativeWork', name: titleOf('pro') }));
    expect(types).toContainEqual(expect.objectContaining({ '@type': 'BreadcrumbList' }));
  });

  test('of a prompt there is not is a real 404, also with an id that cannot be one', async () => {
    for (const id of ['aaaaaaaaaaaa', 'x', 'ABCDEFGHIJKL']) {
      const { statusCode, payload } = await app.get(`/prompt/${id}`);
      expect([id, statusCode]).toEqual([id, 404]);
      expect(payload).toContain('Prompt not found');
    }
  });

  test('of a retired prompt says so with 410, and offers others', async () => {
    const { statusCode, payload } = await app.get(`/prompt/${seedId('Retired')}`);
    expect(statusCode).toBe(410);
    expect(payload).toContain('This prompt has been retired');
    expect(payload).toContain(`href="/prompt/${idOf('basic')}"`);
  });
});

describe('the sign-in page', () => {
  test.each([
    ['basic', 'Free with your Google account', 'Sign in to read and copy:'],
    [
      'pro',
      'It needs the Pro plan. New members can try Pro free for 7 days, no card.',
      'Sign in to continue to:',
    ],
    ['engineer', 'It opens when you order a custom prompt', 'Sign in to continue to:'],
  ] as const)('shows the %s prompt somebody comes from', async (tier, access, lead) => {
    const { statusCode, payload } = await app.get(`/login?returnUrl=%2Fprompt%2F${idOf(tier)}`);
    expect(statusCode).toBe(200);
    for (const text of [lead, titleOf(tier), `In short, for ${tier}.`, access]) {
      expect(payload).toContain(text);
    }
    expect(payload).toContain('Continue with Google');
    expect(payload).not.toContain(CANARY);
  });

  test('is the plain one for a prompt there is not, other pages, and other hosts', async () => {
    const back = 'Your favorites, votes and plan are where';
    const elsewhere = [
      // Another host is no page to come back to: what is said is said of the home page.
      [`//evil.example/prompt/${idOf('pro')}`, 'Every basic prompt is free'],
      ['/favorites', back],
      ['/prompt/x', back],
      ...unknown().map((id) => [`/prompt/${id}`, back] as const),
    ] as const;
    for (const [returnUrl, reason] of elsewhere) {
      const { statusCode, payload } = await app.get(`/login?returnUrl=${encodeURIComponent(returnUrl)}`);
      expect([returnUrl, statusCode]).toEqual([returnUrl, 200]);
      expect(payload).not.toMatch(/Sign in to (?:read and copy|continue to)/);
      expect([returnUrl, payload.includes(reason)]).toEqual([returnUrl, true]);
    }
  });
});
