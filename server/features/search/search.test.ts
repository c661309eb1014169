import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type SearchResult, searchPrompts } from '#contract/search.ts';
import { SEARCH_SORTS } from '#contract/sorts.ts';
import { TIERS, tierRank } from '#contract/tiers.ts';
import { createFeatureApp, type FeatureApp, type ViewerKind } from '#server/testing/feature-app.ts';
import { type Seed, seedId, seedPrompts } from '#server/testing/seed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

let database: TestDatabase;
let app: FeatureApp;

const SEEDS: Seed[] = [
  { title: 'Weekly budget review', topic: 'finance/budgets', copies: 2, upvotes: 1, tier: 'advanced' },
  {
    title: 'Household rota',
    topic: 'family/home',
    description: 'A rota that respects the budget.',
    copies: 2,
    favorites: 9,
  },
  {
    title: 'Budget for a family trip',
    topic: 'family/home',
    copies: 2,
    featured: true,
    createdAt: '2026-03-01T00:00:00Z',
  },
  { title: 'Family budget talk', topic: 'family/talks', copies: 2, rating: '4.10' },
  {
    title: 'Café menu planner',
    topic: 'health/meals',
    content: 'Plan the crème brûlée of the café.',
    keywords: ['food', 'restaurants, bistros'],
    copies: 7,
  },
  { title: 'Deep sleep plan', topic: 'health/sleep', content: 'Sleep with the xylophone off.', upvotes: 5 },
  { title: 'Interval running', topic: 'health/sleep', content: 'Run to the marimba.', tier: 'pro' },
  {
    title: 'Business writing coach',
    topic: 'career/writing',
    summary: 'Improve business letters and/or memos.',
  },
  { title: 'A retired budget prompt', topic: 'career/writing', isListed: false },
  {
    title: 'How to do it',
    topic: 'career/writing',
    description: 'What is what, and who does it.',
    content: '1. Ask for the ocarina.\n- Name [tool_names] too.',
    variables: [{ name: 'tool_names', label: 'Your tools', type: 'text', required: true }],
  },
];

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  app = await createFeatureApp(database.db, { version: 1 });
  await seedPrompts(database.db, SEEDS);
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

async function search(query: Record<string, string>, as?: ViewerKind): Promise<SearchResult[]> {
  const response = await app.get(`/api/prompts/search?${new URLSearchParams(query)}`, as);
  expect([query, response.statusCode]).toEqual([query, 200]);
  const results = searchPrompts.response.parse(response.json());
  expect(response.headers['x-total-count']).toBe(String(results.length));
  return results;
}

const titles = async (query: Record<string, string>, as?: ViewerKind) =>
  (await search(query, as)).map(({ title }) => title);
/** What has all of the words. */
const find = async (q: string, as?: ViewerKind) =>
  (await search({ q }, as)).filter(({ isPartial }) => !isPartial).map(({ title }) => title);

describe('what matches', () => {
  test('words in titles, summaries, descriptions, topics and readable texts, by their stems', async () => {
    expect(await find('budgets')).toHaveLength(4);
    expect(await find('letter')).toEqual(['Business writing coach']);
    expect(await find('rotas')).toEqual(['Household rota']);
    expect(await find('talks')).toContain('Family budget talk');
    expect(await find('xylophones')).toEqual(['Deep sleep plan']);
    expect(await find('memos')).toEqual(['Business writing coach']);
  });

  test('every word must match, the last one also as a beginning', async () => {
    expect(await find('family budget')).toHaveLength(3);
    expect(await find('budget rot')).toEqual(['Household rota']);
    expect(await find('xylo sleep')).toEqual([]);
    expect(await find('xylo')).toEqual(['Deep sleep plan']);
  });

  test('accents and case are ignored on both sides', async () => {
    for (const q of ['cafe', 'CAFÉ', 'café menu', 'Creme Brulee', 'brûl'])
      expect([q, await find(q)]).toEqual([q, ['Café menu planner']]);
  });

  test('phrases, exclusions, alternatives', async () => {
    expect(await find('"weekly budget"')).toEqual(['Weekly budget review']);
    expect(await find('"budget weekly"')).toEqual([]);
    expect(await find('budget -family')).toEqual(['Weekly budget review']);
    expect((await find('rota or sleep')).sort()).toEqual([
      'Deep sleep plan',
      'Household rota',
      'Interval running',
    ]);
    expect(await find('-budget')).toHaveLength(5);
    expect(await find('rota OR weekly review')).toHaveLength(2);
  });

  test('a text of stop words is searched word by word', async () => {
    expect(await find('how to')).toEqual(['How to do it']);
    expect(await find('who')).toEqual(['How to do it']);
  });

  test('retired prompts are never found', async () => {
    expect(await find('retired')).toEqual([]);
    expect(await titles({})).not.toContain('A retired budget prompt');
  });
});

