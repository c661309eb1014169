import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { getCategory, getTopic, listCategories } from '#contract/catalog.ts';
import { LIST_SORTS } from '#contract/sorts.ts';
import { TIERS } from '#contract/tiers.ts';
import { createFeatureApp, type FeatureApp } from '#server/testing/feature-app.ts';
import { type Seed, seedId, seedPrompts } from '#server/testing/seed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

let database: TestDatabase;
let app: FeatureApp;

/** Few values, so that every kind of tie occurs many times. */
const SEEDS: Seed[] = Array.from({ length: 61 }, (_, index) => ({
  title: `Prompt ${String((index * 37) % 61).padStart(2, '0')}`,
  topic: `fitness/${['strength', 'running', 'eating'][index % 3]}`,
  copies: index % 4,
  rating: ['0', '2.50', '4.99'][index % 3] ?? '0',
  createdAt: `2026-0${1 + (index % 5)}-01T00:00:00Z`,
  featured: index % 7 === 0,
}));
const OTHERS: Seed[] = [
  { title: 'Élan first', topic: 'health/sleep' },
  { title: 'elan second', topic: 'health/sleep', tier: 'pro' },
  { title: 'A retired prompt', topic: 'health/sleep', isListed: false },
];

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  app = await createFeatureApp(database.db, { version: 1 });
  await seedPrompts(
    database.db,
    [...SEEDS, ...OTHERS],
    ['fitness/strength', 'health/sleep', 'career/interviews'],
  );
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

/** The sort and its tie-breakers (featured, title, id), written in JavaScript. */
function expectedOrder(sort: (typeof LIST_SORTS)[number], seeds: readonly Seed[]): string[] {
  const keyOf = (seed: Seed) =>
    ({ popular: seed.copies ?? 0, rating: Number(seed.rating), newest: Date.parse(seed.createdAt ?? '') })[
      sort
    ];
  return [...seeds]
    .sort(
      (a, b) =>
        keyOf(b) - keyOf(a) ||
        Number(b.featured) - Number(a.featured) ||
        a.title.localeCompare(b.title, 'en') ||
        (seedId(a.title) < seedId(b.title) ? -1 : 1),
    )
    .map(({ title }) => title);
}

