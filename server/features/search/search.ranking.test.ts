import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { SearchResult } from '#contract/search.ts';
import { createFeatureApp, type FeatureApp } from '#server/testing/feature-app.ts';
import { type Seed, seedPrompts } from '#server/testing/seed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { refreshPopularity } from './search.index.queries.ts';

let database: TestDatabase;
let app: FeatureApp;

/** A prompt whose title begins with "Doc", so that it has words besides those of its test. */
const SEEDS: Seed[] = [
  // Where a word stands.
  { title: 'Doc of marmalade', topic: 'garden/soil' },
  { title: 'Doc by keyword', keywords: ['orange marmalade'], topic: 'garden/soil' },
  { title: 'Doc by topic', topic: 'garden/marmalade' },
  { title: 'Doc by summary', summary: 'Marmalade it is.', topic: 'garden/soil' },
  { title: 'Doc by description', description: 'For marmalade.', topic: 'garden/soil' },
  { title: 'Doc by content', content: 'Cook the marmalade.', topic: 'garden/soil', copies: 90_000 },
  // How many of the words.
  { title: 'Doc of violin', topic: 'garden/soil', copies: 500 },
  { title: 'Doc of trumpet', topic: 'garden/soil' },
  { title: 'Doc in full', summary: 'A violin and a trumpet.', topic: 'garden/soil' },
  { title: 'Doc locked', content: 'violin', tier: 'pro', topic: 'garden/soil' },
  { title: 'Doc open', content: 'trumpet', topic: 'garden/soil' },
  // A phrase.
  { title: 'Doc of lantern by the harbor', topic: 'garden/soil', copies: 40 },
  { title: 'Doc of harbor lantern', topic: 'garden/soil' },
  { title: 'Doc with summary', summary: 'harbor lantern', topic: 'garden/soil' },
  { title: 'Doc with words', summary: 'lantern, harbor', topic: 'garden/soil', copies: 40 },
  // As typed.
  { title: 'Doc for a curriculum vitae', topic: 'garden/soil', copies: 40 },
  { title: 'Doc for a resume', topic: 'garden/soil' },
  { title: 'Doc about pruning', topic: 'garden/soil' },
  { title: 'Doc about pruned trees', topic: 'garden/soil', copies: 40 },
  // In a name or in the summary.
  { title: 'Doc of quince, A', topic: 'garden/trellis' },
  { title: 'Doc of quince, B', summary: 'By a trellis.', topic: 'garden/soil' },
  // Words that have synonyms together.
  { title: 'Doc of a meeting', keywords: ['meeting notes'], topic: 'garden/soil' },
  { title: 'Doc of choices', keywords: ['meeting notes'], topic: 'garden/meetings', copies: 90_000 },
  // Copies and rating.
  { title: 'Doc of teapots, A', topic: 'garden/soil' },
  { title: 'Doc of teapots, B', topic: 'garden/soil', copies: 2000 },
  { title: 'Doc of teapots, C', topic: 'garden/soil', rating: '4.90' },
  { title: 'Doc of tea', summary: 'teapots', topic: 'garden/soil', copies: 100_000, rating: '5.00' },
  // Near ties of different tiers.
  { title: 'Doc of a loom, locked', tier: 'pro', topic: 'garden/soil', copies: 9 },
  { title: 'Doc of a loom, open', topic: 'garden/soil', copies: 4 },
  // Two topics are named by one word.
  ...['A', 'B', 'C', 'D', 'E'].map(
    (letter): Seed => ({ title: `Doc of a kiln, ${letter}`, topic: 'garden/kiln', copies: 900 }),
  ),
  { title: 'Doc of a kiln elsewhere', topic: 'garden/kiln-repair' },
  // Ties.
  { title: 'Doc tie Zebra sundial', topic: 'garden/soil', featured: true },
  { title: 'Doc tie ábaco sundial', topic: 'garden/soil' },
  { title: 'Doc tie Abbey sundial', topic: 'garden/soil' },
];

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  app = await createFeatureApp(database.db, { version: 1 });
  // Enough full and partial matches for several pages, with many equal scores.
  const many = Array.from({ length: 60 }, (_, index): Seed => {
    const words = index < 6 ? 'gazebo pergola' : index % 2 === 0 ? 'gazebo' : 'pergola';
    return { title: `Doc number ${index}`, summary: words, topic: 'garden/soil', featured: index % 5 === 0 };
  });
  await seedPrompts(database.db, [...SEEDS, ...many]);
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

async function search(q: string, more = ''): Promise<SearchResult[]> {
  const response = await app.get(
    `/api/prompts/search?sortBy=relevance&limit=100&q=${encodeURIComponent(q)}${more}`,
  );
  expect([q, response.statusCode, response.headers['x-total-count']]).toEqual([
    q,
    200,
    String(response.json().length),
  ]);
  return response.json();
}

const titlesFor = async (viewer: 'visitor' | 'pro', q: string) =>
  (await app.get(`/api/prompts/search?sortBy=relevance&q=${q}`, viewer))
    .json()
    .map(({ title }: SearchResult) => title);

const titles = async (q: string) => (await search(q)).map(({ title }) => title);

