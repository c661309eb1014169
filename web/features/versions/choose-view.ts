import type { Copy } from '#contract/prompts.ts';
import type { Version } from '#contract/versions.ts';

/** What the address asks for: one version, or what differs between two. */
interface HistorySearch {
  version?: number;
  from?: number;
  to?: number;
}

/** The page ignores what it cannot read. */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const number = (name: keyof HistorySearch) => {
    const text = String(search[name] ?? '');
    return /^[1-9]\d{0,5}$/.test(text) ? { [name]: Number(text) } : {};
  };
  return { ...number('version'), ...number('from'), ...number('to') };
}

export type HistoryView = { kind: 'text'; number: number } | { kind: 'comparison'; from: number; to: number };

/**
 * What the page shows beside the list: what is asked for, as far as there is such a version. Otherwise what has changed
 * since the member's last copy; without one, in the last version.
 * @param versions newest first
 * @returns undefined where there is nothing to compare: the text of the one that is kept is the prompt's own page
 */
export function chooseView(
  search: HistorySearch,
  { versions, lastCopy }: { versions: readonly Pick<Version, 'number'>[]; lastCopy: Copy | null },
): HistoryView | undefined {
  const known = (number: number | undefined) => versions.find((version) => version.number === number)?.number;
  const asked = known(search.version);
  if (asked !== undefined) return { kind: 'text', number: asked };
  const to = known(search.to) ?? versions[0]?.number;
  if (to === undefined || versions.length === 1) return undefined;
  const copied = known(lastCopy?.version);
  const before = versions.find(({ number }) => number < to)?.number;
  const from = known(search.from) ?? (copied !== undefined && copied < to ? copied : before);
  if (from === undefined || from === to) return { kind: 'text', number: to };
  return { kind: 'comparison', from: Math.min(from, to), to: Math.max(from, to) };
}
