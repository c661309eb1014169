import { expect, test } from 'vitest';
import { type PromptFile, parsePrompt } from '#server/features/library/library.format.ts';
import { EXEMPLAR_OUTPUT, exemplar, promptFile, withExemplars } from '#server/testing/content-folder.ts';
import { exemplarProblems } from './exemplars.ts';

function parse(text: string): PromptFile {
  const parsed = parsePrompt('garden/herbs/mint.md', text);
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed;
}

const VARIABLES = `variables:
  - { name: herbs, label: Herbs, type: text, required: true }
  - { name: pots, label: Pots, type: number }
  - { name: place, label: Place, type: choice, options: [sill, garden] }
  - { name: start, label: Start, type: date }
---`;

test('exemplar values match the declared variables and types, and required ones are present', () => {
  const problemsOf = (values: string, output = EXEMPLAR_OUTPUT) =>
    exemplarProblems(
      parse(withExemplars(exemplar({ values, output })).replace(/variables:[\s\S]*?---/, VARIABLES)),
    );
  expect(problemsOf('{ herbs: mint, pots: 3, place: sill, start: 2026-11-21 }')).toEqual([]);
  expect(problemsOf('{ herbs: mint }')).toEqual([]);
  expect(problemsOf('{ pots: 3, colour: red }')).toEqual([
    '1: [colour] is not a declared variable',
    '1: [herbs] is required and has no value',
  ]);
  expect(problemsOf("{ herbs: 3, pots: 'three', place: roof, start: soon }")).toEqual([
    '1: [herbs] must be text (quote it)',
    '1: [pots] must be a number',
    '1: [place] is not among its options',
    '1: [start] must be a day such as 2026-11-21',
  ]);
  expect(problemsOf('{ herbs: mint }', 'Too short for [herbs].')).toEqual([
    '1: the output has 4 words, not 80–1500',
    '1: the output holds [herbs] unfilled',
  ]);
  expect(problemsOf('{ herbs: mint }', `${EXEMPLAR_OUTPUT} `.repeat(17))).toEqual([
    '1: the output has 1530 words, not 80–1500',
  ]);
});

test('advanced and featured prompts need one exemplar, pro and engineer two; none names a real model', () => {
  const problemsOf = (parts: { tier: string; featured?: boolean }, ...exemplars: string[]) => {
    const featured = parts.featured ? 'featured: true\n' : '';
    const list = exemplars.length > 0 ? `exemplars:\n${exemplars.join('')}` : '';
    return exemplarProblems(parse(promptFile({ tier: parts.tier, more: `${featured}${list}` })));
  };
  expect(problemsOf({ tier: 'basic' })).toEqual([]);
  expect(problemsOf({ tier: 'advanced' })).toEqual(['has 0, not 1 or more']);
  expect(problemsOf({ tier: 'basic', featured: true })).toEqual(['has 0, not 1 or more']);
  expect(problemsOf({ tier: 'basic', featured: true }, exemplar())).toEqual([]);
  expect(problemsOf({ tier: 'pro', featured: true }, exemplar())).toEqual(['has 1, not 2 or more']);
  expect(problemsOf({ tier: 'engineer' }, exemplar(), exemplar())).toEqual([]);
  expect(problemsOf({ tier: 'basic' }, exemplar({ model: 'Some Model 9' }))).toEqual([
    '1: the model is "Some Model 9", not "example"',
  ]);
});
