import type { Variable } from '#contract/prompts.ts';

/** The columns that collections of prompts have, in which variables are placeholders: `${Name:default}`. */
export interface ExportedRow {
  act: string;
  prompt: string;
  type: 'TEXT' | 'STRUCTURED';
}

interface ExportedText {
  title: string;
  summary: string;
  content: string;
  variables: readonly Variable[];
}

/**
 * A prompt as a row of a collection. If a variable's name cannot be derived from its label, an
 * importer would create different variables; the text keeps its `[name]` then.
 */
export function toRow({ title, summary, content, variables }: ExportedText): ExportedRow {
  // The summary of an imported row is its beginning: that of JSON begins with a bracket only if it came as plain text.
  const isStructured = isJson(content) && !summary.startsWith(content.charAt(0));
  const names = new Map(variables.map((variable) => [variable.name, placeholderName(variable, variables)]));
  const canConvert = [...names.values()].every((name) => name !== undefined);
  const initials = new Map(variables.map(({ name, default: initial }) => [name, initial]));
  const prompt = content.replace(/\[([a-z][a-z0-9_]*)\]/g, (whole, name: string) => {
    const initial = initials.get(name);
    if (!canConvert || !names.has(name)) return whole;
    const text = isStructured ? JSON.stringify(String(initial)).slice(1, -1) : String(initial);
    return `\${${names.get(name)}${initial === undefined ? '' : `:${text}`}}`;
  });
  return { act: title, prompt, type: isStructured ? 'STRUCTURED' : 'TEXT' };
}

/** The contract allows 40: a number may follow. */
const NAME_CHARACTERS = 36;

/** The label as placeholders have it; undefined where it does not make the variable's name. */
function placeholderName({ name, label }: Variable, variables: readonly Variable[]): string | undefined {
  const plain = (text: string) => text.replace(/^\[(.)\]$/u, '$1');
  // "Place 2" is the second default of "Place".
  const [, base] = /^(.*) (?:[2-9]|[1-9]\d+)$/.exec(label) ?? [];
  const isFurther = variables.some((other) => plain(other.label) === base);
  const placeholder = plain(isFurther && base !== undefined ? base : label);
  const made = nameOfLabel(placeholder);
  return name === made || name.replace(/_\d+$/, '') === made ? placeholder : undefined;
}

/** The name that a placeholder's variable gets, of its words; a number is added where the name is taken. */
export function nameOfLabel(label: string): string {
  const words = label
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  return (words || 'value').slice(0, NAME_CHARACTERS).replace(/_+$/, '');
}

export function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
