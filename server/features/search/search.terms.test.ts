import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { SearchResult } from '#contract/search.ts';
import { createFeatureApp, type FeatureApp } from '#server/testing/feature-app.ts';
import { seedPrompts } from '#server/testing/seed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

let database: TestDatabase;
let app: FeatureApp;

const TITLES = [
  'Fitness for desk workers',
  'Fit a shelf to a wall',
  'Start a small business',
  'A busy morning',
  'Illnesses of house plants',
  'Crème brûlée at home',
  'Øresund by bicycle',
  'Organize a library',
  'Choose a colour of paint',
  'Traveling light',
  'Clear a to-do list',
  'Keep one todo',
  'Answer an e-mail',
  'Sort the email',
  'A meal plan of soups',
  'A workout in the park',
  'Set up a tent',
  'Meat on Sundays',
  'Theme of an evening',
  'Together again',
  'Write a resume',
  'Curriculum vitae of an artist',
  'Things to talk about',
  'Forest walks',
  'Talk with a neighbor',
  'Giraffe-free zoo maps',
  'An out-of-office reply',
  'A quiet office',
  'Thank a recipient',
  ...['beans', 'bread', 'curry', 'pasta', 'salad'].map((dish) => `Recipe: ${dish}`),
];

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  app = await createFeatureApp(database.db, { version: 1 });
  await seedPrompts(
    database.db,
    TITLES.map((title) => ({ title, topic: 'shelf/drawer', summary: 'One.', description: 'Two.' })),
  );
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

/** The titles that have all of the words, and the correction. */
async function find(q: string, more = ''): Promise<{ titles: string[]; corrected: string | undefined }> {
  const response = await app.get(`/api/prompts/search?q=${encodeURIComponent(q)}&sortBy=title${more}`);
  expect([q, response.statusCode]).toEqual([q, 200]);
  const full = (response.json() as SearchResult[]).filter(({ isPartial }) => !isPartial);
  const corrected = response.headers['x-search-corrected'];
  return {
    titles: full.map(({ title }) => title),
    corrected: corrected === undefined ? undefined : decodeURIComponent(String(corrected)),
  };
}

const EXACT = '&exact=true';

/** Each finds the same, as typed: no correction. */
async function expectAll(texts: readonly string[], titles: string[]): Promise<void> {
  for (const q of texts) expect([q, await find(q)]).toEqual([q, { titles, corrected: undefined }]);
}

describe('it does not matter', () => {
  test('whether accents and case are as in the text', async () => {
    await expectAll(['fitness', 'fítnèss', 'FITNESS', 'Fi\u0301tness'], ['Fitness for desk workers']);
    await expectAll(
      ['creme brulee', 'crème brûlée', 'CRÈME', 'bru\u0302lée', '"creme brulee"'],
      ['Crème brûlée at home'],
    );
    await expectAll(['øresund', 'ØRESUND', 'Øresu'], ['Øresund by bicycle']);
  });

  test('whether a spelling is American or British', async () => {
    await expectAll(['organize library', 'organise library', 'organising'], ['Organize a library']);
    await expectAll(['color', 'colour', 'colors', 'COLOURS'], ['Choose a colour of paint']);
    await expectAll(['traveling', 'travelling'], ['Traveling light']);
    await expectAll(['neighbor', 'neighbour'], ['Talk with a neighbor']);
  });

  test('whether a compound is one word, two, or has a hyphen', async () => {
    const todo = ['Clear a to-do list', 'Keep one todo'];
    await expectAll(['to-do', 'todo', 'to do', 'TO-DO', 'my to-do'], todo);
    await expectAll(['to-do list', 'to do list'], todo);
    await expectAll(['clear to-do', 'clear todo'], ['Clear a to-do list']);
    await expectAll(['email', 'e-mail', 'E-Mails'], ['Answer an e-mail', 'Sort the email']);
    await expectAll(['mealplan', 'meal plan', 'meal-plan'], ['A meal plan of soups']);
    await expectAll(['workout park', 'work out park', 'work-out park'], ['A workout in the park']);
    await expectAll(['set up tent', 'set-up tent'], ['Set up a tent']);
  });
});

