import { expect, test } from 'vitest';
import { keywordProblems } from './keywords.ts';

const problemsOf = (title: string, ...keywords: string[]) => keywordProblems({ title, keywords });

test('keywords that the title does not say have no problem', () => {
  const title = 'Plan a small herb garden for the balcony';
  expect(problemsOf(title, 'grow food', 'window box', 'balcony vegetables', 'C#', 'to-do list')).toEqual([]);
});

test.each([
  ['in another case', 'Write a LinkedIn profile', 'linkedin Profile'],
  ['with accents', 'Rewrite a resume in an hour', 'résumé'],
  ['as a plural', 'Cook one meal for two', 'meals'],
  ['as a verb form', 'Plan the week on Sunday', 'week planning'],
  ['with an apostrophe', "Read a child's school report", 'child report'],
  ['as a compound', 'Shorten a to-do list', 'to do'],
])('a keyword whose words are all in the title adds nothing, %s', (_how, title, keyword) => {
  expect(problemsOf(title, keyword)).toEqual([`"${keyword}" is in the title already`]);
});

test('a repeated keyword is a problem, in whatever form', () => {
  expect(problemsOf('Sow mint', 'window box', 'Window boxes', 'box')).toEqual([
    '"Window boxes" is there already, as "window box"',
  ]);
});

test('a keyword has at most three words and forty characters', () => {
  expect(problemsOf('Sow mint', 'herbs on the balcony', 'x'.repeat(41))).toEqual([
    '"herbs on the balcony" has 4 words, at most 3 fit',
    `"${'x'.repeat(41)}" has 41 characters, at most 40 fit`,
  ]);
});
