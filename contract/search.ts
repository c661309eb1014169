import { z } from 'zod';
import { countSchema, cursorSchema, flagSchema, slugSchema, tierSchema } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { promptCardSchema } from './prompts.ts';
import { SEARCH_SORTS } from './sorts.ts';

/** 'all' and an empty value both mean "no filter" (SPEC section 5). */
function filter<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal(['', 'all']), schema]).optional();
}

/** A search result: a card and, where the text matched, the words around the match. */
export const searchResultSchema = promptCardSchema.extend({
  /** Plain text around the first match; the description when nothing better is readable (DECISIONS 15). */
  snippet: z.string(),
});

export type SearchResult = z.infer<typeof searchResultSchema>;

/**
 * `X-Total-Count` tells how many match in all, `Link: rel="next"` the next page, and
 * `X-Search-Corrected` the words searched instead when nothing matched the ones asked for (URI-encoded).
 */
export const searchPrompts = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/search',
  access: 'public',
  summary: 'Full-text search, grouped by category and sorted inside each group; by relevance not grouped.',
  query: z.object({
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
    topic: filter(slugSchema),
    tier: filter(tierSchema),
    sortBy: z
      .enum(SEARCH_SORTS)
      .default('popular')
      .describe('`relevance`: the best match first, not grouped by category; hits in titles come first.'),
    favoritesOnly: flagSchema.optional(),
    limit: countSchema(LIMITS.searchPageMost).optional(),
    cursor: cursorSchema.optional(),
  }),
  answer: z.array(searchResultSchema),
});
