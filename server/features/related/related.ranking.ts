import { LIMITS } from '#contract/limits.ts';
import { tellingWords } from './related.words.ts';

/** What is compared of a prompt: nothing that not everybody may see. */
export interface ComparedPrompt {
  id: string;
  topicId: string;
  title: string;
  summary: string;
}

/**
 * Other prompts looked at for one prompt, met by its rarest words first; frequent words are left out where these have
 * used it up. So a topic of a thousand imported rows costs what a hundred small topics do.
 */
const CANDIDATES = 1000;

/** More than any shared words are worth. */
const SAME_TOPIC = 1_000_000;

/**
 * The prompts of one category that are about the same: those of the same topic first, then by the words of title and
 * summary they share, of which rare ones weigh more, then by id. Prompts that share no telling word are not related.
 * @returns ids of up to four others by id, the closest first; prompts without any are in it too
 */
export function rankRelated(prompts: readonly ComparedPrompt[]): Map<string, string[]> {
  const ordered = [...prompts].sort((a, b) => (a.id < b.id ? -1 : 1));
  const holdersOfWords = indexWords(ordered);
  const scores = new Float64Array(ordered.length);
  return new Map(
    ordered.map(({ id, topicId }, place) => {
      const best = new Best();
      for (const other of meetOthers(place, holdersOfWords[place] ?? [], scores)) {
        const shared = scores[other] ?? 0;
        best.offer(other, ordered[other]?.topicId === topicId ? shared + SAME_TOPIC : shared);
        scores[other] = 0;
      }
      return [id, best.places.flatMap((other) => ordered[other]?.id ?? [])];
    }),
  );
}

/**
 * For each prompt the holders of each of its words, the rarest word first; words of one prompt alone lead nowhere and
 * are left out. Holders of one word are one array, shared.
 */
function indexWords(prompts: readonly ComparedPrompt[]): (readonly number[])[][] {
  const holdersOf = new Map<string, number[]>();
  const words = prompts.map(({ title, summary }, place) => {
    const own = tellingWords(`${title} ${summary}`);
    for (const word of own) {
      const holders = holdersOf.get(word);
      if (holders) holders.push(place);
      else holdersOf.set(word, [place]);
    }
    return own;
  });
  return words.map((own) =>
    [...own]
      .map((word) => holdersOf.get(word) ?? [])
      .filter((holders) => holders.length > 1)
      .sort((a, b) => a.length - b.length),
  );
}

/**
 * Adds to `scores` what each other prompt shares with this one.
 * @param scores all 0, by place
 * @returns the places whose score is no longer 0
 */
function meetOthers(
  place: number,
  holdersOfWords: readonly (readonly number[])[],
  scores: Float64Array,
): number[] {
  const met: number[] = [];
  let looked = 0;
  for (const holders of holdersOfWords) {
    looked += holders.length;
    if (looked > CANDIDATES) break;
    const weight = Math.log(1 + scores.length / holders.length);
    for (const other of holders) {
      if (other === place) continue;
      if (scores[other] === 0) met.push(other);
      scores[other] = (scores[other] ?? 0) + weight;
    }
  }
  return met;
}

/** The best few of many, in order; sorting all of them would take most of the time. */
class Best {
  /** By place among all prompts, which is the order of their ids. */
  readonly places: number[] = [];
  readonly #scores: number[] = [];

  offer(place: number, score: number): void {
    let at = this.places.length;
    while (at > 0 && this.#isBehind(at - 1, place, score)) at--;
    if (at === LIMITS.related) return;
    this.places.splice(at, 0, place);
    this.#scores.splice(at, 0, score);
    if (this.places.length <= LIMITS.related) return;
    this.places.pop();
    this.#scores.pop();
  }

  #isBehind(at: number, place: number, score: number): boolean {
    const own = this.#scores[at] ?? 0;
    return own === score ? (this.places[at] ?? 0) > place : own < score;
  }
}
