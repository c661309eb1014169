import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idSchema } from './field-schemas.ts';
import { voteFields } from './votes.ts';

const interactionSchema = z.object({ isFavorited: z.boolean(), ...voteFields });

/** What I did with one prompt. */
export type Interaction = z.infer<typeof interactionSchema>;

export const getInteraction = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id/interactions',
  access: 'member',
  summary: 'My favorite and vote on one prompt.',
  params: z.object({ id: idSchema }),
  response: interactionSchema,
});

export const listInteractions = defineEndpoint({
  method: 'GET',
  url: '/api/user/interactions',
  access: 'member',
  summary: 'All my favorites and votes, keyed by prompt id.',
  response: z.record(idSchema, interactionSchema),
});
