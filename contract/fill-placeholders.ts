import type { Variable } from './prompts.ts';

/** Variable name → value; blank or absent leaves the placeholder. */
export type Values = Readonly<Record<string, string>>;

/** A stretch of a prompt: its own text, a hole that says what belongs there, the prompt's default, or the member's value. */
export type TemplateSegment =
  | { kind: 'text'; text: string }
  | { kind: 'hole' | 'default' | 'filled'; text: string; variable: string };

/**
 * Names that mean the same in every prompt and say little about anybody: what is typed for them is offered in all. What is
 * typed for others is remembered for its prompt alone: "history" is a client's here and an illness there.
 */
export const SHARED_VARIABLES = ['country', 'currency', 'units', 'language', 'first_name'] as const;

/** A name in brackets, as variables have them. */
export const PLACEHOLDER = /\[([a-z][a-z0-9_]{0,39})\]/g;

export interface FillOptions {
  /** Square brackets around other words are the prompt's own. */
  variables: readonly Pick<Variable, 'name' | 'label' | 'default'>[];
  values: Values;
  /** Placeholders stand inside JSON strings: their values are escaped, so that the text stays valid JSON. */
  isJson?: boolean;
}

/** The text cut at its holes, in order; joined it is the text to copy, whose open holes carry labels, not names. */
export function splitAtPlaceholders(
  text: string,
  { variables, values, isJson = false }: FillOptions,
): TemplateSegment[] {
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const pieces: TemplateSegment[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) pieces.push({ kind: 'text', text: text.slice(end, until) });
  };
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [hole, name = ''] = match;
    const variable = byName.get(name);
    if (!variable) continue;
    addText(match.index);
    end = match.index + hole.length;
    const piece = toSegment(variable, filledValue(values, name));
    pieces.push(isJson ? { ...piece, text: inJsonString(piece.text) } : piece);
  }
  addText(text.length);
  return pieces;
}

function toSegment(variable: FillOptions['variables'][number], value: string | undefined): TemplateSegment {
  const { name, label } = variable;
  if (value === undefined) return { kind: 'hole', text: `[${label}]`, variable: name };
  return { kind: value === defaultValue(variable) ? 'default' : 'filled', text: value, variable: name };
}

/** The initial value of a field. */
export function defaultValue({ default: value }: Pick<Variable, 'default'>): string {
  return value === undefined ? '' : String(value);
}

export function fillText(text: string, filling: FillOptions): string {
  return splitAtPlaceholders(text, filling)
    .map((piece) => piece.text)
    .join('');
}

/** The required variables without a value. */
export function missingVariables<Each extends Pick<Variable, 'name' | 'required'>>(
  variables: readonly Each[],
  values: Values,
): Each[] {
  return variables.filter(({ name, required }) => required && filledValue(values, name) === undefined);
}

/** What is not blank. Own properties only: a variable may be called `constructor`. */
export function filledValue(values: Values, name: string): string | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return value?.trim() ? value.replace(/\r\n?/g, '\n') : undefined;
}

function inJsonString(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
