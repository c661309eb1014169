import { isDeepStrictEqual } from 'node:util';
import type { Variable } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';
import type { CsvRow } from './library.csv.ts';
import { readRow } from './library.import-row.ts';

/** Those that any import of prompts reads come first; the others are for people, and to make the same prompt again. */
export const EXPORT_COLUMNS = [
  'act',
  'prompt',
  'type',
  'tier',
  'category',
  'topic',
  'summary',
  'description',
  'created',
  'id',
  'slug',
  'featured',
  'variables',
] as const;

export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

/** In the place of a type: this row has no text, so there is nothing to import. */
export const LOCKED_ROW = 'LOCKED';

/** A prompt as the library keeps it. */
export interface KeptPrompt {
  title: string;
  summary: string;
  description: string;
  content: string;
  variables: readonly Variable[];
  tier: Tier;
}

type TextRow = Pick<CsvRow, 'act' | 'prompt' | 'type'>;

/** The columns that an import reads. */
export interface ExportedRow {
  act: string;
  prompt: string;
  type: 'TEXT' | 'STRUCTURED';
}

/**
 * A prompt as a row that an import makes the same prompt of: `[name]` goes back to `${Name:default}`. Found by asking the
 * import itself. Where no row makes all of it (authored variables have more than a name and a default), one that makes
 * the text and the names of its variables; else the text as it is.
 */
export function toRow(kept: KeptPrompt): ExportedRow {
  const types = isJson(kept.content) ? (['STRUCTURED', 'TEXT'] as const) : (['TEXT', 'STRUCTURED'] as const);
  const texts = [...new Set([kept.content, ...placeholderTexts(kept)])];
  const rows = texts.flatMap((prompt) => types.map((type) => ({ act: kept.title, prompt, type })));
  return (
    rows.find((row) => makesAll(row, kept)) ??
    rows.find((row) => makesText(row, kept)) ?? { act: kept.title, prompt: kept.content, type: types[0] }
  );
}

function makesAll(row: ExportedRow, kept: KeptPrompt): boolean {
  const made = readRow({ line: 0, ...row }, kept.tier);
  if ('problem' in made) return false;
  const { isBrokenJson: _, ...prompt } = made;
  const { title, summary, description, content, variables } = kept;
  return isDeepStrictEqual(prompt, { title, summary, description, content, variables: [...variables] });
}

function makesText(row: ExportedRow, kept: KeptPrompt): boolean {
  return madeText(row, kept) === kept.content;
}

/** The text of a row that `toRow` made of a prompt with these variables. */
export function textOf(row: TextRow, variables: readonly Variable[], tier: Tier): string {
  return madeText(row, { variables, tier }) ?? row.prompt.trim();
}

/** What an import makes of a row; undefined where it makes other variables than these, so that the text was left as it is. */
function madeText(row: TextRow, kept: Pick<KeptPrompt, 'tier' | 'variables'>): string | undefined {
  const made = readRow({ line: 0, ...row }, kept.tier);
  if ('problem' in made) return undefined;
  const names = (of: readonly Variable[]) => of.map(({ name }) => name).sort();
  return isDeepStrictEqual(names(made.variables), names(kept.variables)) ? made.content : undefined;
}

/** With the defaults as they are, and with JSON's escapes. */
function placeholderTexts({ content, variables }: KeptPrompt): string[] {
  if (variables.length === 0) return [];
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const written = (spell: (text: string) => string) =>
    content.replace(/\[([a-z][a-z0-9_]*)\]/g, (whole, name: string) => {
      const variable = byName.get(name);
      if (variable === undefined) return whole;
      const initial = variable.default === undefined ? '' : `:${spell(String(variable.default))}`;
      return `\${${placeholderName(variable, variables)}${initial}}`;
    });
  return [written((text) => text), written((text) => JSON.stringify(text).slice(1, -1))];
}

/** "Place 2" was made of a second default of `${Place}`; a name of one letter stands in brackets. */
function placeholderName({ label }: Variable, variables: readonly Variable[]): string {
  const [, base, number] = /^(.*) (\d+)$/.exec(label) ?? [];
  const isFurther =
    number !== undefined &&
    Number(number) > 1 &&
    variables.some((other) => [base, `[${base}]`].includes(other.label));
  const name = isFurther && base !== undefined ? base : label;
  return name.replace(/^\[(.)\]$/u, '$1');
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
