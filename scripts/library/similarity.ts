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

/** Pairs kept at once, besides those asked for. */
const SPARE_PAIRS = 10_000;

/**
 * The pairs that share anything, most similar first. Only texts with a part in common are compared: an index leads from
 * each part to the earlier texts that have it. Titles share their small words, so nearly all pairs of them are found;
 * only the best are kept.
 * @param sets the parts of each text; `first` and `second` of a pair are positions in it
 */
export function similarPairs(sets: readonly ReadonlySet<string>[], max: number): Pair[] {
  const textsOf = new Map<string, number[]>();
  const shared = new Uint32Array(sets.length);
  let pairs: Pair[] = [];
  const best = () => pairs.sort((a, b) => b.similarity - a.similarity).slice(0, max);
  for (const [second, parts] of sets.entries()) {
    const others: number[] = [];
    for (const part of parts) {
      const texts = textsOf.get(part);
      for (const first of texts ?? []) {
        if (shared[first] === 0) others.push(first);
        shared[first] = (shared[first] ?? 0) + 1;
      }
      if (texts) texts.push(second);
      else textsOf.set(part, [second]);
    }
    for (const first of others) {
      const count = shared[first] ?? 0;
      const all = (sets[first]?.size ?? 0) + parts.size - count;
      pairs.push({ first, second, similarity: count / all });
      shared[first] = 0;
    }
    if (pairs.length > max + SPARE_PAIRS) pairs = best();
  }
  return best();
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
