import { SERVER_LIMITS } from '#contract/limits.ts';
import { keywordsOf } from './related.keywords.ts';

/** The fields that are compared: only those everybody may see. */
export interface ComparedPrompt {
  id: string;
  topicId: string;
  title: string;
  summary: string;
}

/**
 * Other prompts compared with one prompt, those of its rarest words first; frequent words are ignored once the limit is
 * reached. So a topic of a thousand imported rows costs what a hundred small topics do.
 */
const MAX_CANDIDATES = 1000;

/** More than any shared words score. */
const SAME_TOPIC_BONUS = 1_000_000;

/**
 * For each prompt of a category the most similar ones: those of the same topic first, then by the words of title and
 * summary they share, of which rare ones weigh more, then by id. Prompts that share no keyword are not related.
 * @returns ids of up to four others by id, the closest first; prompts without any are in it too
 */
export function rankRelated(prompts: readonly ComparedPrompt[]): Map<string, string[]> {
  const ordered = [...prompts].sort((a, b) => (a.id < b.id ? -1 : 1));
  const holdersOfWords = indexWords(ordered);
  const scores = new Float64Array(ordered.length);
  return new Map(
    ordered.map(({ id, topicId }, position) => {
      const best = new Best();
      for (const other of scoreOthers(position, holdersOfWords[position] ?? [], scores)) {
        const shared = scores[other] ?? 0;
        best.offer(other, ordered[other]?.topicId === topicId ? shared + SAME_TOPIC_BONUS : shared);
        scores[other] = 0;
      }
      return [id, best.positions.flatMap((other) => ordered[other]?.id ?? [])];
    }),
  );
}

/**
 * For each prompt, the prompts that have each of its words, the rarest word first; words of a single prompt are left
 * out. Prompts with the same word share one array.
 */
function indexWords(prompts: readonly ComparedPrompt[]): (readonly number[])[][] {
  const holdersOf = new Map<string, number[]>();
  const words = prompts.map(({ title, summary }, position) => {
    const own = keywordsOf(`${title} ${summary}`);
    for (const word of own) {
      const holders = holdersOf.get(word);
      if (holders) holders.push(position);
      else holdersOf.set(word, [position]);
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
 * @param scores all 0, by position
 * @returns the positions whose score is no longer 0
 */
function scoreOthers(
  position: number,
  holdersOfWords: readonly (readonly number[])[],
  scores: Float64Array,
): number[] {
  const met: number[] = [];
  let looked = 0;
  for (const holders of holdersOfWords) {
    looked += holders.length;
    if (looked > MAX_CANDIDATES) break;
    const weight = Math.log(1 + scores.length / holders.length);
    for (const other of holders) {
      if (other === position) continue;
      if (scores[other] === 0) met.push(other);
      scores[other] = (scores[other] ?? 0) + weight;
    }
  }
  return met;
}

/** The best few of many, in order; sorting all of them would take most of the time. */
class Best {
  /** By position among all prompts, which is the order of their ids. */
  readonly positions: number[] = [];
  readonly #scores: number[] = [];

  offer(position: number, score: number): void {
    let index = this.positions.length;
    while (index > 0 && this.#isBehind(index - 1, position, score)) index--;
    if (index === SERVER_LIMITS.related) return;
    this.positions.splice(index, 0, position);
    this.#scores.splice(index, 0, score);
    if (this.positions.length <= SERVER_LIMITS.related) return;
    this.positions.pop();
    this.#scores.pop();
  }

  #isBehind(index: number, position: number, score: number): boolean {
    const own = this.#scores[index] ?? 0;
    return own === score ? (this.positions[index] ?? 0) > position : own < score;
  }
}
