import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SERVER_LIMITS } from '#contract/limits.ts';
import { readLibrary } from '../library/library.files.ts';
import { makeTeaser } from './prompts.teaser.ts';

const CONTENT = join(import.meta.dirname, '..', '..', '..', 'content');

test.each([
  [
    '**Phase 1**\n\n| No. | When |\n|---|:-:|\n| 1 | **Mon** |\n|2|Tue|\n\nThen rest.',
    'Phase 1: … Then rest.',
  ],
  ['a | b\n--- | ---\n1 | 2\n\nDone.', 'Done.'],
  ['Before\n| A | B |\n|---|-|', 'Before'],
  ['| | Two |\n|---|---|\n| One | |', ''],
  [
    '## Plan\n\n- *First:* `run`\n  - then rest\n\n> Why? **Because**',
    'Plan: First: run then rest Why? Because',
  ],
  ['> ## Brief\n> **Task:** one\n>\n> - two', 'Brief: Task: one two'],
  ['**Verdict: yes.** Go on', 'Verdict: yes. Go on'],
  ['FILE 14 | next 32 | rows 3', 'FILE 14 · next 32 · rows 3'],
  ['2 * 3 * 4 − 5, told* #1', '2 * 3 * 4 − 5, told* #1'],
  ['**Bold that goes on beyond the beginn', 'Bold that goes on beyond the beginn'],
  ['', ''],
])('a teaser reads without Markdown: %#', (text, teaser) => {
  expect(makeTeaser(text)).toBe(teaser);
});

const SENTENCE = 'The boiler is checked every spring by the same fitter from Leeds.';

test.each([
  [
    'begins with running text',
    `# Plan\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\nDear Ana,\n\n${SENTENCE}\n\n- one`,
    SENTENCE,
  ],
  ['goes on while it runs', `${SENTENCE}\n\n${SENTENCE}\n\n## Then`, `${SENTENCE} ${SENTENCE}`],
  ['reads quoted text', `> ## Brief\n>\n> ${SENTENCE}`, SENTENCE],
  ['ends with a sentence', `${SENTENCE} `.repeat(5).trim(), `${SENTENCE} `.repeat(3).trim()],
  [
    'ends neither with an initial nor with a title',
    `${SENTENCE} ${'and so on '.repeat(15)} by Dr. Ana B. Ramirez. Then more of it. ${SENTENCE}`,
    `${SENTENCE} ${'and so on '.repeat(15)} by Dr. Ana B. Ramirez.`.replace('  ', ' '),
  ],
  ['cuts one sentence after a word', `${'word '.repeat(80)}end.`, `${'word '.repeat(48).trim()}…`],
])('a teaser %s', (_name, text, teaser) => {
  expect(makeTeaser(text)).toBe(teaser);
});

test('no teaser of the library shows Markdown, or more than a teaser may', async () => {
  const { prompts } = readLibrary(CONTENT);
  const outputs = prompts.flatMap(({ exemplars }) => exemplars.slice(0, 1).map(({ output }) => output));
  const teasers = outputs.map((output) => makeTeaser(output.slice(0, SERVER_LIMITS.teaserCharacters * 12)));
  expect(teasers.length).toBeGreaterThan(0);
  expect(teasers.filter((teaser) => /[|`]|\*\*|^#/.test(teaser))).toEqual([]);
  expect(teasers.filter(({ length }) => length === 0 || length > SERVER_LIMITS.teaserCharacters)).toEqual([]);
});
