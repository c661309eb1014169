import { z } from 'zod';
import { reasonSchema } from './admin-members.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  countSchema,
  cursorSchema,
  idSchema,
  slugSchema,
  storableText,
  tierSchema,
} from './field-schemas.ts';
import { LIMITS, SERVER_LIMITS } from './limits.ts';

const doneSchema = z.object({ done: z.literal(true) });
const prompt = z.object({ promptId: idSchema });

/** Which prompts: all of the library and what staff retired, or some of them. */
export const LIBRARY_FILTERS = ['featured', 'retired', 'imported', 'falling rating', 'review due'] as const;

export type LibraryFilter = (typeof LIBRARY_FILTERS)[number];

/** Without one, by title, or by what the filter is about: the most urgent first. */
export const LIBRARY_SORTS = ['title', 'rating', 'copies', 'added', 'review due'] as const;

export type LibrarySort = (typeof LIBRARY_SORTS)[number];

const voteCountsSchema = z.object({ up: z.int(), down: z.int() });

const libraryRowSchema = z.object({
  id: idSchema,
  title: z.string(),
  place: z.string(),
  tier: tierSchema,
  isFeatured: z.boolean(),
  isRetired: z.boolean(),
  isImported: z.boolean(),
  copies: z.int(),
  /** 0 to 5, the lower bound of what the votes say; null without votes. */
  rating: z.number().nullable(),
  addedOn: z.iso.date(),
  /** Votes of the last 30 days, and those from before. */
  recentVotes: voteCountsSchema,
  earlierVotes: voteCountsSchema,
  reviewDue: z.iso.date().nullable(),
});

export type LibraryRow = z.infer<typeof libraryRowSchema>;

export const findLibraryPrompts = defineEndpoint({
  method: 'GET',
  url: '/api/admin/library/prompts',
  access: 'moderator',
  summary:
    'Prompts with what staff decide by. Falling: a smaller share of votes up in the last 30 days than before. Review due: within 30 days.',
  query: z.object({
    q: storableText.max(LIMITS.searchTextCharacters).optional(),
    show: z.enum(LIBRARY_FILTERS).optional(),
    tier: tierSchema.optional(),
    sort: z.enum(LIBRARY_SORTS).optional(),
    /** Of a sort: ascending, unless this says otherwise. What has no value comes last either way. */
    order: z.enum(['asc', 'desc']).optional(),
    limit: countSchema(SERVER_LIMITS.maxListPage).optional(),
    cursor: cursorSchema.optional(),
  }),
  response: z.object({
    prompts: z.array(libraryRowSchema),
    /** All that match, on every page. */
    total: z.int(),
    nextCursor: z.string().nullable(),
  }),
});

export const setPromptFeatured = defineEndpoint({
  method: 'PUT',
  url: '/api/admin/library/prompts/:promptId/featured',
  access: 'admin',
  summary: 'Features a prompt or not, whatever its file says.',
  params: prompt,
  body: z.strictObject({ isFeatured: z.boolean(), reason: reasonSchema }),
  response: doneSchema,
});

export const setPromptRetired = defineEndpoint({
  method: 'PUT',
  url: '/api/admin/library/prompts/:promptId/retirement',
  access: 'admin',
  needsRecentSignIn: true,
  summary: 'Takes a prompt out of the library, or brings it back; 409 when its file is gone.',
  params: prompt,
  body: z.strictObject({ isRetired: z.boolean(), reason: reasonSchema }),
  response: doneSchema,
});

/** What an import takes: an export as JSON, which says where prompts go, or a CSV into one topic. */
const importFileSchema = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal('json'), text: storableText.max(LIMITS.importBytes) }),
  z.strictObject({
    format: z.literal('csv'),
    text: storableText.max(LIMITS.importBytes),
    category: slugSchema,
    topic: slugSchema,
    tier: tierSchema,
  }),
]);

export type ImportFile = z.infer<typeof importFileSchema>;

/** A line of the file, or for JSON a message that begins with a path. */
const remarkSchema = z.object({ line: z.int().optional(), message: z.string() });

const importReportSchema = z.object({
  read: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** Without a text, because the member who exported them could not read it; among the skipped ones. */
  locked: z.int(),
  /** Of type STRUCTURED, but no JSON: kept as plain text. */
  brokenJson: z.int(),
  problemCount: z.int(),
  /** The first ones of each. */
  changes: z.array(z.object({ title: z.string(), isNew: z.boolean() })),
  skips: z.array(remarkSchema),
  problems: z.array(remarkSchema),
  ignoredColumns: z.array(z.string()),
});

export type ImportResult = z.infer<typeof importReportSchema>;

export const previewImport = defineEndpoint({
  method: 'POST',
  url: '/api/admin/library/import-preview',
  access: 'admin',
  summary: 'What an import would do; nothing is written.',
  body: z.strictObject({ file: importFileSchema }),
  response: importReportSchema,
});

export const importPrompts = defineEndpoint({
  method: 'POST',
  url: '/api/admin/library/import',
  access: 'admin',
  needsRecentSignIn: true,
  summary: 'Imports every prompt of a file, or none when one of them fails. May be repeated.',
  body: z.strictObject({ file: importFileSchema, reason: reasonSchema }),
  response: importReportSchema,
});

export const REQUEST_STATES = ['open', 'done'] as const;

const requestRowSchema = z.object({
  text: z.string(),
  /** How many members asked. */
  requests: z.int(),
  lastAskedAt: z.iso.datetime(),
});

export type RequestRow = z.infer<typeof requestRowSchema>;

export const listPromptRequests = defineEndpoint({
  method: 'GET',
  url: '/api/admin/library/requests',
  access: 'moderator',
  summary: 'What members asked for because a search found nothing, the most wanted first.',
  query: z.object({ state: z.enum(REQUEST_STATES).optional() }),
  response: z.object({ requests: z.array(requestRowSchema) }),
});

export const setRequestDone = defineEndpoint({
  method: 'PUT',
  url: '/api/admin/library/requests',
  access: 'moderator',
  summary: 'Marks a request as done, or as open again. Whoever asks again opens it, too.',
  body: z.strictObject({ text: storableText.max(LIMITS.searchTextCharacters), isDone: z.boolean() }),
  response: doneSchema,
});
