import type { Variable } from '#contract/prompts.ts';
import { nameOfLabel } from '../../exports/exports.public.ts';

/** `${Name}` or `${Name:default}`. Code such as `${user.name}` or `${f(x)}` is not a name and stays as it is. */
const PLACEHOLDER = /(?<!\\)\$\{[ \t]*([\p{L}_][\p{L}\p{M}\p{N} _'/&-]{0,59})[ \t]*(?::([^{}]*))?\}/gu;

const MAX_LABEL = 80;
const MAX_DEFAULT = 400;
const LONG_TEXT = 100;

/**
 * Turns the placeholders of imported texts into `[name]` variables. No word is lost: a placeholder that comes
 * with several defaults becomes as many variables. Names the text already has in square brackets are not taken.
 * @param isJson the text is JSON, so defaults stand in it with JSON's escapes
 */
export function convertPlaceholders(
  text: string,
  isJson: boolean,
): { content: string; variables: Variable[] } {
  const variables: Variable[] = [];
  const taken = new Set(Array.from(text.matchAll(/\[([^[\]\n]{1,40})\]/g), ([, name = '']) => name));
  const usesOf = new Map<string, Use[]>();
  for (const [, name = '', initial] of text.matchAll(PLACEHOLDER)) {
    addUse(usesOf, keyOf(name), labelOf(name), initial?.trim() || undefined);
  }

  for (const uses of usesOf.values()) {
    for (const [index, use] of uses.entries()) {
      use.variable = { name: unusedName(use.label, taken), ...declare(use, index, isJson) };
      variables.push(use.variable);
    }
  }
  const content = text.replace(PLACEHOLDER, (whole, name: string, initial?: string) => {
    const uses = usesOf.get(keyOf(name)) ?? [];
    const wanted = initial?.trim() || undefined;
    const use = wanted === undefined ? uses[0] : uses.find((other) => other.initial === wanted);
    return use?.variable ? `[${use.variable.name}]` : whole;
  });
  return { content, variables };
}

/** A future variable: a placeholder's name with one of its defaults. */
interface Use {
  label: string;
  initial: string | undefined;
  variable?: Variable;
}

const keyOf = (name: string) => name.trim().toLowerCase();

/** `target_audience` → "Target audience", `targetAudience` → "Target Audience". */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (words || name.trim()).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

function addUse(usesOf: Map<string, Use[]>, key: string, label: string, initial: string | undefined): void {
  const uses = usesOf.get(key);
  if (!uses) {
    usesOf.set(key, [{ label, initial }]);
    return;
  }
  if (initial === undefined || uses.some((use) => use.initial === initial)) return;
  // The first was named without a default elsewhere: this is its default.
  const bare = uses.find((use) => use.initial === undefined);
  if (bare) bare.initial = initial;
  else uses.push({ label, initial });
}

function declare(use: Use, index: number, isJson: boolean): Omit<Variable, 'name'> {
  const label = index === 0 ? use.label : `${use.label} ${index + 1}`;
  const initial = use.initial === undefined ? undefined : isJson ? unescapeJson(use.initial) : use.initial;
  const fits = initial !== undefined && initial.length <= MAX_DEFAULT;
  return {
    // The contract asks for two characters; brackets add no word to a one-letter name.
    label: (label.length < 2 ? `[${label}]` : label).slice(0, MAX_LABEL).toWellFormed(),
    type: (initial?.length ?? 0) > LONG_TEXT ? 'long-text' : 'text',
    ...(fits ? { default: initial } : { required: true }),
  };
}

function unescapeJson(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

function unusedName(label: string, taken: Set<string>): string {
  const base = nameOfLabel(label);
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base}_${count}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}
