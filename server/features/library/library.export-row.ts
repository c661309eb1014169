import { isDeepStrictEqual } from 'node:util';
import type { Variable } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';
import { readRow } from './library.import-row.ts';

/** A prompt as the library keeps it. */
export interface KeptPrompt {
  title: string;
  summary: string;
  description: string;
  content: string;
  variables: readonly Variable[];
  tier: Tier;
}

/** The columns that an import reads. */
export interface ExportedRow {
  act: string;
  prompt: string;
  type: 'TEXT' | 'STRUCTURED';
}

/**
 * A prompt as a row that an import makes the same prompt of: `[name]` goes back to `${Name:default}`. Found by asking the
 * import itself. What was not imported (authored variables have more than a name and a default) goes out as it is.
 */
export function toRow(kept: KeptPrompt): ExportedRow {
  const texts = [...new Set([kept.content, ...placeholderTexts(kept)])];
  const rows = texts.flatMap((prompt) =>
    (['TEXT', 'STRUCTURED'] as const).map((type) => ({ act: kept.title, prompt, type })),
  );
  const same = rows.find((row) => isMadeBy(row, kept));
  return (
    same ?? { act: kept.title, prompt: kept.content, type: isJson(kept.content) ? 'STRUCTURED' : 'TEXT' }
  );
}

function isMadeBy(row: ExportedRow, kept: KeptPrompt): boolean {
  const made = readRow({ line: 0, ...row }, kept.tier);
  if ('problem' in made) return false;
  const { isBrokenJson: _, ...prompt } = made;
  const { title, summary, description, content, variables } = kept;
  return isDeepStrictEqual(prompt, { title, summary, description, content, variables: [...variables] });
}

/** With the defaults as they are, and with JSON's escapes. */
function placeholderTexts({ content, variables }: KeptPrompt): string[] {
  if (variables.length === 0) return [];
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const written = (quote: (text: string) => string) =>
    content.replace(/\[([a-z][a-z0-9_]*)\]/g, (whole, name: string) => {
      const variable = byName.get(name);
      if (variable === undefined) return whole;
      const initial = variable.default === undefined ? '' : `:${quote(String(variable.default))}`;
      return `\${${placeholderName(variable, variables)}${initial}}`;
    });
  return [written((text) => text), written((text) => JSON.stringify(text).slice(1, -1))];
}

/** "Place 2" was made of a second default of `${Place}`; a name of one letter stands in brackets. */
function placeholderName({ label }: Variable, variables: readonly Variable[]): string {
  const [, base, number] = /^(.*) (\d+)$/.exec(label) ?? [];
  const isFurther =
    number !== undefined && Number(number) > 1 && variables.some((other) => other.label === base);
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
