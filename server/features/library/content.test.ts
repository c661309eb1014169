import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkLibrary } from './library.check.ts';
import { readLibrary } from './library.files.ts';
import { problemText } from './library.format.ts';

const CONTENT = join(import.meta.dirname, '..', '..', '..', 'content');

test('the library in content/ keeps every rule', async () => {
  const library = await readLibrary(CONTENT);
  expect(checkLibrary(library).map(problemText)).toEqual([]);
});

test('the categories are those of the specification, in its order', async () => {
  const { categories } = await readLibrary(CONTENT);
  expect(categories.map(({ slug, name, description }) => [slug, name, description])).toEqual([
    ['productivity', 'Productivity', 'Optimize your personal and professional efficiency.'],
    ['content-creation', 'Content Creation', 'Create engaging content across all platforms.'],
    ['family', 'Family', 'Strengthen family relationships and dynamics.'],
    ['fitness', 'Fitness', 'Achieve your health and fitness goals.'],
    ['health', 'Health', 'Improve your overall wellbeing.'],
    ['career', 'Career', 'Advance your professional development.'],
    ['finance-investing', 'Finance & Investing', 'Build wealth and manage your finances.'],
  ]);
});

test('every prompt says when it was written', async () => {
  const { prompts } = await readLibrary(CONTENT);
  expect(prompts.filter(({ created }) => created === undefined)).toEqual([]);
});
