import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { countSchema, cursorSchema, idSchema, timestampSchema } from './field-schemas.ts';
import { SERVER_LIMITS } from './limits.ts';
import { listedCardSchema, promptFilters } from './search.ts';
import { RECENT_SORTS } from './sorts.ts';

const recentCardSchema = listedCardSchema.extend({ lastUsedAt: timestampSchema });

export type RecentCard = z.infer<typeof recentCardSchema>;

const recentsSchema = z.object({
  /** Nothing new is remembered while paused; what is there stays. */
  isPaused: z.boolean(),
  prompts: z.array(recentCardSchema),
  /** How many there are under these filters, over all pages. */
  total: z.int(),
  nextCursor: z.string().nullable(),
});

export type Recents = z.infer<typeof recentsSchema>;

export const listRecents = defineEndpoint({
  method: 'GET',
  url: '/api/user/recents',
  access: 'member',
  summary: 'The last 100 prompts I opened or copied, last use first unless sorted otherwise.',
  query: z.object({
    ...promptFilters,
    sort: z.enum(RECENT_SORTS).default('used'),
    limit: countSchema(SERVER_LIMITS.maxListPage).optional(),
    cursor: cursorSchema.optional(),
  }),
  response: recentsSchema,
});

/** Fetching a prompt is no proof that it was opened: it may be prefetched, or shown from a cache. */
export const addRecent = defineEndpoint({
  method: 'PUT',
  url: '/api/user/recents/:id',
  access: 'member',
  summary: 'Remembers that I opened a prompt, first among the recent ones; may be repeated.',
  params: z.object({ id: idSchema }),
  response: z.object({
    /** Null while paused: it was not remembered. */
    lastUsedAt: timestampSchema.nullable(),
  }),
});

export const setRecentsPaused = defineEndpoint({
  method: 'PUT',
  url: '/api/user/recents',
  access: 'member',
  summary: 'Pauses or resumes remembering.',
  body: z.strictObject({ isPaused: z.boolean() }),
  response: recentsSchema,
});

export const removeRecent = defineEndpoint({
  method: 'DELETE',
  url: '/api/user/recents/:id',
  access: 'member',
  summary: 'Forgets that I opened or copied one prompt; may be repeated.',
  params: z.object({ id: idSchema }),
  response: z.object({ isRemoved: z.literal(true) }),
});

/** For Undo: another opening would put it first, and is not recorded while the list is paused. */
export const restoreRecent = defineEndpoint({
  method: 'PUT',
  url: '/api/user/recents/:id/last-use',
  access: 'member',
  summary: 'Puts a prompt I removed from the recent ones back to where it was; may be repeated.',
  params: z.object({ id: idSchema }),
  body: z.strictObject({ lastUsedAt: timestampSchema }),
  response: z.object({ isRestored: z.literal(true) }),
});

export const clearRecents = defineEndpoint({
  method: 'DELETE',
  url: '/api/user/recents',
  access: 'member',
  summary: 'Forgets what I opened and copied.',
  response: recentsSchema,
});
