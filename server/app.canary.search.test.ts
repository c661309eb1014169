import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { type SearchResult, searchCountsSchema } from '#contract/search.ts';
import { SEARCH_SORTS } from '#contract/sorts.ts';
import { ANY_WORD, type CanaryApp, createCanaryApp, wordOf } from './testing/canary-app.ts';

/** A visitor who searches for what is locked. */
let canary: CanaryApp;
beforeAll(async () => {
  canary = await createCanaryApp();
});
afterAll(() => canary.close());

async function search(query: string): Promise<{ found: SearchResult[]; total: string; corrected: boolean }> {
  const response = await canary.app.get(`/api/prompts/search?${query}`);
  expect(response.statusCode).toBe(200);
  // The link to the next page repeats the visitor's own query.
  const { link: _own, ...headers } = response.headers;
  expect(`${JSON.stringify(headers)}${response.payload}`.match(LOCKED_WORD)).toBeNull();
  return {
    found: response.json(),
    total: String(response.headers['x-total-count']),
    corrected: 'x-search-corrected' in response.headers,
  };
}
const LOCKED_WORD = /zq(?:advanced|pro|engineer)canary[a-z2-7]{12}/i;
const NOTHING = { found: [], total: '0', corrected: false };

/** As many as a search text has room for. */
const ALTERNATIVES = Math.floor(LIMITS.searchTextCharacters / 36);

/** As many at once as the pool has connections. */
async function searchAll(texts: string[]) {
  const found = [];
  while (texts.length > 0) {
    const together = texts.splice(0, 8).map((text) => search(`q=${encodeURIComponent(text)}`));
    found.push(...(await Promise.all(together)));
  }
  return found;
}

test('a word of a locked text finds nothing, like a word that no text has', async () => {
  const words = canary.locked.map(wordOf);
  const alone = words.filter((_, index) => index % 20 === 0);
  for (const found of await searchAll(alone)) expect(found).toEqual(NOTHING);
  expect(await search('q=zqprocanaryzzzzzzzzzzzz')).toEqual(NOTHING);
});

test('alternatives of all locked words find nothing; with a readable word among them, that text is found', async () => {
  const words = canary.locked.map(wordOf);
  const texts: string[] = [];
  while (words.length > 0) texts.push(words.splice(0, ALTERNATIVES).join(' or '));
  const [first = ''] = texts;
  for (const found of await searchAll(texts)) expect(found).toEqual(NOTHING);
  const readable = canary.prompts.find(({ tier }) => tier === 'basic');
  const last = readable ? wordOf(readable) : '';
  const { found } = await search(`q=${encodeURIComponent(first.replace(/\S+$/, last))}`);
  expect(found.map(({ id }) => id)).toEqual([readable?.id]);
});

test('filter counts for a locked word equal those for a word that no text has', async () => {
  const countsOf = async (text: string) => {
    const response = await canary.app.get(`/api/prompts/search/counts?q=${encodeURIComponent(text)}`);
    expect([response.statusCode, response.payload.match(LOCKED_WORD)]).toEqual([200, null]);
    return searchCountsSchema.parse(response.json());
  };
  for (const prompt of canary.locked.slice(0, 5)) {
    const nowhere = 'zqprocanaryzzzzzzzzzzzz'.replace('pro', prompt.tier);
    expect((await countsOf(wordOf(prompt))).counts).toEqual([]);
    for (const text of ['plan ', 'plan -', 'plan or '])
      expect(await countsOf(`${text}${wordOf(prompt)}`)).toEqual(await countsOf(`${text}${nowhere}`));
  }
});

test('prefixes, phrases and alternatives of locked words find nothing, in any order', async () => {
  for (const prompt of canary.locked.slice(0, 15)) {
    const word = wordOf(prompt);
    for (const text of [
      word.slice(0, -2),
      `zq${prompt.tier}can`,
      `"${word}"`,
      `"${word} you"`,
      word.toUpperCase(),
    ]) {
      const variants = [...SEARCH_SORTS.map((sort) => `&sortBy=${sort}`), `&tier=${prompt.tier}`];
      await Promise.all(
        variants.map(async (more) =>
          expect(await search(`q=${encodeURIComponent(text)}${more}`)).toEqual(NOTHING),
        ),
      );
    }
  }
});

test('excluding a locked word gives the same result as excluding a word that no text has', async () => {
  for (const prompt of canary.locked.slice(0, 15)) {
    const without = await search(`q=${encodeURIComponent(`plan -${wordOf(prompt)}`)}`);
    const withoutNothing = await search(`q=${encodeURIComponent('plan -zqprocanaryzzzzzzzzzzzz')}`);
    expect(without.total).toBe(withoutNothing.total);
    expect(without.found.map(({ id }) => id)).toEqual(withoutNothing.found.map(({ id }) => id));
  }
});

test('no snippet shows a locked text', async () => {
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
    const bySort = await Promise.all(
      SEARCH_SORTS.map((sort) => search(`q=${encodeURIComponent(text)}&sortBy=${sort}&limit=100`)),
    );
    for (const { found } of bySort) results += found.length;
    const page = await canary.wordsIn(`/search?q=${encodeURIComponent(text)}`);
    expect(page.text.match(LOCKED_WORD)).toBeNull();
  }
  expect(results).toBeGreaterThan(1000);
});

test('the log contains no word of any prompt text', () => {
  expect(canary.logLines.length).toBeGreaterThan(500);
  expect(canary.logLines.join('').match(ANY_WORD)).toBeNull();
});
