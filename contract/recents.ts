import { z } from 'zod';
import { timestampSchema } from './common.ts';
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