describe('words between words', () => {
  test('are not read as halves of others', async () => {
    await expectAll(['talk to me at a neighbor'], ['Talk with a neighbor']);
    await expectAll(['the me neighbor', 'to get her a neighbor'], ['Talk with a neighbor']);
  });

  test('have no synonyms by their stems', async () => {
    await expectAll(
      ['at a neighbor', 'talk at a neighbor', 'doing it at a neighbor'],
      ['Talk with a neighbor'],
    );
  });

  test('are not needed at the end either', async () => {
    await expectAll(['neighbor for', 'neighbor about', 'a neighbor with'], ['Talk with a neighbor']);
    await expectAll(['neighbo', 'nei', 'talk neigh'], ['Talk with a neighbor']);
  });

  test('are not needed where several of them say little', async () => {
    await expectAll(
      ['fitness step by step', 'fitness every day', 'fitness as possible'],
      ['Fitness for desk workers'],
    );
  });

  test('count inside a set phrase', async () => {
    await expectAll(['out of office', 'out-of-office'], ['An out-of-office reply']);
  });

  test('are searched when there is nothing else', async () => {
    await expectAll(['about', 'about to'], ['Things to talk about']);
    await expectAll(['for'], ['Fitness for desk workers', 'Forest walks']);
  });
});

test('synonyms find each other, one word or several', async () => {
  const both = ['Curriculum vitae of an artist', 'Write a resume'];
  await expectAll(['resume', 'resumes', 'CV', 'curriculum vitae', 'résumé'], both);
  await expectAll(['curriculum vitae artist', 'cv artist'], ['Curriculum vitae of an artist']);
});

test('a half-typed last word of a synonym or compound needs the words before it', async () => {
  await expectAll(['meal pla', 'a meal plan'], ['A meal plan of soups']);
  await expectAll(['curriculum vit'], ['Curriculum vitae of an artist']);
});

test('"-ness" makes a word of its own, in the plural too', async () => {
  await expectAll(['fitness', 'fitn'], ['Fitness for desk workers']);
  await expectAll(['business', 'businesses', 'busines'], ['Start a small business']);
  await expectAll(['illness', 'illnesses'], ['Illnesses of house plants']);
  expect((await find('busy')).titles).toEqual(['A busy morning']);
  expect((await find('fit', EXACT)).titles).toEqual(['Fit a shelf to a wall']);
});

test('what matches is marked, and nothing that only shares a stem', async () => {
  const response = await app.get('/api/prompts/search?q=business&sortBy=title');
  const [result] = response.json() as SearchResult[];
  expect(result?.titleMarks.map(([from, to]) => result.title.slice(from, to))).toEqual(['business']);
});

describe('corrections', () => {
  test('replace typos by words of public texts, and say so', async () => {
    const corrections = {
      libary: ['library', 'Organize a library'],
      sundys: ['sundays', 'Meat on Sundays'],
      'organnize libarry': ['organize library', 'Organize a library'],
    } as const;
    for (const [q, [corrected, title]] of Object.entries(corrections)) {
      expect([q, await find(q)]).toEqual([q, { titles: [title], corrected }]);
    }
  });

  test('leave the words that public texts or synonyms know, and plain English', async () => {
    for (const q of [
      'giraffes elephant',
      'elephant',
      'planet',
      'desks orchestra',
      'curriculum kangaroo',
      'flavour',
    ])
      expect([q, (await find(q)).corrected]).toEqual([q, undefined]);
  });

  test('are made where only a much rarer word of the same stem matches', async () => {
    const { titles, corrected } = await find('recipie');
    expect([titles.length, titles[0], corrected]).toEqual([5, 'Recipe: beans', 'recipe']);
    expect((await find('recipien')).titles).toEqual(['Thank a recipient']);
  });

  test('are not made where something matches, nor in exact searches', async () => {
    expect(await find('libary', EXACT)).toEqual({ titles: [], corrected: undefined });
    expect((await find('"libary"', EXACT)).corrected).toBeUndefined();
  });
});

test('exact=true takes the words as they are: no synonyms, spellings, compounds and half-typed words', async () => {
  const cases: Record<string, string[]> = {
    resume: ['Write a resume'],
    colour: ['Choose a colour of paint'],
    color: [],
    cv: [],
    mealplan: [],
    neighbo: [],
    'meal plan': ['A meal plan of soups'],
    neighbors: ['Talk with a neighbor'],
    todo: ['Clear a to-do list', 'Keep one todo'],
  };
  for (const [q, titles] of Object.entries(cases))
    expect([q, await find(q, EXACT)]).toEqual([q, { titles, corrected: undefined }]);
});

test('a word to leave out counts behind any number of others', async () => {
  const many = 'resume '.repeat(14);
  expect((await find(many)).titles).toContain('Write a resume');
  expect((await find(`${many}-write`)).titles).not.toContain('Write a resume');
});
