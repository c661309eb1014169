import type { Variable } from '#contract/prompts.ts';

/** Variable name → what the member wants there; blank or absent leaves the hole. */
export type Values = Readonly<Record<string, string>>;

/** A stretch of a prompt: its own text, a hole such as `[goal]`, or what fills one. */
export interface Piece {
  kind: 'text' | 'hole' | 'filled';
  text: string;
}

const HOLE = /\[([a-z][a-z0-9_]{0,39})\]/g;

export interface Filling {
  /** Square brackets around other words are the prompt's own. */
  variables: readonly Pick<Variable, 'name'>[];
  values: Values;
  /** Holes stand inside JSON strings: what fills them is escaped, so that the text stays valid JSON. */
  isJson?: boolean;
}

/** The text cut at its holes, in order; joined it is the text to copy. */
export function splitAtHoles(text: string, { variables, values, isJson = false }: Filling): Piece[] {
  const names = new Set(variables.map(({ name }) => name));
  const pieces: Piece[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) pieces.push({ kind: 'text', text: text.slice(end, until) });
  };
  for (const match of text.matchAll(HOLE)) {
    const [hole, name = ''] = match;
    if (!names.has(name)) continue;
    addText(match.index);
    end = match.index + hole.length;
    const value = filledValue(values, name);
    pieces.push(
      value === undefined
        ? { kind: 'hole', text: hole }
        : { kind: 'filled', text: isJson ? inJsonString(value) : value },
    );
  }
  addText(text.length);
  return pieces;
}

export function fillText(text: string, filling: Filling): string {
  return splitAtHoles(text, filling)
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

/** Own properties only: a variable may be called `constructor`. */
function filledValue(values: Values, name: string): string | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return value?.trim() ? value.replace(/\r\n?/g, '\n') : undefined;
}

function inJsonString(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
