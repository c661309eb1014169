import { z } from 'zod';
import { idSchema, timestampSchema } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { promptCardSchema } from './prompts.ts';

const recentsSchema = z.object({
  /** Nothing new is remembered while paused; what is there stays. */
  isPaused: z.boolean(),
  prompts: z.array(promptCardSchema.extend({ lastUsedAt: timestampSchema })),
});

export type Recents = z.infer<typeof recentsSchema>;

export const listRecents = defineEndpoint({
  method: 'GET',
  url: '/api/user/recents',
  access: 'member',
  summary: 'The prompts I opened or copied, last use first; at most 100.',
  answer: recentsSchema,
});

/** Reading a prompt's text tells nothing: it may be fetched ahead, or be shown again from what is here already. */
export const addRecent = defineEndpoint({
  method: 'PUT',
  url: '/api/user/recents/:id',
  access: 'member',
  summary: 'Remembers that I opened a prompt, first among the recent ones; may be repeated.',
  params: z.object({ id: idSchema }),
  answer: z.object({
    /** Null while paused: it was not remembered. */
    lastUsedAt: timestampSchema.nullable(),
  }),
});

export type RecentUse = z.infer<typeof addRecent.answer>;

export const setRecentsPaused = defineEndpoint({
  method: 'PUT',
  url: '/api/user/recents',
  access: 'member',
  summary: 'Pauses or resumes remembering.',
  body: z.strictObject({ isPaused: z.boolean() }),
  answer: recentsSchema,
});

export const clearRecents = defineEndpoint({
  method: 'DELETE',
  url: '/api/user/recents',
  access: 'member',
  summary: 'Forgets what I opened and copied.',
  answer: recentsSchema,
});
