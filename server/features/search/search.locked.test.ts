import fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { SEARCH_SORTS } from '#contract/sorts.ts';
import { TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { createFeatureApp, type FeatureApp, type ViewerKind } from '#server/testing/feature-app.ts';
import { type Seed, seedPrompts } from '#server/testing/seed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

/**
 * Two libraries that differ in nothing but what a viewer may not read answer every search of theirs alike: a locked text
 * is no oracle. Above each tier there is a library with other texts; `original` is compared with all of them.
 */

interface Library {
  database: TestDatabase;
  /** One for each kind of viewer: a process that knows some words already sends fewer statements for them. */
  appOf: (viewer: ViewerKind) => Promise<FeatureApp>;
  close: () => Promise<void>;
  /** Sent since the last call. */
  takeStatements(): number;
}

const VIEWERS = { visitor: 'basic', basic: 'basic', advanced: 'advanced', pro: 'pro' } as const;

const PUBLIC_WORDS =
  'budget plan sleep violin garden todo email fitness business recipe soup harbor meal organize color running'.split(
    ' ',
  );
/** Some near the public ones, so that a correction could lead to them or away from them; some with synonyms. */
const LOCKED_WORDS =
  'marimba xylophone budgte gardan violins harbour resume giraffe zeppelin fitnes mealplan sleeping quokka e-mail'.split(
    ' ',
  );
const TOPICS = ['home/music', 'home/garden', 'work/plans', 'work/letters', 'kitchen/soups'];

const SEED = 20_261_123;
const wordsOf = (words: readonly string[], [minLength, maxLength]: [number, number], seed: number) =>
  fc
    .sample(fc.array(fc.constantFrom(...words), { minLength, maxLength }), { numRuns: 80, seed })
    .map((some) => some.join(' '));

function makeSeeds(isReplaced: (tier: Tier) => boolean): Seed[] {
  const titles = wordsOf(PUBLIC_WORDS, [1, 3], SEED);
  const summaries = wordsOf(PUBLIC_WORDS, [0, 4], SEED + 1);
  const contents = wordsOf([...PUBLIC_WORDS, ...LOCKED_WORDS], [3, 30], SEED + 2);
  const others = wordsOf([...PUBLIC_WORDS, ...LOCKED_WORDS], [0, 60], SEED + 3);
  return titles.map((title, index) => {
    const tier = TIERS[index % 4] ?? 'basic';
    return {
      title: `${title} ${index}`,
      summary: `${summaries[index]}.`,
      description: 'When it helps.',
      topic: TOPICS[index % 5] ?? '',
      keywords: index % 3 === 0 ? ['hot soup'] : [],
      copies: (index * 7) % 5,
      tier,
      content: `${isReplaced(tier) ? others[index] : contents[index]}.`,
    };
  });
}

async function createLibrary(isReplaced: (tier: Tier) => boolean): Promise<Library> {
  const database = await createTestDatabase(inject('testServer'), 'empty');
  await seedPrompts(database.db, makeSeeds(isReplaced));
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const apps = new Map<ViewerKind, FeatureApp>();
  return {
    database,
    async appOf(viewer) {
      const app = apps.get(viewer) ?? (await createFeatureApp(database.db.withPlugin(counter)));
      // The index is read once.
      if (!apps.has(viewer)) await app.get('/api/prompts/search?q=budget', viewer);
      apps.set(viewer, app);
      return app;
    },
    async close() {
      for (const app of apps.values()) await app.close();
      await database.drop();
    },
    takeStatements() {
      const taken = statements;
      statements = 0;
      return taken;
    },
  };
}

let original: Library;
const replaced = new Map<Tier, Library>();

beforeAll(async () => {
  original = await createLibrary(() => false);
  for (const reach of new Set(Object.values(VIEWERS)))
    replaced.set(reach, await createLibrary((tier) => tierRank(tier) > tierRank(reach)));
});
afterAll(async () => {
  for (const library of [original, ...replaced.values()]) await library.close();
});

/** All that a viewer can learn of a text: every sort, the filters' counts, and how much work it was. */
async function learn({ appOf, takeStatements }: Library, viewer: ViewerKind, query: string) {
  const app = await appOf(viewer);
  takeStatements();
  const urls = [
    ...SEARCH_SORTS.map((sort) => `/api/prompts/search?limit=20&${query}&sortBy=${sort}`),
    `/api/prompts/search/counts?${query}`,
  ];
  const answers = [];
  // One after the other: four libraries with all their connections open leave none to the other files' tests.
  for (const url of urls) {
    const { statusCode, payload, headers } = await app.get(url, viewer);
    const { date: _now, ...compared } = headers;
    answers.push({ url, statusCode, told: compared, payload });
  }
  return { answers, statements: takeStatements() };
}

const word = fc.constantFrom(...PUBLIC_WORDS, ...LOCKED_WORDS);
const typed = fc.oneof(
  { weight: 4, arbitrary: word },
  fc.tuple(word, fc.nat(6)).map(([whole, cut]) => whole.slice(0, Math.max(2, whole.length - cut))),
  fc.tuple(word, fc.nat(5)).map(([whole, index]) => whole.slice(0, index) + whole.slice(index + 1)),
);
const term = fc.oneof(
  { weight: 5, arbitrary: typed },
  typed.map((typedWord) => `-${typedWord}`),
  fc.tuple(typed, typed).map((pair) => `"${pair.join(' ')}"`),
  typed.map((typedWord) => `or ${typedWord}`),
);
const searches = fc.record({
  q: fc.array(term, { minLength: 1, maxLength: 4 }).map((terms) => terms.join(' ')),
  more: fc.constantFrom(
    '',
    '',
    '&exact=true',
    '&tier=pro',
    '&category=home',
    '&topic=plans',
    '&tier=engineer&category=work',
  ),
});
const queryOf = ({ q, more }: { q: string; more: string }) => `q=${encodeURIComponent(q)}${more}`;

test('no search discloses anything of a text that its viewer may not read', async () => {
  const viewers = fc.constantFrom(...(Object.keys(VIEWERS) as (keyof typeof VIEWERS)[]));
  await fc.assert(
    fc.asyncProperty(viewers, searches, async (viewer, search) => {
      const other = replaced.get(VIEWERS[viewer]);
      if (other === undefined) throw new Error('no library');
      const query = queryOf(search);
      const [response, otherResponse] = await Promise.all(
        [original, other].map((library) => learn(library, viewer, query)),
      );
      expect(response).toEqual(otherResponse);
      expect(response?.answers[0]?.statusCode).toBe(200);
    }),
    { numRuns: 40 },
  );
});

test('viewers who may read the texts find them', async () => {
  const other = replaced.get('basic');
  if (other === undefined) throw new Error('no library');
  for (const viewer of ['advanced', 'pro', 'engineer'] as const) {
    const response = await learn(original, viewer, 'q=xylophone');
    expect(response.answers).not.toEqual((await learn(other, viewer, 'q=xylophone')).answers);
    expect(response.answers[0]?.payload).toContain('xylophone');
  }
});
