import type { PromptCard } from '#contract/prompts.ts';
import type { SearchResult } from '#contract/search.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { Viewer } from '#server/core/sessions/viewer.ts';
import { findQuotedCards } from '../prompts/prompts.public.ts';
import { findMatchRanges, hasMatch, makeSnippet, prefixesOf } from './search.snippet.ts';
import type { TextQuery } from './search.terms.ts';
import { foldKeepingLength } from './search.text.ts';

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
    .map(({ words, phrases, alternatives }) => ({
      prefixes: prefixesOf(words, phrases),
      ways: alternatives.map((way) => prefixesOf(way.words.map(({ word }) => word))),
    }));
  const prefixes = [...new Set(terms.flatMap((term) => term.prefixes))];
  const partial = new Set(shown.filter(({ isPartial }) => isPartial).map(({ id }) => id));
  const quoted = shown.filter(({ isQuoted }) => isQuoted).map(({ id }) => id);
  const cards = await findQuotedCards(
    db,
    shown.map(({ id }) => id),
    quoted,
    viewer,
  );
  return cards.map(({ card, keywords, text }) => {
    // Two line breaks, over which no phrase goes.
    const shownText = foldKeepingLength([card.title, card.summary, card.topic.name].join('\n\n'));
    // "Meetings" alone does not show why "meeting notes" found it.
    const isShown = (way: readonly string[]) => way.every((prefix) => hasMatch(shownText, prefix));
    const unshown = terms.filter(({ ways }) => !ways.some(isShown)).flatMap((term) => term.prefixes);
    const otherMatch = findOtherMatch(card, keywords, text, unshown);
    // Never the description's: a caveat that ends it would stand as what the prompt is.
    const passage = otherMatch?.field === 'content' ? otherMatch.text : undefined;
    const summaryMarks = findMatchRanges(card.summary, prefixes);
    const marks = {
      titleMarks: findMatchRanges(card.title, prefixes),
      summaryMarks,
      snippetMarks: passage === undefined ? summaryMarks : findMatchRanges(passage, prefixes),
      topicMarks: findMatchRanges(card.topic.name, prefixes),
    };
    return {
      ...card,
      snippet: passage ?? card.summary,
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
  if (prefixes.length === 0) return null;
  for (const [field, text] of otherFields(card, keywords, content)) {
    const isLong = field === 'content' || field === 'description';
    const shown = isLong ? makeSnippet(text, prefixes) : text;
    const marks = findMatchRanges(shown, prefixes);
    if (marks.length > 0) return { field, text: shown, marks };
  }
  return null;
}

/** The best to show first. */
const otherFields = (card: PromptCard, keywords: readonly string[], content: string | null) => [
  ['content', content ?? ''] as const,
  ...keywords.map((keyword) => ['keyword', keyword] as const),
  ['category', card.category.name] as const,
  ['description', card.description] as const,
];
