import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idSchema } from './field-schemas.ts';

const VOTES = ['up', 'down'] as const;

export const voteSchema = z.enum(VOTES);

export type Vote = z.infer<typeof voteSchema>;

/** Both names of the specification, always with the same value. */
export const voteFields = { vote: voteSchema.nullable(), voteType: voteSchema.nullable() };

const voteStateSchema = z.object({
  ...voteFields,
  upvotes: z.int(),
  downvotes: z.int(),
  rating: z.string(),
});

export type VoteState = z.infer<typeof voteStateSchema>;

const params = z.object({ id: idSchema });

export const setVote = defineEndpoint({
  method: 'POST',
  url: '/api/prompts/:id/vote',
  access: 'member',
  summary: 'Votes up or down, replacing my earlier vote. May be repeated.',
  params,
  body: z.strictObject({ type: voteSchema }),
  response: voteStateSchema,
});

export const removeVote = defineEndpoint({
  method: 'DELETE',
  url: '/api/prompts/:id/vote',
  access: 'member',
  summary: 'Takes my vote back. May be repeated.',
  params,
  response: voteStateSchema,
});
