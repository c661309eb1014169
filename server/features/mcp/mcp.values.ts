import { defaultValue, fillText, missingVariables, type Values } from '#contract/fill-placeholders.ts';
import type { PromptDetail, Variable } from '#contract/prompts.ts';
import { isJson } from '../exports/exports.public.ts';

/** Values that do not fit the variables of a prompt. Says all that is wrong, so that one more call is enough. */
export class InvalidValuesError extends Error {
  constructor(problems: readonly string[]) {
    super(`These values do not fit: ${problems.join(' ')}`);
    this.name = 'InvalidValues';
  }
}

type Given = Readonly<Record<string, string | number>>;

/**
 * The finished text of a prompt: given values, defaults for the others, labels in brackets for optional holes.
 * @returns `open`: the labels of the holes that are left
 * @throws InvalidValues
 */
export function fillPrompt(
  { content, variables }: Pick<PromptDetail, 'content' | 'variables'>,
  given: Given,
): { text: string; open: string[] } {
  const values = {
    ...Object.fromEntries(variables.map((variable) => [variable.name, defaultValue(variable)])),
    ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
  };
  const problems = [...findInvalid(variables, given), ...findMissing(variables, values)];
  if (problems.length > 0) throw new InvalidValuesError(problems);
  const open = variables.filter(({ name }) => values[name]?.trim() === '').map(({ label }) => label);
  const text = fillText(content.replace(/\r\n?/g, '\n'), { variables, values, isJson: isJson(content) });
  return { text, open };
}

function findMissing(variables: readonly Variable[], values: Values): string[] {
  return missingVariables(variables, values).map(
    ({ name, label, help }) => `"${name}" is required: ${label}${help === undefined ? '' : ` (${help})`}.`,
  );
}

function findInvalid(variables: readonly Variable[], given: Given): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const variable = variables.find((candidate) => candidate.name === name);
    if (variable === undefined) {
      const names = variables.map((candidate) => candidate.name).join(', ');
      return [`"${name}" is no variable of this prompt; it has ${names === '' ? 'none' : names}.`];
    }
    const text = String(value).trim();
    const demand = text === '' ? undefined : violatedConstraint(variable, text);
    return demand === undefined ? [] : [`"${name}" must be ${demand}.`];
  });
}

function violatedConstraint({ type, options = [] }: Variable, text: string): string | undefined {
  if (type === 'choice' && !options.includes(text)) {
    return `one of ${options.map((option) => JSON.stringify(option)).join(', ')}`;
  }
  if (type === 'number' && !Number.isFinite(Number(text))) return 'a number';
  if (type === 'date' && !isDay(text)) return 'a day, YYYY-MM-DD';
  return undefined;
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  );
}
