import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance, isEnglishWord, Vocabulary } from './search.vocabulary.ts';

const vocabularyOf = (prompts: Record<string, number>) => new Vocabulary(new Map(Object.entries(prompts)));

describe('the nearest word', () => {
  const vocabulary = vocabularyOf({
    budget: 20,
    budgets: 3,
    gadget: 9,
    plan: 50,
    clan: 60,
    plans: 70,
    sleep: 5,
  });

  test('has the fewest edits, then the same first letter, then the same consonants, then the most prompts', () => {
    expect(vocabulary.nearest('bugdet')).toBe('budget');
    expect(vocabulary.nearest('budgetz')).toBe('budget');
    expect(vocabulary.nearest('plen')).toBe('plan');
    expect(vocabulary.nearest('plann')).toBe('plan');
    expect(vocabularyOf({ receive: 150, recipe: 14, receipt: 3 }).nearest('recepie')).toBe('recipe');
    expect(vocabularyOf({ she: 135, shoe: 5 }).nearest('sheo')).toBe('shoe');
    expect(vocabularyOf({ casa: 1, cash: 2, case: 2 }).nearest('cast')).toBe('case');
  });

  test('is near: one edit up to four letters, two up to seven, three above', () => {
    expect(vocabulary.nearest('pxxn')).toBeUndefined();
    expect(vocabulary.nearest('slxxp')).toBe('sleep');
    expect(vocabulary.nearest('sxxxp')).toBeUndefined();
    expect(vocabularyOf({ negotiation: 1 }).nearest('negociaxxon')).toBe('negotiation');
    expect(vocabularyOf({ negotiation: 1 }).nearest('negxxxxtion')).toBeUndefined();
    expect(vocabularyOf({}).nearest('budget')).toBeUndefined();
  });

  test('is likelier than words of the same stem that are much rarer, further away and no beginning of it', () => {
    const counts = { recipe: 14, recipient: 1, recipients: 1, personal: 51, persona: 3 };
    expect(vocabularyOf(counts).isLikelier('recipe', 'recipie')).toBe(true);
    expect(vocabularyOf({ ...counts, recipient: 2 }).isLikelier('recipe', 'recipie')).toBe(false);
    expect(vocabularyOf({ recipe: 14 }).isLikelier('recipe', 'recipie')).toBe(false);
    expect(vocabularyOf(counts).isLikelier('personal', 'personas')).toBe(false);
    expect(vocabularyOf({ models: 40, modules: 1 }).isLikelier('models', 'moduls')).toBe(false);
  });

  test('is the one that comparing with every word finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '1'), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 20 }), word, (words, asked) => {
        const most = asked.length <= 4 ? 1 : asked.length <= 7 ? 2 : 3;
        const distances = words.map((known) => editDistance(asked, known));
        const least = Math.min(Number.POSITIVE_INFINITY, ...distances);
        const found = new Vocabulary(new Map(words.map((known) => [known, 1]))).nearest(asked);
        expect(found === undefined).toBe(least > most);
        if (found !== undefined) expect(editDistance(asked, found)).toBe(least);
      }),
    );
  });
});

test('two words written as one are the pair that most prompts have, each of three letters at least', () => {
  const vocabulary = vocabularyOf({ meal: 9, plan: 5, mea: 1, lplan: 1, to: 80, day: 90 });
  expect(vocabulary.split('mealplan')).toEqual(['meal', 'plan']);
  expect(vocabulary.split('today')).toBeUndefined();
  expect(vocabulary.split('mealxplan')).toBeUndefined();
  expect(vocabulary.split('meal')).toBeUndefined();
});

test('a word weighs more the fewer prompts have it, and always something', () => {
  const vocabulary = vocabularyOf({ the: 1000, plan: 100, sleep: 5 });
  const weights = ['the', 'plan', 'sleep', 'unknown'].map((word) => vocabulary.weightOf(word));
  expect(weights).toEqual([...weights].sort((a, b) => a - b));
  expect(new Set(weights).size).toBe(4);
  expect(weights[0]).toBeGreaterThan(0);
  expect(vocabularyOf({}).weightOf('plan')).toBeGreaterThan(0);
});

test('a library of half a million words is no problem', () => {
  const words = new Map(Array.from({ length: 500_000 }, (_, index) => [`w${index.toString(36)}`, 1]));
  const vocabulary = new Vocabulary(words);
  expect(vocabulary.has('w0')).toBe(true);
  expect(vocabulary.weightOf('w0')).toBeGreaterThan(0);
});

test('edits are a distance: symmetric, zero for the same alone, a swap of neighbors one', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b);
      expect(distance).toBe(editDistance(b, a));
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    }),
  );
  expect(editDistance('abcd', 'abdc')).toBe(1);
});

test('plain English is known in American and British spelling, places and languages too, other names and typos are not', () => {
  for (const word of ['giraffe', 'colour', 'color', 'organise', 'orchestra', 'japan', 'german', 'tokyo'])
    expect(isEnglishWord(word)).toBe(true);
  for (const word of ['bugdet', 'qqqq', '', '__proto__', 'kubernetes'])
    expect(isEnglishWord(word)).toBe(false);
});
