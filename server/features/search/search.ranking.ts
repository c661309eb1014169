import {
  decodeAll,
  type EncodedPostings,
  followedBy,
  type Postings,
  Scores,
  scoresByPosition,
} from './search.postings.ts';
import type { SearchIndex, WordPostings } from './search.queries.ts';
import type { Alternative, QueryWord, TextQuery } from './search.terms.ts';
import { isStopWord } from './search.text.ts';
import { lastUncrowdedKeys, scoreTopics } from './search.topics.ts';

/**
 * How well a word is matched by where it stands: in another form, as typed, and by what means the same. The names of its topic
 * and category say least of what everybody may read: all prompts in them have those.
 */
const FIELD_SCORES = { title: 1, keywords: 0.9, names: 0.2, summary: 0.35, content: 0.05 };
const FORM_SCORES = scoresByPosition(FIELD_SCORES);
const TYPED_SCORES = scoresByPosition({ ...FIELD_SCORES, title: 1.6, keywords: 1.35 });
const SYNONYM_SCORES = scoresByPosition({ ...FIELD_SCORES, title: 0.9, keywords: 0.81 });
/** Below it a word was found in the content alone. */
const MIN_PUBLIC_SCORE = 0.1;
const PHRASE_SCORES = scoresByPosition({ title: 1.5, keywords: 0.9, names: 0.2, summary: 0.25, content: 0 });
/** The name of its topic or category says the whole text. */
const NAME_SCORE = 0.5;
const POPULARITY_SCORE = 0.1;
/** Whoever finds two prompts nearly alike can use the one their tier opens. By tiers alone: no locked text moves anything. */
const READABLE_SCORE = 0.02;
/** Below it the words stand in the content alone, scattered over hundreds of others: no better than a partial match. */
const WEAK_SCORE = 0.3;
/** Of the weight of all words: a partial match that lacks no more than a quarter comes before weak ones. */
const NEARLY_FULL = 0.75;
/** Of one word less: a prompt with the word in its title comes before those of the topic that is most about it. */
const TOPIC_SHARE = { word: 0.2, words: 1.4 };
/** The score a match in a crowded topic loses, so that nearly as good ones of other topics come first. */
const CROWDED_SCORE = 0.25;

/** A text with all that was read for it. */
export interface Lookup {
  index: SearchIndex;
  query: TextQuery;
  postings: WordPostings;
  /** Where contents say phrases. */
  quoted: ReadonlyMap<Alternative, Postings>;
}

/** What a text finds, until the next search is looked up. */
export interface Matches {
  lookup: Lookup;
  /** Places of prompts that have all of the words, and of those that everybody may read some in. */
  full: Uint32Array;
  partial: Uint32Array;
  /** By ordinal: which terms match, and how well. */
  bits: Uint32Array;
  scores: Float32Array;
}

/** Memory of the searches of an index, one after the other; zero between them. */
interface Workspace {
  bits: Uint32Array;
  scores: Float32Array;
  /** Places that have a bit; then those with some of the words. */
  found: Uint32Array;
  full: Uint32Array;
  /** Of a term, and of the words of an alternative that has several. */
  best: Scores;
  words: [Scores, Scores];
}

const workspaces = new WeakMap<SearchIndex, Workspace>();

function workspaceOf(index: SearchIndex): Workspace {
  const { size } = index;
  const known = workspaces.get(index) ?? {
    bits: new Uint32Array(size),
    scores: new Float32Array(size),
    found: new Uint32Array(size),
    full: new Uint32Array(size),
    best: new Scores(size),
    words: [new Scores(size), new Scores(size)],
  };
  workspaces.set(index, known);
  return known;
}

/** Terms found by what everybody may read have another bit, so many above. */
const PUBLIC_BIT_OFFSET = 16;
const EXCLUDED = 1 << 15;

/** Finds what matches, and gives it to `read`, which must not keep it. */
export function readMatches<Result>(
  lookup: Lookup,
  isWanted: (ordinal: number) => boolean,
  read: (matches: Matches) => Result,
): Result {
  const workspace = workspaceOf(lookup.index);
  const { bits, scores } = workspace;
  const matches = splitMatches(lookup, workspace, scoreTerms(lookup, workspace), isWanted);
  try {
    return read({ lookup, ...matches, bits, scores });
  } finally {
    for (const ordinal of matches.full) bits[ordinal] = scores[ordinal] = 0;
    for (const ordinal of matches.partial) bits[ordinal] = scores[ordinal] = 0;
  }
}

/** Sums what each prompt has of the terms. @returns how many are found */
function scoreTerms(lookup: Lookup, { bits, scores, found, best, words }: Workspace): number {
  let count = 0;
  for (const [number, term] of wantedTerms(lookup.query).entries()) {
    const [inContent, inPublic] = term.isExcluded
      ? [EXCLUDED, EXCLUDED]
      : [1 << number, (1 << number) | (1 << (number + PUBLIC_BIT_OFFSET))];
    for (const alternative of term.alternatives) scoreAlternative(lookup, alternative, best, words);
    for (let i = 0; i < best.count; i++) {
      const ordinal = best.ordinals[i] as number;
      const score = best.values[ordinal] as number;
      if (bits[ordinal] === 0) found[count++] = ordinal;
      bits[ordinal] = (bits[ordinal] as number) | (score < MIN_PUBLIC_SCORE ? inContent : inPublic);
      scores[ordinal] = (scores[ordinal] as number) + term.weight * score;
    }
    best.clear();
  }
  return count;
}

