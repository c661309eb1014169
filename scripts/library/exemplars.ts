import { z } from 'zod';
import type { Exemplar } from '#contract/exemplars.ts';
import type { Variable } from '#contract/prompts.ts';
import type { PromptFile } from '#server/features/library/library.format.ts';
import { RULES } from './content-rules.ts';
import { countWords } from './similarity.ts';

/** All problems of a prompt's exemplars, by their number from 1. */
export function exemplarProblems(prompt: PromptFile): string[] {
  const { variables, exemplars } = prompt;
  return [
    ...countProblems(prompt),
    ...exemplars.flatMap((exemplar, index) =>
      [
        ...modelProblems(exemplar),
        ...valueProblems(exemplar, variables),
        ...outputProblems(exemplar, variables),
      ].map((message) => `${index + 1}: ${message}`),
    ),
  ];
}

/** Prompts of the upper tiers, and featured ones, show what they produce. */
function countProblems({ tier, featured, exemplars }: PromptFile): string[] {
  const min = Math.max(RULES.exemplars[tier], featured ? RULES.exemplarsOfFeatured : 0);
  return exemplars.length < min ? [`has ${exemplars.length}, not ${min} or more`] : [];
}

/** No real model is named: none was asked. */
function modelProblems({ model }: Exemplar): string[] {
  const expected = RULES.exemplarModel;
  return model === expected ? [] : [`the model is "${model}", not "${expected}"`];
}

function valueProblems({ values }: Exemplar, variables: readonly Variable[]): string[] {
  const declared = new Set(variables.map(({ name }) => name));
  const undeclared = Object.keys(values).filter((name) => !declared.has(name));
  return [
    ...undeclared.map((name) => `[${name}] is not a declared variable`),
    ...variables.flatMap((variable) => valueProblem(variable, values[variable.name])),
  ];
}

function valueProblem(variable: Variable, value: string | number | undefined): string[] {
  const { name, type, required, options = [] } = variable;
  const problem = (message: string) => [`[${name}] ${message}`];
  if (value === undefined) return required ? problem('is required and has no value') : [];
  if ((type === 'number') !== (typeof value === 'number')) {
    return problem(type === 'number' ? 'must be a number' : 'must be text (quote it)');
  }
  if (/^\s*\|/.test(String(value))) return problem('begins with a bar: a block mark of YAML was quoted');
  if (type === 'choice' && !options.includes(String(value))) return problem('is not among its options');
  if (type === 'date' && !z.iso.date().safeParse(value).success)
    return problem('must be a day such as 2026-11-21');
  return [];
}

function outputProblems({ output }: Exemplar, variables: readonly Variable[]): string[] {
  const [min, max] = RULES.exemplarWords;
  const words = countWords(output);
  const unfilled = variables.filter(({ name }) => output.includes(`[${name}]`));
  return [
    ...(words < min || words > max ? [`the output has ${words} words, not ${min}–${max}`] : []),
    ...unfilled.map(({ name }) => `the output holds [${name}] unfilled`),
  ];
}