describe('a text above the viewer’s tier is not searched', () => {
  test('its words are found only by those who may read it', async () => {
    for (const viewer of ['visitor', ...TIERS] as const) {
      const reaches = viewer !== 'visitor' && tierRank(viewer) >= tierRank('pro');
      for (const q of ['marimba', 'marimbas', 'mari', '"the marimba"', 'run marimba', 'interval marimba']) {
        expect([viewer, q, await find(q, viewer)]).toEqual([viewer, q, reaches ? ['Interval running'] : []]);
      }
    }
  });

  test('an exclusion discloses nothing of it either', async () => {
    expect(await find('running -marimba')).toEqual(['Interval running']);
    expect(await find('running -marimba', 'pro')).toEqual([]);
    expect(await find('-marimba')).toContain('Interval running');
    expect(await find('marimba or nothingatall')).toEqual([]);
    for (const sortBy of SEARCH_SORTS) {
      expect(await titles({ q: 'sleep -marimba', sortBy })).toEqual(
        await titles({ q: 'sleep -qqqq', sortBy }),
      );
    }
  });

  test('no correction leads to it, and none away from its near words', async () => {
    for (const q of ['marimba', 'marimbo', 'qqqqqqq']) {
      const response = await app.get(`/api/prompts/search?q=${q}`);
      expect([q, response.payload, response.headers['x-search-corrected']]).toEqual([q, '[]', undefined]);
    }
  });

  test('its snippet is the summary', async () => {
    const [result] = await search({ q: 'interval' });
    expect(result).toMatchObject({ isLocked: true, snippet: result?.summary, otherMatch: null });
    for (const sortBy of SEARCH_SORTS) {
      const found = await search({ q: 'interval marimba', sortBy });
      expect(found.map(({ otherMatch }) => otherMatch?.text ?? '').join()).not.toMatch(/marimba/i);
    }
    expect((await search({ q: 'interval marimba' }, 'pro'))[0]?.snippet).toBe('Run to the marimba.');
  });
});

describe('snippets', () => {
  test('show the match where visitors may read it', async () => {
    expect((await search({ q: 'xylophone' }))[0]?.snippet).toBe('Sleep with the xylophone off.');
    expect((await search({ q: 'brulee' }))[0]?.snippet).toBe('Plan the crème brûlée of the café.');
  });

  test('name what is to be filled in as its field does, and have no list marks', async () => {
    const [result] = await search({ q: 'ocarina' });
    expect(result?.snippet).toBe('Ask for the ocarina. Name [Your tools] too.');
  });

  test('are never of the description, whose caveat is not what the prompt is', async () => {
    const [rota] = await search({ q: 'respects' });
    expect(rota).toMatchObject({ title: 'Household rota', snippet: rota?.summary });
    expect(rota?.summary).not.toContain('respects');
  });

  test('are completed by another match: a keyword, the category or the description', async () => {
    const matchOf = async (q: string) => {
      const [result] = await search({ q });
      const { field, text = '', marks = [] } = result?.otherMatch ?? {};
      return [field, text, marks.map(([from, to]) => text.slice(from, to))];
    };
    expect(await matchOf('respects')).toEqual([
      'description',
      'A rota that respects the budget.',
      ['respects'],
    ]);
    expect(await matchOf('restaurant')).toEqual(['keyword', 'restaurants, bistros', ['restaurants']]);
    expect(await matchOf('menu health')).toEqual(['category', 'Health', ['Health']]);
    expect(await matchOf('café brulee')).toEqual([
      'content',
      'Plan the crème brûlée of the café.',
      ['brûlée'],
    ]);
    expect(await matchOf('café planner')).toEqual([undefined, '', []]);
    expect((await search({ q: 'café meals' }))[0]).toMatchObject({ topicMarks: [[0, 5]], otherMatch: null });
  });

  test('are the summary when nothing was asked, and where the title has all of the words', async () => {
    for (const { snippet, summary } of await search({})) expect(snippet).toBe(summary);
    const [coach] = await search({ q: 'writing coach' });
    expect(coach).toMatchObject({ title: 'Business writing coach', snippet: coach?.summary });
  });

  test('show the words that the title lacks', async () => {
    const found = (await search({ q: 'sleep xylophone' }))[0];
    expect([found?.title, found?.snippet]).toEqual(['Deep sleep plan', 'Sleep with the xylophone off.']);
  });
});

