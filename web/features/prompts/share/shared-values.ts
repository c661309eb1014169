import { isId } from '#contract/ids.ts';
import type { Variable } from '#contract/prompts.ts';
import { initialValues } from '../variables/remembered-values.ts';

type Values = Readonly<Record<string, string>>;

/** A fragment: browsers send it to no server, ours included. */
const PREFIX = '#with:';
/** Long enough for every form that is filled as people do, and short enough for every chat and mail program. */
export const MAX_FRAGMENT_LENGTH = 8000;
const MAX_VALUE_LENGTH = 4000;

/** Undefined where nothing is filled in, or more than a link should hold. */
export function fragmentOf(variables: readonly Variable[], values: Values): string | undefined {
  const filled = variables.flatMap(({ name }) => {
    const value = values[name]?.toWellFormed() ?? '';
    return value.trim() === '' ? [] : [[name, value]];
  });
  if (filled.length === 0) return undefined;
  const fragment = `${PREFIX}${new URLSearchParams(filled)}`;
  return fragment.length <= MAX_FRAGMENT_LENGTH ? fragment : undefined;
}

export const isFragment = (fragment: string) => fragment.startsWith(PREFIX);

/** What of a fragment suits this prompt's variables; null when nothing does. */
export function readFragment(variables: readonly Variable[], fragment: string): Values | null {
  if (!isFragment(fragment) || fragment.length > MAX_FRAGMENT_LENGTH) return null;
  const entries = [...new URLSearchParams(fragment.slice(PREFIX.length))];
  const said = Object.fromEntries(
    entries.filter(([, value]) => value.trim() !== '' && value.length <= MAX_VALUE_LENGTH),
  );
  const meant = variables.filter(({ name }) => Object.hasOwn(said, name));
  const suiting = Object.entries(initialValues(meant, said)).filter(([name, value]) => value === said[name]);
  return suiting.length > 0 ? Object.fromEntries(suiting) : null;
}

/** One tab, and no longer than signing in takes. */
const KEY = 'shared-values';
const LIFETIME_MILLISECONDS = 30 * 60_000;

/** Whoever signs in first comes back to an address without its fragment: this browser's tab keeps it for them. */
export function keepFragment(promptId: string, fragment: string): void {
  if (!isFragment(fragment) || fragment.length > MAX_FRAGMENT_LENGTH) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ promptId, fragment, at: Date.now() }));
  } catch {
    // Storage is refused: the prompt opens without the values.
  }
}

/** What was kept of this prompt's, once. */
export function takeKeptFragment(promptId: string): string | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    if (typeof kept !== 'object' || kept === null) return null;
    const { promptId: of, fragment, at } = { promptId: '', fragment: '', at: 0, ...kept };
    if (!isId(of) || of !== promptId || typeof fragment !== 'string') return null;
    return Date.now() - Number(at) < LIFETIME_MILLISECONDS ? fragment : null;
  } catch {
    return null;
  }
}