/** Those to leave out behind the others. */
const wantedTerms = ({ terms }: TextQuery) => [
  ...terms.filter(({ isExcluded }) => !isExcluded),
  ...terms.filter(({ isExcluded }) => isExcluded),
];

/** Splits what was found into full and partial matches, and drops the rest. */
function splitMatches(
  { index, query }: Lookup,
  { bits, scores, found, full }: Workspace,
  count: number,
  isWanted: (ordinal: number) => boolean,
): Pick<Matches, 'full' | 'partial'> {
  const { branches, any } = neededBits(query);
  const isOnlyExcluding = query.terms.length > 0 && query.terms.every(({ isExcluded }) => isExcluded);
  const named = new Set(query.topicIds.map((id) => index.topicIds.indexOf(id)));
  let [fullCount, partialCount] = [0, 0];
  const isListed = (ordinal: number) => (index.tiers[ordinal] as number) >= 0 && isWanted(ordinal);
  if (isOnlyExcluding) {
    for (let ordinal = 0; ordinal < index.size; ordinal++)
      if (bits[ordinal] === 0 && isListed(ordinal)) full[fullCount++] = ordinal;
  }
  for (let i = 0; i < count; i++) {
    const ordinal = found[i] as number;
    const own = bits[ordinal] as number;
    const isFull = branches.some((all) => (own & all) === all);
    if (
      (own & EXCLUDED) !== 0 ||
      !(isFull || ((own >>> PUBLIC_BIT_OFFSET) & any) !== 0) ||
      !isListed(ordinal)
    ) {
      bits[ordinal] = scores[ordinal] = 0;
      continue;
    }
    const name = named.has(index.topics[ordinal] as number) ? NAME_SCORE : 0;
    scores[ordinal] =
      (scores[ordinal] as number) + name + (index.popularity[ordinal] as number) * POPULARITY_SCORE;
    if (isFull) full[fullCount++] = ordinal;
    else found[partialCount++] = ordinal;
  }
  return { full: full.subarray(0, fullCount), partial: found.subarray(0, partialCount) };
}

/** The terms that a match has all of, for each branch, and all of those. */
function neededBits(query: TextQuery): { branches: number[]; any: number } {
  const byBranch = new Map<number, number>();
  for (const [number, { branch, isOptional, isExcluded }] of wantedTerms(query).entries()) {
    if (!isExcluded) byBranch.set(branch, (byBranch.get(branch) ?? 0) | (isOptional ? 0 : 1 << number));
  }
  const branches = [...byBranch.values()].filter((bits) => bits > 0);
  return { branches, any: branches.reduce((all, bits) => all | bits, 0) };
}

function scoreAlternative(
  lookup: Lookup,
  alternative: Alternative,
  best: Scores,
  [some, next]: Workspace['words'],
): void {
  const { postings, quoted, index } = lookup;
  const { words, isPhrase, isTyped } = alternative;
  if (isPhrase) {
    best.raiseAll(findPhrase(lookup, words), isTyped ? TYPED_SCORES : SYNONYM_SCORES);
    best.raiseAll(quoted.get(alternative) ?? new Uint32Array(0), FORM_SCORES);
    return;
  }
  const [first, ...more] = words;
  if (first === undefined) return;
  if (more.length === 0) {
    scoreWord(postings, first, isTyped, best, index.first);
    return;
  }
  scoreWord(postings, first, isTyped, some, index.first);
  for (const [before, word] of more.entries()) {
    scoreWord(postings, word, isTyped, next, index.first);
    for (let i = 0; i < some.count; i++) {
      const ordinal = some.ordinals[i] as number;
      const average = some.values[ordinal] as number;
      const score = next.values[ordinal] as number;
      const least = Math.min(average, score);
      // Below, one of them stands in the content alone.
      some.values[ordinal] = least < MIN_PUBLIC_SCORE ? least : average + (score - average) / (before + 2);
    }
    next.clear();
  }
  for (let i = 0; i < some.count; i++) {
    const ordinal = some.ordinals[i] as number;
    const score = some.values[ordinal] as number;
    if (score > 0) best.raise(ordinal, score);
  }
  some.clear();
}

function scoreWord(
  postings: WordPostings,
  { word, forms, stems }: QueryWord,
  isTyped: boolean,
  scores: Scores,
  first: number,
): void {
  const raise = (lists: readonly EncodedPostings[] | undefined, table: Float32Array) => {
    for (const list of lists ?? []) scores.raiseEncoded(list, first, table);
  };
  raise(postings.words.get(word), isTyped ? TYPED_SCORES : SYNONYM_SCORES);
  for (const form of forms) raise(postings.words.get(form), isTyped ? FORM_SCORES : SYNONYM_SCORES);
  for (const stem of stems) raise(postings.stems.get(stem), FORM_SCORES);
}

