import { expect, test } from 'vitest';
import { keywordsOf } from './related.keywords.ts';
import { type ComparedPrompt, rankRelated } from './related.ranking.ts';

const prompt = (id: string, title: string, topicId = 'herbs'): ComparedPrompt => ({
  id,
  topicId,
  title,
  summary: '',
});

test('keywords are lower case, singular, without accents, numbers, stop words and words of any prompt', () => {
  expect([...keywordsOf("Write a Café's 90-day menus: three families, 2 menu prompts with glass")]).toEqual([
    'cafe',
    'day',
    'menu',
    'family',
    'glass',
  ]);
  expect([...keywordsOf('Use it as you want, for 100 %')]).toEqual([]);
});

test('prompts that share more, or rarer, words rank higher', () => {
  const related = rankRelated([
    prompt('a', 'mint basil thyme'),
    prompt('b', 'mint rake'),
    prompt('c', 'mint basil'),
    prompt('d', 'thyme spade'),
    prompt('e', 'mint hoe'),
  ]);
  // "mint" is in four of them, "thyme" in two.
  expect(related.get('a')).toEqual(['c', 'd', 'b', 'e']);
});

test('the same topic comes first, however much others share; those fill what is left', () => {
  const related = rankRelated([
    prompt('a', 'mint basil thyme'),
    prompt('b', 'mint basil thyme', 'trees'),
    prompt('c', 'mint basil', 'trees'),
    prompt('d', 'mint'),
  ]);
  expect(related.get('a')).toEqual(['d', 'b', 'c']);
  expect(related.get('b')).toEqual(['c', 'a', 'd']);
});

test('prompts that share no keyword are not related, not even within a topic', () => {
  const related = rankRelated([prompt('a', 'Mint for you'), prompt('b', 'Basil for you'), prompt('c', '')]);
  expect(Object.fromEntries(related)).toEqual({ a: [], b: [], c: [] });
});

test('at most four, equals by id, whatever order they come in', () => {
  const prompts = ['f', 'b', 'd', 'a', 'e', 'c'].map((id) => prompt(id, 'Mint and basil'));
  const expected = {
    a: ['b', 'c', 'd', 'e'],
    b: ['a', 'c', 'd', 'e'],
    f: ['a', 'b', 'c', 'd'],
  };
  for (const given of [prompts, prompts.toReversed()]) {
    expect(Object.fromEntries(rankRelated(given))).toMatchObject(expected);
  }
});

test('the title and the summary count alike', () => {
  const related = rankRelated([
    { id: 'a', topicId: 'herbs', title: 'Mint', summary: 'For tea.' },
    { id: 'b', topicId: 'herbs', title: 'Tea', summary: 'Hot.' },
  ]);
  expect(related.get('a')).toEqual(['b']);
});

test('words that thousands share are ignored, rarer ones still relate prompts', () => {
  const prompts = Array.from({ length: 6000 }, (_, index) => {
    const id = String(index).padStart(4, '0');
    return prompt(id, `garden pair${'abcdefghij'[Math.floor(index / 2) % 10]}${Math.floor(index / 20)}`);
  });
  const related = rankRelated(prompts);
  expect([related.get('0000'), related.get('0001'), related.get('5999')]).toEqual([
    ['0001'],
    ['0000'],
    ['5998'],
  ]);
});
