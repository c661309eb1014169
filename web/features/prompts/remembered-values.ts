import type { Variable } from '#contract/prompts.ts';

/** So that the store stays small whatever is pasted into a field. */
const LONGEST = 4000;
const MOST_NAMES = 200;

const keyOf = (memberId: string) => `variables:${memberId}`;

/** What this member last typed for each name, in any prompt, in this browser. */
export function readRemembered(memberId: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(memberId)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/** Blank forgets the name. Newest last: the oldest names make room. */
export function remember(memberId: string, name: string, value: string): void {
  const { [name]: _, ...others } = readRemembered(memberId);
  const entries = Object.entries(others);
  if (value.trim() && value.length <= LONGEST) entries.push([name, value]);
  try {
    localStorage.setItem(keyOf(memberId), JSON.stringify(Object.fromEntries(entries.slice(-MOST_NAMES))));
  } catch {
    // Storage is full or refused: the values are there for this prompt, and that is all that is lost.
  }
}

/** What a form starts with: what is remembered where it suits the field, else the prompt's default, else nothing. */
export function startingValues(
  variables: readonly Variable[],
  remembered: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    variables.map((variable) => [variable.name, knownValue(variable, remembered) ?? defaultValue(variable)]),
  );
}

/** Whether a form starts with an answer given before. */
export function hasRemembered(
  variables: readonly Variable[],
  remembered: Readonly<Record<string, string>>,
): boolean {
  return variables.some((variable) => Boolean(knownValue(variable, remembered)?.trim()));
}

/** Whether a form holds anything but blanks and the prompt's own defaults. */
export function hasAnswer(variables: readonly Variable[], values: Readonly<Record<string, string>>): boolean {
  return variables.some((variable) => {
    const value = values[variable.name] ?? '';
    return value.trim() !== '' && value !== defaultValue(variable);
  });
}

function defaultValue({ default: value }: Variable): string {
  return value === undefined ? '' : String(value);
}

function knownValue(variable: Variable, remembered: Readonly<Record<string, string>>): string | undefined {
  const known = Object.hasOwn(remembered, variable.name) ? remembered[variable.name] : undefined;
  return known !== undefined && suits(variable, known) ? known : undefined;
}

function suits({ type, options }: Variable, value: string): boolean {
  if (type === 'choice') return options?.includes(value) ?? false;
  if (type === 'number') return value.trim() !== '' && Number.isFinite(Number(value));
  if (type === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value);
  return type === 'long-text' || !value.includes('\n');
}