/** Where public texts say words one behind the other. Words that are there for grammar may be others, when it is `loose`. */
function findPhrase({ postings, index }: Lookup, words: readonly QueryWord[], isLoose = false): Postings {
  let [start, first]: [number, Postings | undefined] = [0, undefined];
  for (const [offset, { word, forms }] of words.entries()) {
    if (isLoose && isStopWord(word)) continue;
    const list = decodeAll(
      [word, ...forms].flatMap((form) => postings.words.get(form) ?? []),
      index.first,
    );
    if (first === undefined) [start, first] = [offset, list];
    else first = followedBy(first, list, offset - start);
    if (first.length === 0) break;
  }
  return first ?? new Uint32Array(0);
}

/** Descending scores as ascending keys, behind the group, before the ordinal. */
const [SCORE_RANGE, ORDINAL_RANGE] = [2 ** 17, 2 ** 24];

export interface Ranked {
  ordinal: number;
  /** Orders all results of a text. */
  key: number;
  isPartial: boolean;
}

interface RankCall {
  hasPartial: boolean;
  after: number | undefined;
  count: number;
  /** The viewer's. */
  tierRank: number;
}

/** Up to `count` matches after a key, the best first: full ones, then nearly full ones, then weak and partial ones. */
export function rank(matches: Matches, { hasPartial, after = -1, count, tierRank }: RankCall): Ranked[] {
  const { lookup, scores } = matches;
  const { index, query } = lookup;
  const lists = hasPartial ? [matches.full, matches.partial] : [matches.full];
  const isOneWord = query.phrase.length === 0;
  const topicScores = scoreTopics(index, lists, scores, isOneWord ? TOPIC_SHARE.word : TOPIC_SHARE.words);
  const { best: phrases } = workspaceOf(index);
  if (!isOneWord) phrases.raiseAll(findPhrase(lookup, query.phrase, true), PHRASE_SCORES);
  const keyOf = (ordinal: number, isPartial: boolean, penalty = 0) => {
    const own = scores[ordinal] as number;
    const score =
      own +
      (topicScores[index.topics[ordinal] as number] as number) +
      (phrases.values[ordinal] as number) +
      ((index.tiers[ordinal] as number) <= tierRank ? READABLE_SCORE : 0);
    const isWeak =
      own < WEAK_SCORE || (isPartial && matchedShare(query, matches.bits[ordinal] as number) < NEARLY_FULL);
    const group = isWeak ? 2 : Number(isPartial);
    const place = SCORE_RANGE - 1 - Math.round(Math.max(0, score - penalty) * 10_000);
    return (group * SCORE_RANGE + place) * ORDINAL_RANGE + ordinal;
  };
  const isAmbiguous = query.topicIds.length > 1;
  const lastUncrowded = isAmbiguous ? lastUncrowdedKeys(index, matches.full, keyOf) : undefined;
  const best: Ranked[] = [];
  let last = Number.POSITIVE_INFINITY;
  for (const ordinals of lists) {
    const isPartial = ordinals === matches.partial;
    for (let i = 0; i < ordinals.length; i++) {
      const ordinal = ordinals[i] as number;
      let key = keyOf(ordinal, isPartial);
      if (lastUncrowded && key > (lastUncrowded[index.topics[ordinal] as number] as number))
        key = keyOf(ordinal, isPartial, CROWDED_SCORE);
      if (key <= after || key >= last) continue;
      insertRanked(best, { ordinal, key, isPartial }, count);
      if (best.length === count) last = (best[count - 1] as Ranked).key;
    }
  }
  phrases.clear();
  return best;
}

/** Which part of what the words tell a partial match has. */
function matchedShare(query: TextQuery, bits: number): number {
  return wantedTerms(query).reduce((sum, { isOptional, isExcluded, weight }, number) => {
    const isPublicMatch = !isExcluded && !isOptional && ((bits >>> PUBLIC_BIT_OFFSET) & (1 << number)) !== 0;
    return sum + (isPublicMatch ? weight : 0);
  }, 0);
}

function insertRanked(best: Ranked[], entry: Ranked, count: number): void {
  let index = best.length;
  while (index > 0 && (best[index - 1] as Ranked).key > entry.key) index--;
  best.splice(index, 0, entry);
  if (best.length > count) best.pop();
}

/** Whether only its content shows why a prompt is found: a term stands in nothing that everybody may read. */
export function isFoundByContent({ lookup: { query }, bits }: Matches, ordinal: number): boolean {
  const own = bits[ordinal] as number;
  return wantedTerms(query).some(
    ({ isExcluded }, number) =>
      !isExcluded && (own & (1 << number)) !== 0 && ((own >>> PUBLIC_BIT_OFFSET) & (1 << number)) === 0,
  );
}
