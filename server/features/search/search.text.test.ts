import { describe, expect, test } from 'vitest';
import { findMatchRanges, makeSnippet, prefixesOf } from './search.snippet.ts';
import { foldKeepingLength, parseSearchText, replaceWords, wantedWords, writeTerms } from './search.text.ts';
import { editDistance } from './search.vocabulary.ts';

const plainForm = (text: string) => writeTerms(parseSearchText(text).terms);

describe('a search text', () => {
  test('keeps words, phrases, exclusions and alternatives, and nothing else', () => {
    expect(plainForm('  budget   plan ')).toBe('budget plan');
    expect(plainForm('"weekly  plan" -family or kids')).toBe('"weekly plan" -family or kids');
    expect(plainForm('time-blocking and/or planning')).toBe('time blocking and or planning');
    expect(plainForm('-time-blocking')).toBe('-"time blocking"');
    expect(plainForm(`mother's day, don’t; node.js`)).toBe('mother day don node js');
    expect(plainForm('or budget or or plan or')).toBe('budget or plan');
    expect(plainForm('"open phrase')).toBe('"open phrase"');
    expect(plainForm('CAFÉ fítnèss')).toBe('cafe fitness');
    expect(plainForm('a&b|c !d (e) f:* <-> ?')).toBe('a b c d e f');
    expect(plainForm(`'"; -- /* */ \\ % _ $1 @@ 👍`)).toBe('1');
    expect(plainForm('- "" !')).toBe('');
  });

  test('words are replaced where they are wanted', () => {
    const text = replaceWords(
      parseSearchText('bugdet "bugdet plan" -bugdet'),
      new Map([['bugdet', 'budget']]),
    );
    expect(writeTerms(text.terms)).toBe('budget "budget plan" -bugdet');
    expect(wantedWords(text)).toEqual(['budget', 'plan']);
  });
});

test('edits are counted, a swap of neighbors as one', () => {
  expect(editDistance('budget', 'budget')).toBe(0);
  expect(editDistance('bugdet', 'budget')).toBe(1);
  expect(editDistance('fitnes', 'fitness')).toBe(1);
  expect(editDistance('kitten', 'sitting')).toBe(3);
  expect(editDistance('', 'abc')).toBe(3);
});

test('folding keeps the index of every character', () => {
  expect(foldKeepingLength('Café ÉLAN Ångström')).toBe('cafe elan angstrom');
  for (const text of ['İstanbul', 'Straße ẞ', '👍 é', 'ﬁne', 'e\u0301'])
    expect(foldKeepingLength(text)).toHaveLength(text.length);
});

test('a phrase and the words inside it are one mark', () => {
  const beginnings = prefixesOf(['meal', 'plan'], [['meal', 'plan']]);
  expect(findMatchRanges('A meal planner, a plan', beginnings)).toEqual([
    [2, 14],
    [18, 22],
  ]);
  expect(findMatchRanges('Plan a meal', beginnings)).toEqual([
    [0, 4],
    [7, 11],
  ]);
});

test('a synonym of several words is marked where they stand together', () => {
  const marked = (text: string) =>
    findMatchRanges(text, prefixesOf(['cv'], [['curriculum', 'vitae']])).map(([from, to]) =>
      text.slice(from, to),
    );
  expect(marked('A curriculum vitae, or two CVs')).toEqual(['curriculum vitae', 'CVs']);
  expect(marked('A curriculum of vitae; a scurriculum vitae')).toEqual([]);
});

describe('a snippet', () => {
  const long = `${'word '.repeat(100)}and then the budget comes, ${'more '.repeat(100)}`;

  test('shows the words around the first match', () => {
    const snippet = makeSnippet(long, ['budget']);
    expect(snippet).toContain('and then the budget comes, more');
    expect(snippet).toMatch(/^…word .* more…$/);
    expect(snippet.length).toBeLessThanOrEqual(240);
    expect(snippet.indexOf('budget')).toBeLessThan(120);
  });

  test('is empty where no word begins so', () => {
    expect(makeSnippet('the Budgét here', ['budget'])).toBe('the Budgét here');
    expect(makeSnippet('nothing', ['budget'])).toBe('');
    expect(makeSnippet('rebudget', ['budget'])).toBe('');
    expect(makeSnippet('pick a category', prefixesOf(['categories']))).toBe('pick a category');
  });

  test('is plain text', () => {
    expect(makeSnippet('## Role\n\n- **Plan** the `week` of [person]', ['plan'])).toBe(
      'Role · Plan the week of [person]',
    );
    expect(makeSnippet('{"prompt": "Plan:\\nthe \\"week\\"", "steps": ["a"]}', ['plan'])).toBe(
      'prompt: Plan: the week, steps: [ a ]',
    );
  });

  test('keeps lines without an end mark apart', () => {
    expect(makeSnippet('Task: plan.\nWeek: [week]\n\n1. days,\n2. hours\n- a budget', ['plan'])).toBe(
      'Task: plan. Week: [week] · days, hours · a budget',
    );
    expect(makeSnippet('Plan what was charged on\nmoney you lent', ['plan'])).toBe(
      'Plan what was charged on money you lent',
    );
    expect(
      makeSnippet('Plan\n\n| Day | Sum |\n|---|---|\n| 1 | 2 |\n\n```json\n["a.", "b"]\n```', ['plan']),
    ).toBe('Plan · Day | Sum · 1 | 2 · [ a. b ]');
  });

  test('does not begin inside a blank', () => {
    const before = 'word '.repeat(20);
    expect(
      makeSnippet(
        `${before}${before}[the reader and whatever they have to know before they begin with the whole of this work] can plan a budget`,
        ['budget'],
      ),
    ).toBe('…can plan a budget');
  });

  test('leaves out what is to be filled in', () => {
    expect(makeSnippet('.NET plan', ['plan'])).toBe('.NET plan');
    expect(makeSnippet('… plan … by {when}\n\n## Budget\n1. Is it enough?\n2. …\n3. ____', ['plan'])).toBe(
      'plan … by when · Budget · Is it enough?',
    );
  });

  test('never ends in half a character, whatever the text', () => {
    for (const text of [
      `budget${'👍'.repeat(400)}`,
      `budget${'x'.repeat(900)}`,
      `${'y'.repeat(900)} budget`,
      '',
    ]) {
      const snippet = makeSnippet(text, ['budget']);
      expect(snippet.isWellFormed()).toBe(true);
      expect(snippet.length).toBeLessThanOrEqual(240);
    }
  });
});

test('every word that begins with a stem is a match range', () => {
  const marked = (text: string, ...words: string[]) =>
    findMatchRanges(text, prefixesOf(words)).map(([from, to]) => text.slice(from, to));
  expect(marked('Budgets: a Búdget, and rebudgeting', 'budgeting')).toEqual(['Budgets', 'Búdget']);
  expect(marked('All categories of a category', 'category')).toEqual(['categories', 'category']);
  expect(marked('Nothing here', 'budget')).toEqual([]);
  expect(marked('AI aims at AIs, C at cats and ads', 'ai', 'c', 'ads')).toEqual(['AI', 'AIs', 'C', 'ads']);
  expect(makeSnippet('aims first', prefixesOf(['ai']))).toBe('');
});
