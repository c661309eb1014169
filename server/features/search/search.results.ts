import type { PromptCard } from '#contract/prompts.ts';
import type { SearchResult } from '#contract/search.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { Viewer } from '#server/core/sessions/viewer.ts';
import { findQuotedCards } from '../prompts/prompts.public.ts';
import { findMatchRanges, hasMatch, makeSnippet, prefixesOf } from './search.snippet.ts';
import type { TextQuery } from './search.terms.ts';

/** A prompt on a page of results. */
export interface ResultEntry {
  id: string;
  /** Not all of the words match. */
  isPartial?: boolean;
  /** What is searched may stand in its text alone. */
  isQuoted?: boolean;
}

/** The cards of these prompts, with passages that show why they are found, and where the words stand. */
export async function toResults(
  db: Db,
  shown: readonly ResultEntry[],
  viewer: Viewer,
  queryTerms: TextQuery['terms'] = [],
): Promise<SearchResult[]> {
  const terms = queryTerms
    .filter((term) => !term.isExcluded)
    .map(({ words, phrases }) => prefixesOf(words, phrases));
  const prefixes = [...new Set(terms.flat())];
  const partial = new Set(shown.filter(({ isPartial }) => isPartial).map(({ id }) => id));
  const quoted = shown.filter(({ isQuoted }) => isQuoted).map(({ id }) => id);
  const cards = await findQuotedCards(
    db,
    shown.map(({ id }) => id),
    quoted,
    viewer,
  );
  return cards.map(({ card, keywords, text }) => {
    const shownTexts = [card.title, card.summary, card.topic.name];
    const unshown = terms.filter((term) => !shownTexts.some((shownText) => hasMatch(shownText, term)));
    const otherMatch = findOtherMatch(card, keywords, text, unshown.flat());
    // Never the description's: a caveat that ends it would stand as what the prompt is.
    const snippet =
      otherMatch?.field === 'content' ? otherMatch.text : makeSnippet([card.summary], prefixes, card.summary);
    const marks = {
      titleMarks: findMatchRanges(card.title, prefixes),
      summaryMarks: findMatchRanges(card.summary, prefixes),
      snippetMarks: findMatchRanges(snippet, prefixes),
      topicMarks: findMatchRanges(card.topic.name, prefixes),
    };
    return {
      ...card,
      snippet,
      ...marks,
      otherMatch,
      isPartial: partial.has(card.id),
    };
  });
}

function findOtherMatch(
  card: PromptCard,
  keywords: readonly string[],
  content: string | null,
  prefixes: readonly string[],
): SearchResult['otherMatch'] {
  const fields = [
    { field: 'content' as const, text: makeSnippet([content ?? ''], prefixes, '') },
    ...keywords.map((text) => ({ field: 'keyword' as const, text })),
    { field: 'category' as const, text: card.category.name },
    { field: 'description' as const, text: makeSnippet([card.description], prefixes, '') },
  ];
  return (
    fields
      .map((match) => ({ ...match, marks: findMatchRanges(match.text, prefixes) }))
      .find(({ marks }) => marks.length > 0) ?? null
  );
}
