import type { PaletteItem } from './palette-item.ts';

/** The items whose label or other words hold every word typed, at the start of a word before elsewhere; all of them for none. */
export function filterItems(items: readonly PaletteItem[], text: string, max: number): PaletteItem[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return items.slice(0, max);
  const ranked = items.flatMap((item) => {
    const label = fold(`${item.label} ${item.words ?? ''}`);
    if (!words.every((word) => label.includes(word))) return [];
    const isAtStart = words.every((word) => label.startsWith(word) || label.includes(` ${word}`));
    return [{ item, rank: isAtStart ? 0 : 1 }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, max)
    .map(({ item }) => item);
}

/** Shorter beginnings of other words than the label's say too little. */
const MIN_LETTERS = 3;

/** The items that a text names: their label begins with it or has all of it as words, or one of their other words begins with it; none for none. */
export function namedItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const name = fold(text.trim());
  if (name === '') return [];
  return items.filter((item) => {
    const label = fold(item.label);
    return (
      label.startsWith(name) ||
      ` ${label} `.includes(` ${name} `) ||
      (name.length >= MIN_LETTERS && ` ${fold(item.words ?? '')}`.includes(` ${name}`))
    );
  });
}

/** Without accents and case, so that what is easy to type finds what is not. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Groups without items are left out; an item stands in the first group that has it. */
export function withoutDuplicates<Group extends { items: readonly PaletteItem[] }>(
  groups: readonly Group[],
): Group[] {
  const seen = new Set<string>();
  return groups.flatMap((group) => {
    const items = group.items.filter(({ id }) => !seen.has(id));
    for (const { id } of items) seen.add(id);
    return items.length > 0 ? [{ ...group, items }] : [];
  });
}
