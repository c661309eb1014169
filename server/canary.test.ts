import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { CategoryPage } from '#contract/catalog.ts';
import type { SearchResult } from '#contract/search.ts';
import { SEARCH_SORTS } from '#contract/sorts.ts';
import { TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { indexPrompts, refreshSearchWords } from './features/search/search.access.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { createFeatureApp, type FeatureApp } from './testing/feature-app.ts';

/** The word every prompt's text is given, and what finds any of them in an answer. */
const wordOf = (prompt: { id: string; tier: Tier }) => `zq${prompt.tier}canary${prompt.id}`;
const ANY_WORD = /zq(basic|advanced|pro|engineer)canary[a-z2-7]{12}/gi;

interface Prompt {
  id: string;
  tier: Tier;
}

let database: TestDatabase;
let app: TestApp;
let prompts: Prompt[];
let locked: Prompt[];
const logLines: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'));
  const { pool, db } = database;
  // At both ends: what is cut out of a text must not show it either.
  await pool.query(
    `update prompts set content = 'zq' || tier || 'canary' || id || ' ' || content || ' zq' || tier || 'canary' || id,
       variables = jsonb_build_array(jsonb_build_object('name', 'x', 'label', 'zq' || tier || 'canary' || id, 'type', 'text'))`,
  );
  prompts = (await pool.query<Prompt>('select id, tier from prompts order by id')).rows;
  locked = prompts.filter(({ tier }) => tier !== 'basic');
  const client = await pool.connect();
  try {
    await indexPrompts(
      client,
      prompts.map(({ id }) => id),
    );
    await refreshSearchWords(client);
  } finally {
    client.release();
  }
  app = await createTestApp({
    parts: { db, logStream: { write: (line) => logLines.push(line) } },
    settings: { logLevel: 'info' },
  });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

/** Words of texts in an answer, headers included. */
async function wordsIn(url: string): Promise<{ status: number; text: string; words: string[] }> {
  const answer = await app.get(url);
  const text = `${JSON.stringify(answer.headers)}\n${answer.payload}`;
  return { status: answer.statusCode, text: answer.payload, words: text.match(ANY_WORD) ?? [] };
}

test('there are texts to leak: more than a hundred locked ones, each found by those who may read it', async () => {
  expect(locked.length).toBeGreaterThan(100);
  const members = await createFeatureApp(database.db);
  const [first] = locked;
  const answer = await members.get(`/api/prompts/${first?.id}`, 'engineer');
  expect(answer.payload.match(ANY_WORD)?.length).toBe(3);
  await members.close();
});

describe('a visitor who looks at everything (T2)', () => {
  test('every page, file and document that links lead to', { timeout: 120_000 }, async () => {
    const start = ['/', '/sitemap.xml', '/robots.txt', '/openapi.json', '/search', '/login', '/test-fitness'];
    const queue = [
      ...start,
      '/search-test',
      '/docs/api',
      '/nix',
      ...prompts.slice(0, 20).map(({ id }) => `/prompt/${id}`),
    ];
    const seen = new Set(queue);
    const leaks: string[] = [];
    for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
      const { text, words } = await wordsIn(url);
      if (words.length > 0) leaks.push(`${url}: ${words[0]}`);
      for (const link of linksIn(text)) {
        if (seen.has(link)) continue;
        seen.add(link);
        queue.push(link);
      }
    }
    expect(leaks).toEqual([]);
    expect([...seen].filter((url) => url.startsWith('/category/')).length).toBeGreaterThan(40);
    expect([...seen].some((url) => /^\/assets\/.*\.js$/.test(url))).toBe(true);
  });

  test('source maps and the server’s own files are not there', async () => {
    const scripts = linksIn((await app.get('/')).payload).filter((url) => /\.(?:js|css)$/.test(url));
    expect(scripts.length).toBeGreaterThan(0);
    const others = [
      '/.git/HEAD',
      '/.env',
      '/server/app.ts',
      '/content/library.yaml',
      '/dist/server/entry-server.js',
    ];
    for (const url of [...scripts.map((script) => `${script}.map`), ...others]) {
      expect([url, (await app.get(url)).statusCode]).toEqual([url, 404]);
    }
  });

  test('every list in every order, page by page, by the API and as a page', {
    timeout: 120_000,
  }, async () => {
    const categories = (await app.get('/api/categories')).json<{ slug: string }[]>();
    let cards = 0;
    for (const { slug } of categories) {
      for (const sort of ['popular', 'newest', 'rating']) {
        expect((await wordsIn(`/category/${slug}?sort=${sort}`)).words).toEqual([]);
        let cursor: string | null = '';
        while (cursor !== null) {
          const url: string = `/api/categories/${slug}?sort=${sort}&limit=100${cursor ? `&cursor=${cursor}` : ''}`;
          const { text, words } = await wordsIn(url);
          expect([url, words]).toEqual([url, []]);
          const page: CategoryPage = JSON.parse(text);
          cards += page.prompts.length;
          cursor = page.nextCursor;
        }
      }
    }
    expect(cards).toBe(prompts.length * 3);
  });

  test('every prompt by its id', async () => {
    for (const { id } of prompts) {
      const { status, words } = await wordsIn(`/api/prompts/${id}`);
      expect([id, status, words]).toEqual([id, 401, []]);
    }
  });
});

