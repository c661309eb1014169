import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { booleanParam, countSchema, cursorSchema, slugSchema, tierSchema } from './field-schemas.ts';
import { LIMITS, SERVER_LIMITS } from './limits.ts';
import { ownCardSchema, promptCardSchema } from './prompts.ts';
import { SEARCH_SORTS } from './sorts.ts';

/** 'all' and an empty value both mean "no filter". */
function filter<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal(['', 'all']), schema]).optional();
}

/** The range of a matched word in a text: from its first character to the one after its last. */
const matchRangeSchema = z.tuple([z.int(), z.int()]);

/** A search result: a card, the words around the match, and the ranges of the matched words. */
export const searchResultSchema = promptCardSchema.extend({
  /** Plain text: what is around a match in the prompt's text where `otherMatch` is of that, else the summary. */
  snippet: z.string(),
  titleMarks: z.array(matchRangeSchema),
  summaryMarks: z.array(matchRangeSchema),
  snippetMarks: z.array(matchRangeSchema),
  /** In the topic's name. */
  topicMarks: z.array(matchRangeSchema),
  /** Where a searched word is found that neither title, summary nor topic have. */
  otherMatch: z
    .object({
      field: z.enum(['content', 'keyword', 'category', 'description']),
      text: z.string(),
      marks: z.array(matchRangeSchema),
    })
    .nullable(),
  /** Only some of the words match: shown under "Close matches", after those that have all. */
  isPartial: z.boolean(),
});

export type SearchResult = z.infer<typeof searchResultSchema>;

/** A card in a list of a member's own that a text may narrow. */
export const listedCardSchema = ownCardSchema.extend({
  /** With a text: where its words stand. */
  match: searchResultSchema.pick({ titleMarks: true, summaryMarks: true, otherMatch: true }).optional(),
});

export type ListedCard = z.infer<typeof listedCardSchema>;

/** What a search and every list across categories can be narrowed by. */
export const promptFilters = {
  q: z
    .string()
    .optional()
    .refine(
      (text) => text === undefined || [...text.trim()].length <= LIMITS.searchTextCharacters,
      `must have at most ${LIMITS.searchTextCharacters} characters`,
    )
    .refine(
      (text) => text === undefined || (text.isWellFormed() && !text.includes('\0')),
      'holds characters that no text has',
    ),
  category: filter(slugSchema),
  tier: filter(tierSchema),
};

const filters = {
  ...promptFilters,
  exact: booleanParam
    .optional()
    .describe('`true`: the words as they are, without corrections, synonyms and half-typed words.'),
  topic: filter(slugSchema),
  favoritesOnly: booleanParam.optional(),
};

/**
 * `X-Total-Count` tells how many match in all, `Link: rel="next"` the next page, `X-Search-Corrected` the words searched
 * instead when nothing matched the ones asked for (URI-encoded).
 */
export const searchPrompts = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/search',
  access: 'public',
  scope: 'read',
  summary: 'Full-text search, grouped by category and sorted inside each group; by relevance not grouped.',
  query: z.object({
    ...filters,
    sortBy: z
      .enum(SEARCH_SORTS)
      .default('popular')
      .describe(
        '`relevance`: the best match first, not grouped by category; prompts with some of the words come after those with all, and among those that have them in their text alone.',
      ),
    limit: countSchema(SERVER_LIMITS.maxSearchPage).optional(),
    cursor: cursorSchema.optional(),
  }),
  response: z.array(searchResultSchema),
});

/** What each filter would leave of a search: a cell of every topic and tier that has a match, whatever else is filtered. */
export const searchCountsSchema = z.object({
  counts: z.array(z.object({ category: slugSchema, topic: slugSchema, tier: tierSchema, count: z.int() })),
  /** Topics whose names are the most like the text, for a search that finds nothing. */
  nearestTopics: z.array(z.object({ category: slugSchema, slug: slugSchema, name: z.string() })).max(3),
});

export type SearchCounts = z.infer<typeof searchCountsSchema>;

export const countSearch = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/search/counts',
  access: 'public',
  scope: 'read',
  summary: 'How many prompts a text matches in each topic and tier, and among my favorites when asked.',
  query: z.object({ q: filters.q, exact: filters.exact, favoritesOnly: filters.favoritesOnly }),
  response: searchCountsSchema,
});

export const requestPrompt = defineEndpoint({
  method: 'POST',
  url: '/api/prompt-requests',
  access: 'member',
  summary: 'Asks for a prompt that a search did not find. Counted once per member and text; may be repeated.',
  body: z.strictObject({ text: z.string().trim().min(2).max(LIMITS.searchTextCharacters) }),
  response: z.object({ /** Members who asked for the same. */ requests: z.int() }),
});
