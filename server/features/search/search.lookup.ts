import type { Viewer } from '#server/core/sessions/viewer.ts';
import { findReadableTexts } from '../prompts/prompts.public.ts';
import { correctText } from './search.correction.ts';
import { type Postings, unpackAll } from './search.postings.ts';
import { idAt, readPostings, type SearchIndex } from './search.queries.ts';
import { type Lookup, type Matches, readMatches } from './search.ranking.ts';
import type { SearchScope, SearchSources } from './search.sources.ts';
import { type Alternative, makeTextQuery, type QueryWord, type TextQuery } from './search.terms.ts';
import { foldText, isStopWord, type SearchText, stemOf, wordsOf } from './search.text.ts';

/** What is searched; everything where absent. */
export interface TextFilters {
  topicIds?: readonly string[] | undefined;
  tierRank?: number | undefined;
  /** Of prompts in the index. */
  numbers?: ReadonlySet<number> | undefined;
}

/**
 * Gives what a text finds to `read`; where nothing has all of its words and some are misspelled, what was probably meant.
 * @returns what `read` made of it
 */
export async function findText<Result>(
  sources: SearchSources,
  text: SearchText,
  { filters, ...scope }: SearchScope & { filters: TextFilters },
  read: (matches: Matches) => Result,
): Promise<{ found: Result; terms: TextQuery['terms']; corrected: SearchText | undefined }> {
  const find = async (one: SearchText, corrected: SearchText | undefined) => {
    const { vocabulary, ...lookup } = await lookUp(sources, one, scope);
    return readMatches(lookup, filterOf(lookup.index, filters), (matches) => ({
      isFull: matches.full.length > 0,
      isEmpty: matches.full.length + matches.partial.length === 0,
      vocabulary,
      result: { found: read(matches), terms: lookup.query.terms, corrected },
    }));
  };
  const { isFull, vocabulary, result } = await find(text, undefined);
  if (scope.isExact || isFull) return result;
  const corrected = correctText(text, vocabulary);
  const instead = corrected && (await find(corrected, corrected));
  return instead && !instead.isEmpty ? instead.result : result;
}

function filterOf(
  index: SearchIndex,
  { topicIds, tierRank, numbers }: TextFilters,
): (place: number) => boolean {
  const topics = topicIds && new Set(topicIds.map((id) => index.topicIds.indexOf(id)));
  return (place) =>
    (topics?.has(index.topics[place] as number) ?? true) &&
    (tierRank === undefined || index.tiers[place] === tierRank) &&
    (numbers?.has(index.first + place) ?? true);
}

/** Reads all that is known of a text's words, from an index that is as new as what was read. */
async function lookUp(sources: SearchSources, text: SearchText, scope: SearchScope) {
  let version = 0;
  for (let isLast = false; ; isLast = true) {
    const { index, vocabulary, cache } = await sources.readIndex(version);
    const query = makeTextQuery(text, { vocabulary, ...scope });
    const known = { index, cache, readVersion: sources.readVersion };
    const postings = await readPostings(sources.db, wordsToRead(query), scope.readScope, known);
    version = postings.version;
    if (version > index.version && !isLast) continue;
    const lookup: Lookup = { index, query, postings, quoted: new Map() };
    return { ...lookup, quoted: await findQuoted(sources, scope.viewer, lookup), vocabulary };
  }
}

function wordsToRead({ terms, phrase }: TextQuery): { words: string[]; stems: string[] } {
  const alternatives = terms.flatMap((term) => term.alternatives);
  const said = [
    ...alternatives.flatMap(({ words }) => words),
    ...phrase.filter(({ word }) => !isStopWord(word)),
  ];
  const inContent = alternatives
    .filter(({ isPhrase, isTyped }) => !isPhrase || isTyped)
    .flatMap(({ words }) => words);
  return {
    words: [...new Set(said.flatMap(({ word, forms }) => [word, ...forms]))],
    stems: [...new Set(inContent.flatMap(({ stems }) => stems))],
  };
}

/** Contents that are read for a phrase; the index does not know in which order their words stand. */
const READ_CONTENTS = 1000;

/** The contents that say the phrases of a text, among those that have all words and that the viewer may read. */
async function findQuoted(
  { db }: SearchSources,
  viewer: Viewer,
  { index, query, postings }: Lookup,
): Promise<Map<Alternative, Postings>> {
  const quoted = new Map<Alternative, Postings>();
  const phrases = query.terms.flatMap(({ alternatives }) =>
    alternatives.filter(({ isPhrase, isTyped }) => isPhrase && isTyped),
  );
  for (const phrase of phrases) {
    const placed = phrase.words
      .filter(({ word }) => !isStopWord(word))
      .map(({ stems }) =>
        unpackAll(
          stems.flatMap((stem) => postings.stems.get(stem) ?? []),
          index.first,
        ),
      );
    const [first, ...others] = placed;
    if (first === undefined) continue;
    const sets = others.map((some) => new Set(some));
    // Entries of a number that a prompt had before it changed stay until the index is built anew.
    const candidates = [...first]
      .filter((posting) => (index.tiers[posting >>> 8] ?? -1) >= 0 && sets.every((set) => set.has(posting)))
      .slice(0, READ_CONTENTS);
    const ids = candidates.map((posting) => idAt(index, posting >>> 8));
    const texts = await findReadableTexts(db, ids, viewer);
    const saying = candidates.filter((_, at) => saysPhrase(texts.get(ids[at] ?? '') ?? '', phrase.words));
    quoted.set(phrase, Uint32Array.from(saying));
  }
  return quoted;
}

function saysPhrase(text: string, words: readonly QueryWord[]): boolean {
  const stems = wordsOf(foldText(text)).map(stemOf);
  return stems.some((_, at) => words.every((word, offset) => word.stems[0] === stems[at + offset]));
}
