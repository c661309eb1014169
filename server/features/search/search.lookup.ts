import type { Viewer } from '#server/core/sessions/viewer.ts';
import { findReadableTexts } from '../prompts/prompts.public.ts';
import { correctText } from './search.correction.ts';
import { decodeAll, type Postings } from './search.postings.ts';
import { promptIdAt, readPostings, type SearchIndex } from './search.queries.ts';
import { type Lookup, type Matches, readMatches } from './search.ranking.ts';
import type { SearchScope, SearchSources } from './search.sources.ts';
import { type Alternative, makeTextQuery, type QueryWord, type TextQuery } from './search.terms.ts';
import { foldText, isStopWord, type SearchText, stemOf, tokenize } from './search.text.ts';

/** What is searched; everything where absent. */
export interface TextFilters {
  topicIds?: readonly string[] | undefined;
  tierRank?: number | undefined;
  /** Of prompts in the index. */
  numbers?: ReadonlySet<number> | undefined;
}

/**
 * Gives what a text finds to `read`; where some of its words are misspelled and nothing has all, or only by accident,
 * what was probably meant.
 * @returns what `read` made of it
 */
export async function findText<Result>(
  sources: SearchSources,
  text: SearchText,
  { filters, ...scope }: SearchScope & { filters: TextFilters },
  read: (matches: Matches) => Result,
): Promise<{ found: Result; terms: TextQuery['terms']; corrected: SearchText | undefined }> {
  const find = async (searchText: SearchText, corrected: SearchText | undefined) => {
    const { vocabulary, ...lookup } = await lookUp(sources, searchText, scope);
    return readMatches(lookup, filterOf(lookup.index, filters), (matches) => ({
      isFull: matches.full.length > 0,
      isEmpty: matches.full.length + matches.partial.length === 0,
      vocabulary,
      result: { found: read(matches), terms: lookup.query.terms, corrected },
    }));
  };
  const { isFull, vocabulary, result } = await find(text, undefined);
  if (scope.isExact) return result;
  const corrected = correctText(text, vocabulary, isFull);
  const correctedResult = corrected && (await find(corrected, corrected));
  return correctedResult && !correctedResult.isEmpty ? correctedResult.result : result;
}

function filterOf(
  index: SearchIndex,
  { topicIds, tierRank, numbers }: TextFilters,
): (ordinal: number) => boolean {
  const topics = topicIds && new Set(topicIds.map((id) => index.topicIds.indexOf(id)));
  return (ordinal) =>
    (topics?.has(index.topics[ordinal] as number) ?? true) &&
    (tierRank === undefined || index.tiers[ordinal] === tierRank) &&
    (numbers?.has(index.first + ordinal) ?? true);
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
  const candidates = [
    ...alternatives.flatMap(({ words }) => words),
    ...phrase.filter(({ word }) => !isStopWord(word)),
  ];
  const inContent = alternatives
    .filter(({ isPhrase, isTyped }) => !isPhrase || isTyped)
    .flatMap(({ words }) => words);
  return {
    words: [...new Set(candidates.flatMap(({ word, forms }) => [word, ...forms]))],
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
    const stemPostings = phrase.words
      .filter(({ word }) => !isStopWord(word))
      .map(({ stems }) =>
        decodeAll(
          stems.flatMap((stem) => postings.stems.get(stem) ?? []),
          index.first,
        ),
      );
    const [first, ...others] = stemPostings;
    if (first === undefined) continue;
    const sets = others.map((numbers) => new Set(numbers));
    // Entries of a number that a prompt had before it changed stay until the index is built anew.
    const candidates = [...first]
      .filter((posting) => (index.tiers[posting >>> 8] ?? -1) >= 0 && sets.every((set) => set.has(posting)))
      .slice(0, READ_CONTENTS);
    const ids = candidates.map((posting) => promptIdAt(index, posting >>> 8));
    const texts = await findReadableTexts(db, ids, viewer);
    const matching = candidates.filter((_, at) =>
      containsPhrase(texts.get(ids[at] ?? '') ?? '', phrase.words),
    );
    quoted.set(phrase, Uint32Array.from(matching));
  }
  return quoted;
}

function containsPhrase(text: string, words: readonly QueryWord[]): boolean {
  const stems = tokenize(foldText(text)).map(stemOf);
  return stems.some((_, start) => words.every((word, offset) => word.stems[0] === stems[start + offset]));
}
