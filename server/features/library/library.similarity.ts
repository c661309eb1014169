/** Two texts and how much they share: 0 nothing, 1 everything (Jaccard index of their parts). */
export interface Pair {
  first: number;
  second: number;
  similarity: number;
}

const SHINGLE_WORDS = 5;

/** Every run of five words, lower case and without punctuation. A shorter text is one run. */
export function shingles(text: string): Set<string> {
  const words = wordsOf(text);
  const found = new Set<string>();
  for (let start = 0; start + SHINGLE_WORDS <= words.length; start++) {
    found.add(words.slice(start, start + SHINGLE_WORDS).join(' '));
  }
  if (found.size === 0 && words.length > 0) found.add(words.join(' '));
  return found;
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * The pairs that share anything, most alike first. Only texts with a part in common are ever compared: the
 * index leads from each part to its texts, so a thousand texts take milliseconds, not half a million comparisons.
 * @param sets the parts of each text; `first` and `second` of a pair are positions in it
 */
export function similarPairs(sets: readonly ReadonlySet<string>[], most: number): Pair[] {
  const textsOf = new Map<string, number[]>();
  for (const [text, parts] of sets.entries()) {
    for (const part of parts) {
      const texts = textsOf.get(part);
      if (texts) texts.push(text);
      else textsOf.set(part, [text]);
    }
  }
  const shared = new Map<number, number>();
  for (const texts of textsOf.values()) {
    for (const [position, second] of texts.entries()) {
      for (const first of texts.slice(0, position)) {
        const pair = first * sets.length + second;
        shared.set(pair, (shared.get(pair) ?? 0) + 1);
      }
    }
  }
  const size = (text: number) => sets[text]?.size ?? 0;
  return [...shared]
    .map(([pair, count]) => {
      const first = Math.floor(pair / sets.length);
      const second = pair % sets.length;
      return { first, second, similarity: count / (size(first) + size(second) - count) };
    })
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, most);
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
