import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLibrary } from '#server/features/library/library.files.ts';
import { problemText } from '#server/features/library/library.problems.ts';
import { checkLibrary } from './check-library.ts';
import { RULES } from './content-rules.ts';

const CONTENT = join(import.meta.dirname, '..', '..', 'content');

const library = readLibrary(CONTENT);

test('the library in content/ keeps every rule', () => {
  expect(checkLibrary(library).map(problemText)).toEqual([]);
});

test('the categories are those of the specification, in its order', () => {
  expect(library.categories.map(({ slug, name, description }) => [slug, name, description])).toEqual([
    ['productivity', 'Productivity', 'Optimize your personal and professional efficiency.'],
    ['content-creation', 'Content Creation', 'Create engaging content across all platforms.'],
    ['family', 'Family', 'Strengthen family relationships and dynamics.'],
    ['fitness', 'Fitness', 'Achieve your health and fitness goals.'],
    ['health', 'Health', 'Improve your overall wellbeing.'],
    ['career', 'Career', 'Advance your professional development.'],
    ['finance-investing', 'Finance & Investing', 'Build wealth and manage your finances.'],
  ]);
});

test('every topic that has to be larger is one', () => {
  const topics = new Set<string>(library.categories.flatMap((one) => one.topics.map(({ slug }) => slug)));
  expect(RULES.popularTopics.filter((slug) => !topics.has(slug))).toEqual([]);
});

test('every prompt has a creation date', () => {
  expect(library.prompts.filter(({ created }) => created === undefined)).toEqual([]);
});
