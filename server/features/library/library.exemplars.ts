import { z } from 'zod';
import type { Exemplar } from '#contract/exemplars.ts';
import type { Variable } from '#contract/prompts.ts';
import type { PromptFile } from './library.format.ts';
import { RULES } from './library.rules.ts';
import { countWords } from './library.similarity.ts';

/** Everything that is wrong with a prompt's exemplars, by their number from 1. */
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

/** What is paid for more, or shown first, is proven by what comes out of it. */
function countProblems({ tier, featured, exemplars }: PromptFile): string[] {
  const least = Math.max(RULES.exemplars[tier], featured ? RULES.exemplarsOfFeatured : 0);
  return exemplars.length < least ? [`has ${exemplars.length}, not ${least} or more`] : [];
}

/** No brand of model is named as if it had been asked. */
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
  const say = (words: string) => [`[${name}] ${words}`];
  if (value === undefined) return required ? say('is required and has no value') : [];
  if ((type === 'number') !== (typeof value === 'number')) {
    return say(type === 'number' ? 'must be a number' : 'must be text (quote it)');
  }
  if (type === 'choice' && !options.includes(String(value))) return say('is not among its options');
  if (type === 'date' && !z.iso.date().safeParse(value).success)
    return say('must be a day such as 2026-11-21');
  return [];
}

function outputProblems({ output }: Exemplar, variables: readonly Variable[]): string[] {
  const [least, most] = RULES.exemplarWords;
  const words = countWords(output);
  const unfilled = variables.filter(({ name }) => output.includes(`[${name}]`));
  return [
    ...(words < least || words > most ? [`the output has ${words} words, not ${least}–${most}`] : []),
    ...unfilled.map(({ name }) => `the output holds [${name}] unfilled`),
  ];
}
