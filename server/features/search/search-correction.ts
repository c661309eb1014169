import type { Db } from '#server/core/database/pool.ts';
import { fold } from './fold.ts';
import { findSimilarWords, findUnknownWords, type WordCandidate } from './search.queries.ts';
import type { Reach } from './search-match.queries.ts';
import { replaceWords, type SearchText, wantedWords } from './search-text.ts';

/** More than this many words are not corrected one by one. */
const MOST_WORDS = 8;

/**
 * A text that found nothing, with every word the viewer's library lacks replaced by the likeliest word of titles,
 * summaries, descriptions and topics. Undefined when there is nothing to replace.
 */
export async function correctText(db: Db, text: SearchText, reach: Reach): Promise<SearchText | undefined> {
  const all = wantedWords(text);
  const words = all.filter((word) => /^\p{L}{3,40}$/u.test(word)).slice(0, MOST_WORDS);
  const unknown = await findUnknownWords(
    db,
    words.map((word) => justThis(word, word === all.at(-1))),
    reach,
  );
  const replacements = new Map<string, string>();
  for (const index of unknown) {
    const word = words[index] ?? '';
    const folded = fold(word);
    const best = likeliest(folded, await findSimilarWords(db, folded, slips(folded)));
    if (best !== undefined) replacements.set(word, best);
  }
  return replacements.size > 0 ? replaceWords(text, replacements) : undefined;
}

/** A phrase of one word is never taken for the beginning of another; the last word may be one. */
function justThis(word: string, isLast: boolean): SearchText {
  return { terms: [{ words: [word], isPhrase: !isLast, isExcluded: false, isAlternative: false }] };
}

function likeliest(word: string, candidates: readonly WordCandidate[]): string | undefined {
  const most = word.length <= 4 ? 1 : word.length <= 7 ? 2 : 3;
  const near = candidates
    .map((candidate) => ({ ...candidate, distance: editDistance(word, candidate.word) }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .sort((a, b) => a.distance - b.distance || b.similarity - a.similarity || b.prompts - a.prompts);
  return near[0]?.word;
}

/** The word with two neighbours swapped or one letter left out: slips that share too few trigrams. */
function slips(word: string): string[] {
  const made: string[] = [];
  for (let at = 0; at < word.length; at++) {
    made.push(word.slice(0, at) + word.slice(at + 1));
    if (at > 0) made.push(word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1));
  }
  return made;
}

/** Letters added, dropped, changed or swapped with a neighbour (optimal string alignment). */
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