describe('a visitor who searches for what is locked (T3)', () => {
  async function search(
    query: string,
  ): Promise<{ found: SearchResult[]; total: string; corrected: boolean }> {
    const answer = await app.get(`/api/prompts/search?${query}`);
    expect(answer.statusCode).toBe(200);
    // Where the list goes on is told in the visitor's own words.
    const { link: _own, ...headers } = answer.headers;
    expect(`${JSON.stringify(headers)}${answer.payload}`.match(LOCKED_WORD)).toBeNull();
    return {
      found: answer.json(),
      total: String(answer.headers['x-total-count']),
      corrected: 'x-search-corrected' in answer.headers,
    };
  }
  const LOCKED_WORD = /zq(?:advanced|pro|engineer)canary[a-z2-7]{12}/i;
  const NOTHING = { found: [], total: '0', corrected: false };

  test('by its word: nothing, as for a word that is nowhere', { timeout: 120_000 }, async () => {
    for (const prompt of locked) expect(await search(`q=${wordOf(prompt)}`)).toEqual(NOTHING);
    expect(await search('q=zqprocanaryzzzzzzzzzzzz')).toEqual(NOTHING);
  });

  test('by beginnings, phrases, alternatives and in every order: nothing', async () => {
    for (const prompt of locked.slice(0, 15)) {
      const word = wordOf(prompt);
      for (const text of [
        word.slice(0, -2),
        `zq${prompt.tier}can`,
        `"${word}"`,
        `"${word} you"`,
        word.toUpperCase(),
      ]) {
        for (const sort of SEARCH_SORTS) {
          expect(await search(`q=${encodeURIComponent(text)}&sortBy=${sort}`)).toEqual(NOTHING);
        }
        expect(await search(`q=${encodeURIComponent(text)}&tier=${prompt.tier}`)).toEqual(NOTHING);
      }
    }
  });

  test('by leaving it out: the same as leaving out a word that is nowhere', async () => {
    for (const prompt of locked.slice(0, 15)) {
      const without = await search(`q=${encodeURIComponent(`plan -${wordOf(prompt)}`)}`);
      const withoutNothing = await search(`q=${encodeURIComponent('plan -zqprocanaryzzzzzzzzzzzz')}`);
      expect(without.total).toBe(withoutNothing.total);
      expect(without.found.map(({ id }) => id)).toEqual(withoutNothing.found.map(({ id }) => id));
    }
  });

  test('by words its text has: no snippet shows a locked text', { timeout: 120_000 }, async () => {
    let results = 0;
    for (const text of [
      'you',
      'the',
      'step',
      'write',
      'table',
      'plan week',
      'role',
      'ask',
      '"act as"',
      'output',
      'zqbasiccanary',
      'json',
    ]) {
      for (const sort of SEARCH_SORTS) {
        const { found } = await search(`q=${encodeURIComponent(text)}&sortBy=${sort}&limit=200`);
        results += found.length;
      }
      const page = await wordsIn(`/search?q=${encodeURIComponent(text)}`);
      expect(page.text.match(LOCKED_WORD)).toBeNull();
    }
    expect(results).toBeGreaterThan(1000);
  });
});

describe('members', () => {
  let members: FeatureApp;
  beforeAll(async () => {
    members = await createFeatureApp(database.db);
  });
  afterAll(() => members.close());

  test.each(TIERS)(
    '%s: no word above the tier, in any list, detail or search (T1, T2)',
    { timeout: 120_000 },
    async (tier) => {
      const isAbove = (word: string) => tierRank(ANY_TIER.exec(word)?.[1] as Tier) > tierRank(tier);
      const urls = ['fitness', 'career', 'health'].map((slug) => `/api/categories/${slug}?limit=100`);
      for (const prompt of prompts.slice(0, 120)) {
        urls.push(`/api/prompts/${prompt.id}`, `/api/prompts/search?q=${wordOf(prompt)}`);
      }
      for (const url of urls) {
        const answer = await members.get(url, tier);
        const words = `${JSON.stringify(answer.headers)}${answer.payload}`.match(ANY_WORD) ?? [];
        expect([url, words.filter(isAbove)]).toEqual([url, []]);
      }
    },
  );
  const ANY_TIER = /^zq([a-z]+)canary/;
});

test('the log has no word of any text', () => {
  expect(logLines.length).toBeGreaterThan(500);
  expect(logLines.join('').match(ANY_WORD)).toBeNull();
});

/** Addresses on this host a page or document names: links, files, and locations of the sitemap. */
function linksIn(text: string): string[] {
  const named = [
    ...text.matchAll(/(?:href|src)="(\/[^"#]*)/g),
    ...text.matchAll(/<loc>http:\/\/localhost:3000([^<]*)<\/loc>/g),
    ...text.matchAll(/"(\.\/[\w.-]+\.(?:js|css))"/g),
  ].map((match) => (match[1] ?? '').replaceAll('&amp;', '&').replace(/^\.\//, '/assets/'));
  return named.filter((url) => !/\.(?:woff2|svg|png)$/.test(url));
}