async function readAll(url: string): Promise<{ titles: string[]; pages: number[]; totals: Set<number> }> {
  const titles: string[] = [];
  const pages: number[] = [];
  const totals = new Set<number>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const address = cursor === '' ? url : `${url}${url.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const response = await app.get(address);
    expect(response.statusCode).toBe(200);
    const page = response.json();
    titles.push(...page.prompts.map((card: { title: string }) => card.title));
    pages.push(page.prompts.length);
    totals.add(page.total);
    cursor = page.nextCursor;
  }
  return { titles, pages, totals };
}

describe('lists', () => {
  for (const sort of LIST_SORTS) {
    test(`${sort}: a category in order, page by page, without gap or repeat`, async () => {
      const { titles, pages, totals } = await readAll(`/api/categories/fitness?sort=${sort}`);
      expect(titles).toEqual(expectedOrder(sort, SEEDS));
      expect(pages).toEqual([12, 12, 12, 12, 12, 1]);
      expect([...totals]).toEqual([61]);
    });

    test(`${sort}: several topics together, in pages of other sizes`, async () => {
      const wanted = SEEDS.filter(({ topic }) => topic !== 'fitness/running');
      for (const limit of [1, 5, 100]) {
        const url = `/api/categories/fitness?sort=${sort}&topics=eating,strength&limit=${limit}`;
        const { titles, totals } = await readAll(url);
        expect(titles).toEqual(expectedOrder(sort, wanted));
        expect([...totals]).toEqual([wanted.length]);
      }
    });

    test(`${sort}: a topic`, async () => {
      const wanted = SEEDS.filter(({ topic }) => topic === 'fitness/running');
      const { titles, totals } = await readAll(`/api/topics/fitness/running?sort=${sort}&limit=6`);
      expect(titles).toEqual(expectedOrder(sort, wanted));
      expect([...totals]).toEqual([wanted.length]);
    });
  }

  test('titles are compared without case and accents', async () => {
    expect((await readAll('/api/categories/health')).titles).toEqual(['Élan first', 'elan second']);
  });

  test('a page that ends with the list has no next one', async () => {
    const page = (await app.get('/api/categories/health?limit=2')).json();
    expect([page.prompts.length, page.nextCursor]).toEqual([2, null]);
  });

  test('an empty category is a page too', async () => {
    const page = (await app.get('/api/categories/career')).json();
    expect(page).toMatchObject({ category: { promptCount: 0 }, prompts: [], total: 0, nextCursor: null });
  });
});

describe('catalog', () => {
  test('categories come in their order with the listed prompts counted', async () => {
    const categories = listCategories.response.parse((await app.get('/api/categories')).json());
    expect(categories.map(({ slug, promptCount }) => [slug, promptCount])).toEqual([
      ['fitness', 61],
      ['health', 2],
      ['career', 0],
    ]);
  });

  test('tiers come lowest first with the listed prompts counted', async () => {
    const listed = [...SEEDS, ...OTHERS].filter(({ isListed }) => isListed !== false);
    expect((await app.get('/api/tiers')).json()).toEqual(
      TIERS.map((tier) => ({
        tier,
        promptCount: listed.filter((seed) => (seed.tier ?? 'basic') === tier).length,
      })),
    );
  });

  test('topics of a category tell how many prompts each tier has', async () => {
    const { topics } = (await app.get('/api/categories/fitness/topics')).json();
    for (const { slug, promptCount, tiers } of topics) {
      const { basic, advanced, pro, engineer } = tiers;
      expect([slug, basic + advanced + pro + engineer]).toEqual([slug, promptCount]);
      const found = await app.get(`/api/prompts/search?category=fitness&topic=${slug}&tier=basic`);
      expect([slug, Number(found.headers['x-total-count'])]).toEqual([slug, basic]);
    }
  });

  test('topics of a category, counted', async () => {
    const { topics } = (await app.get('/api/categories/fitness/topics')).json();
    expect(
      topics.map(({ slug, promptCount }: { slug: string; promptCount: number }) => [slug, promptCount]),
    ).toEqual([
      ['strength', 21],
      ['running', 20],
      ['eating', 20],
    ]);
  });

  test('responses have the shape of the contract', async () => {
    getCategory.response.parse((await app.get('/api/categories/fitness')).json());
    const topic = getTopic.response.parse((await app.get('/api/topics/health/sleep')).json());
    expect([topic.topic.name, topic.topic.promptCount, topic.category.slug]).toEqual(['Sleep', 2, 'health']);
  });

  test('a 404 names what does not exist', async () => {
    const messages = {
      '/api/categories/none': 'Category not found',
      '/api/categories/none/topics': 'Category not found',
      '/api/topics/fitness/none': 'Topic not found',
      '/api/topics/health/running': 'Topic not found',
      '/api/topics/none/none': 'Topic not found',
    };
    for (const [url, message] of Object.entries(messages)) {
      const response = await app.get(url);
      expect([url, response.statusCode, response.json().message]).toEqual([url, 404, message]);
    }
  });
});

describe('bad input is refused with a message that names it', () => {
  const first = async (url: string): Promise<string> => (await app.get(url)).json().nextCursor;

  test('a cursor of another list, an edited or a made-up one', async () => {
    const cursor = await first('/api/categories/fitness');
    const text = Buffer.from(cursor, 'base64url').toString();
    const wrong = {
      '/api/categories/health': cursor,
      '/api/topics/fitness/running': cursor,
      '/api/categories/fitness?sort=newest': cursor,
      '/api/categories/fitness?topics=running': cursor,
      '/api/categories/fitness': Buffer.from(text.replace('"key":"-3"', '"key":"-2"')).toString('base64url'),
      '/api/categories/fitness?limit=3': 'bm9uc2Vuc2U',
      '/api/categories/fitness?limit=4': '%24%24',
      '/api/categories/fitness?limit=5': 'a'.repeat(5000),
      '/api/categories/fitness?limit=6': '',
    };
    for (const [url, value] of Object.entries(wrong)) {
      const response = await app.get(`${url}${url.includes('?') ? '&' : '?'}cursor=${value}`);
      expect([url, response.statusCode]).toEqual([url, 400]);
      expect(response.json().message).toMatch(/^cursor: /);
    }
  });

  test('a cursor is good for another limit, and for the same topics in another order', async () => {
    const cursor = await first('/api/categories/fitness?topics=running,eating');
    const response = await app.get(`/api/categories/fitness?topics=eating,running&limit=5&cursor=${cursor}`);
    expect(response.statusCode).toBe(200);
  });

  test('unknown topics, sorts, limits', async () => {
    const wrong: [string, RegExp][] = [
      ['topics=none', /^topics: "none" is not a topic of Fitness$/],
      ['topics=running,sleep', /^topics: "sleep"/],
      ['topics=', /^topics: /],
      ['topics=a,,b', /^topics: /],
      [`topics=${'a'.repeat(3000)}`, /^topics: /],
      ['sort=password;drop', /^sort: /],
      ['sort=', /^sort: /],
      ['sort=popular&sort=newest', /^sort: /],
      ['limit=0', /^limit: /],
      ['limit=101', /^limit: /],
      ['limit=-1', /^limit: /],
      ['limit=1.5', /^limit: /],
      ['limit=1e9', /^limit: /],
      ['limit=NaN', /^limit: /],
      ['favoritesOnly=1', /^favoritesOnly: /],
      ['favoritesOnly=TRUE', /^favoritesOnly: /],
    ];
    for (const [query, message] of wrong) {
      const response = await app.get(`/api/categories/fitness?${query}`);
      expect([query, response.statusCode]).toEqual([query, 400]);
      expect(response.json().message).toMatch(message);
    }
  });

  test('invalid slugs, prototype names, unknown parameters', async () => {
    for (const slug of [
      '__proto__',
      'constructor',
      '%00',
      'a'.repeat(150),
      'Fitness',
      '..%2f',
      "'",
      '%F0%9F%98%80',
    ]) {
      const { statusCode } = await app.get(`/api/categories/${slug}`);
      expect([slug, statusCode === 400 || statusCode === 404]).toEqual([slug, true]);
    }
    for (const query of [
      '__proto__[x]=1',
      'constructor.prototype.polluted=1',
      'page=-1',
      'page=1e9',
      'tier=pro',
    ]) {
      expect([query, (await app.get(`/api/categories/fitness?${query}`)).statusCode]).toEqual([query, 200]);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

test('favoritesOnly does nothing for visitors', async () => {
  expect((await app.get('/api/categories/health?favoritesOnly=true')).json().total).toBe(2);
});
