import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idSchema } from './field-schemas.ts';

/** Values for the variables of a prompt, and the output they led to. */
export const exemplarSchema = z.strictObject({
  /** By variable name; numbers as they are, everything else as text. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  model: z.string(),
  /** The day it was made, YYYY-MM-DD. */
  date: z.iso.date(),
  output: z.string(),
});

export type Exemplar = z.infer<typeof exemplarSchema>;

export const listExemplars = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id/exemplars',
  access: 'member',
  scope: 'read',
  summary:
    'The exemplars of a prompt: all of them for a Pro or Engineer member who may read the prompt; for everybody else, how many there are and how the first one begins.',
  params: z.object({ id: idSchema }),
  response: z.object({
    total: z.int(),
    /** Null when the member’s plan does not include them. */
    exemplars: z.array(exemplarSchema).nullable(),
    /** The beginning of the first output, without tables; null when there is none, or they are all there. */
    teaser: z.string().nullable(),
  }),
});

export type Exemplars = z.infer<typeof listExemplars.response>;