describe('misspelled words', () => {
  test('are searched as the likeliest known ones, and the response says so', async () => {
    const corrections = {
      bugdet: 'budget',
      buisness: 'business',
      famly: 'family',
      'weeky budjet': 'weekly budget',
    };
    for (const [q, corrected] of Object.entries(corrections)) {
      const response = await app.get(`/api/prompts/search?q=${encodeURIComponent(q)}`);
      expect([q, response.headers['x-search-corrected']]).toEqual([q, encodeURIComponent(corrected)]);
      expect(response.json().map(({ id }: SearchResult) => id)).toEqual(
        (await search({ q: corrected })).map(({ id }) => id),
      );
    }
  });

  test('stay as they are when anything matches, or nothing is near', async () => {
    for (const q of ['budget', 'zzzzzz', 'xylophone budget', 'a', '!!!']) {
      const response = await app.get(`/api/prompts/search?q=${encodeURIComponent(q)}`);
      expect([q, response.headers['x-search-corrected']]).toEqual([q, undefined]);
    }
  });
});

describe('filters', () => {
  test('narrow together; all and empty mean none', async () => {
    expect(await titles({ category: 'family' })).toHaveLength(3);
    expect(await titles({ category: 'family', topic: 'talks' })).toEqual(['Family budget talk']);
    expect(await titles({ topic: 'sleep' })).toHaveLength(2);
    expect(await titles({ q: 'budget', category: 'family', topic: 'home' })).toHaveLength(2);
    expect(await titles({ tier: 'pro' })).toEqual(['Interval running']);
    expect(await titles({ q: 'budget', tier: 'advanced' })).toEqual(['Weekly budget review']);
    expect(await titles({ category: 'all', topic: '', tier: 'all', q: ' ' })).toHaveLength(9);
    expect(await titles({ favoritesOnly: 'true' })).toHaveLength(9);
  });

  test('unknown values are refused by name', async () => {
    const wrong: Record<string, RegExp> = {
      'category=none': /^category: "none" is not a category$/,
      'category=__proto__': /^category: /,
      'topic=none': /^topic: "none" is not a topic$/,
      'category=family&topic=sleep': /^topic: "sleep" is not a topic of Family$/,
      'tier=gold': /^tier: /,
      'tier=pro&tier=basic': /^tier: /,
      'sortBy=password;drop': /^sortBy: /,
      'sortBy=': /^sortBy: /,
      'limit=101': /^limit: /,
      'limit=0': /^limit: /,
      'cursor=abc': /^cursor: /,
      'favoritesOnly=1': /^favoritesOnly: /,
      'q=a&q=b': /^q: /,
    };
    for (const [query, message] of Object.entries(wrong)) {
      const response = await app.get(`/api/prompts/search?${query}`);
      expect([query, response.statusCode]).toEqual([query, 400]);
      expect(response.json().message).toMatch(message);
    }
  });
});

test('ids of results are those of their prompts', async () => {
  expect((await search({ q: 'xylophone' }))[0]?.id).toBe(seedId('Deep sleep plan'));
});
