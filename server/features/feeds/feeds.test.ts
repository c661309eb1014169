import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Seed, seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';

/** Behind a proxy, under its own name. */
const PUBLIC_URL = 'https://prompts.example';

const SEEDS: Seed[] = [
  {
    title: 'Squats & <lunges>',
    summary: 'Say "how" \u0008many.',
    content: 'Count [them].',
    createdAt: '2026-02-01T00:00:00Z',
  },
  { title: 'Planks', tier: 'pro', content: 'Hold it.', createdAt: '2026-01-01T00:00:00Z' },
  { title: 'Budget', topic: 'finance/saving', createdAt: '2026-03-01T00:00:00Z' },
  { title: 'Retired', isListed: false },
];

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty', settings: { publicUrl: PUBLIC_URL } });
  await seedPrompts(app.database.db, SEEDS, ['empty/nothing']);
  // Changed after all the others were made.
  await app.database.pool.query(
    `with changed as (update prompts set version = 2, content = 'Hold it longer.' where id = $1 returning *)
     insert into prompt_versions select id, version, title, content, variables, 'Longer.', '2026-04-01' from changed`,
    [seedId('Planks')],
  );
});
afterAll(() => app.close());

const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => ['entry', 'link', 'category'].includes(name),
});

async function readFeed(url: string) {
  const response = await app.get(url);
  expect([url, response.statusCode, response.headers['content-type']]).toEqual([
    url,
    200,
    'application/atom+xml; charset=utf-8',
  ]);
  expect(XMLValidator.validate(response.payload)).toBe(true);
  const { feed } = parser.parse(response.payload);
  expect(feed['@_xmlns']).toBe('http://www.w3.org/2005/Atom');
  return feed;
}

test('holds what is new or changed, the latest first, with public fields and addresses under the public name', async () => {
  const feed = await readFeed('/feed.xml');
  expect(feed).toMatchObject({
    id: `${PUBLIC_URL}/feed.xml`,
    updated: '2026-04-01T00:00:00.000Z',
    author: { name: 'Promptarium Team' },
    link: [
      { '@_rel': 'self', '@_href': `${PUBLIC_URL}/feed.xml` },
      { '@_rel': 'alternate', '@_href': `${PUBLIC_URL}/` },
    ],
  });
  const url = `${PUBLIC_URL}/prompt/${seedId('Planks')}`;
  expect(feed.entry.map(({ title }: { title: string }) => title)).toEqual([
    'Planks',
    'Budget',
    'Squats & <lunges>',
  ]);
  expect(feed.entry[0]).toMatchObject({
    id: url,
    link: [{ '@_rel': 'alternate', '@_href': url }],
    published: '2026-01-01T00:00:00.000Z',
    updated: '2026-04-01T00:00:00.000Z',
    category: [
      { '@_term': 'fitness/strength', '@_label': 'Strength' },
      { '@_term': 'pro', '@_label': 'Pro' },
    ],
    content: { '#text': 'Version 2. When it helps.' },
  });
  expect(feed.entry[2].summary).toBe('Say "how" many.');
  const { payload } = await app.get('/feed.xml');
  for (const text of ['Hold it', 'Longer.', 'Count [']) expect(payload).not.toContain(text);
});

test('a category has its own feed, also an empty one; an unknown category has none', async () => {
  const feed = await readFeed('/category/finance/feed.xml');
  expect(feed.entry.map(({ title }: { title: string }) => title)).toEqual(['Budget']);
  expect(feed.link[1]['@_href']).toBe(`${PUBLIC_URL}/category/finance`);
  expect((await readFeed('/category/empty/feed.xml')).entry).toBeUndefined();
  for (const slug of ['nix', '%00', 'Fitness']) {
    expect([slug, (await app.get(`/category/${slug}/feed.xml`)).statusCode]).toEqual([slug, 404]);
  }
});

test('is cached until the library changes, and answered with 304 to readers that have it', async () => {
  const member = await createMember(app, { tier: 'engineer' });
  const [first, own] = [await app.get('/feed.xml'), await member.get('/feed.xml')];
  expect(own.payload).toBe(first.payload);
  const etag = String(first.headers['etag']);
  expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  const again = await app.get('/feed.xml', { headers: { 'if-none-match': etag } });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
});

test('pages name it in their heads, a category its own too', async () => {
  const feedsOf = async (url: string) =>
    [
      ...(await app.get(url)).payload.matchAll(
        /<link rel="alternate" type="application\/atom\+xml"[^>]*href="([^"]+)"/g,
      ),
    ].map(([, href]) => href);
  expect(await feedsOf('/')).toEqual(['/feed.xml']);
  expect(await feedsOf('/category/fitness')).toEqual([
    `${PUBLIC_URL}/category/fitness/feed.xml`,
    '/feed.xml',
  ]);
});