describe('the best match is', () => {
  test('a word in the title, then in a keyword, in a name, in the summary or description, in the content', async () => {
    const found = await titles('marmalade');
    expect(found).toEqual([
      'Doc of marmalade',
      'Doc by keyword',
      'Doc by topic',
      'Doc by description',
      'Doc by summary',
      'Doc by content',
    ]);
  });

  test('all of the words before some of them', async () => {
    const found = await search('violin trumpet');
    expect(found.map(({ title, isPartial }) => [title, isPartial])).toEqual([
      ['Doc in full', false],
      ['Doc of violin', true],
      ['Doc of trumpet', true],
    ]);
  });

  test('the phrase before the same words elsewhere, in every field', async () => {
    expect(await titles('harbor lantern')).toEqual([
      'Doc of harbor lantern',
      'Doc of lantern by the harbor',
      'Doc with summary',
      'Doc with words',
    ]);
  });

  test('in the summary before the name of the topic or category', async () => {
    expect(await titles('quince trellis')).toEqual(['Doc of quince, B', 'Doc of quince, A']);
  });

  test('with some of the words in the title, where they have synonyms together, too', async () => {
    const [first, second] = await search('meeting notes');
    expect([first?.title, second?.title]).toEqual(['Doc of a meeting', 'Doc of choices']);
    // The name of the topic has one of the words only.
    expect(second?.otherMatch).toMatchObject({ field: 'keyword', text: 'meeting notes' });
  });

  test('the phrase in its other spelling, too', async () => {
    expect((await titles('harbour lantern'))[0]).toBe('Doc of harbor lantern');
  });

  test('the word as typed before its synonym and its other forms', async () => {
    expect((await titles('resume')).slice(0, 2)).toEqual(['Doc for a resume', 'Doc for a curriculum vitae']);
    expect((await titles('curriculum vitae'))[0]).toBe('Doc for a curriculum vitae');
    expect(await titles('pruning')).toEqual(['Doc about pruning', 'Doc about pruned trees']);
    expect(await titles('pruned')).toEqual(['Doc about pruned trees', 'Doc about pruning']);
  });

  test('the one copied and rated more, among equals only', async () => {
    const found = await titles('teapots');
    expect(found.indexOf('Doc of teapots, B')).toBeLessThan(found.indexOf('Doc of teapots, A'));
    expect(found.indexOf('Doc of teapots, C')).toBeLessThan(found.indexOf('Doc of teapots, A'));
    expect(found.at(-1)).toBe('Doc of tea');
  });

  test('among near ties the one that the tier of the viewer opens', async () => {
    const [locked, open] = ['Doc of a loom, locked', 'Doc of a loom, open'];
    expect(await titlesFor('visitor', 'loom')).toEqual([open, locked]);
    expect(await titlesFor('pro', 'loom')).toEqual([locked, open]);
  });

  test('of every topic that the text names, before a fourth one of the same', async () => {
    const found = await titles('kiln');
    expect(found.slice(0, 3)).toEqual(['Doc of a kiln, A', 'Doc of a kiln, B', 'Doc of a kiln, C']);
    expect(found.indexOf('Doc of a kiln elsewhere')).toBe(3);
  });

  test('among equal scores the featured one, then by title as everywhere', async () => {
    expect(await titles('sundial')).toEqual([
      'Doc tie Zebra sundial',
      'Doc tie ábaco sundial',
      'Doc tie Abbey sundial',
    ]);
  });
});

describe('partial matches', () => {
  test('are those that lack a word, of what everybody may read', async () => {
    // "violin" stands in the content of a locked prompt, "trumpet" in that of an open one.
    const found = await search('violin trumpet', '&exact=true');
    expect(found.filter(({ isPartial }) => isPartial).map(({ title }) => title)).toEqual([
      'Doc of violin',
      'Doc of trumpet',
    ]);
    for (const { title, isPartial } of await search('trumpet'))
      expect([title, isPartial]).toEqual([title, false]);
  });

  test('are left out beside ten full matches, and in other sorts beside any', async () => {
    const few = await search('gazebo pergola');
    expect(few.filter(({ isPartial }) => !isPartial)).toHaveLength(6);
    expect(few).toHaveLength(60);
    const other = await app.get('/api/prompts/search?q=gazebo%20pergola&sortBy=title&limit=100');
    expect(other.json()).toHaveLength(6);
    const none = await app.get('/api/prompts/search?q=gazebo%20teapots&sortBy=title&limit=100');
    expect(none.json().length).toBeGreaterThan(30);
    expect(none.json().every(({ isPartial }: SearchResult) => isPartial)).toBe(true);
    expect((await search('doc number')).length).toBeGreaterThanOrEqual(10);
    expect((await search('doc number')).some(({ isPartial }) => isPartial)).toBe(false);
  });

  test('never have an excluded word, and a filler word does not make a match partial', async () => {
    const found = await search('violin trumpet -full');
    expect(found.map(({ title }) => title)).toEqual(['Doc of violin', 'Doc of trumpet']);
    expect((await search('trumpet ideas')).some(({ isPartial }) => isPartial)).toBe(false);
  });

  test.each(['gazebo pergola', 'kiln'])(
    'are paged with the full ones without gap or repeat: %s',
    async (text) => {
      const whole = (await search(text)).map(({ id }) => id);
      for (const limit of [1, 4, 7]) {
        const read: string[] = [];
        let next: string | undefined =
          `/api/prompts/search?sortBy=relevance&q=${encodeURIComponent(text)}&limit=${limit}`;
        while (next !== undefined) {
          const response = await app.get(next);
          read.push(...response.json().map(({ id }: SearchResult) => id));
          expect(response.headers['x-total-count']).toBe(String(whole.length));
          next = /^<([^>]+)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1];
        }
        expect(read).toEqual(whole);
      }
    },
  );
});

test('copies and ratings of the day count after the daily refresh', async () => {
  const before = await titles('sundial');
  await sql`update prompt_stats set copy_count = 50000
    where prompt_id = (select id from prompts where title = 'Doc tie Abbey sundial')`.execute(database.db);
  expect(await titles('sundial')).toEqual(before);
  await refreshPopularity(database.db);
  expect((await titles('sundial'))[0]).toBe('Doc tie Abbey sundial');
});
