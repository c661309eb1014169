import { z } from 'zod';
import { tierSchema } from '#contract/field-schemas.ts';

/** What an open bill comes to, and the plan of it, for mail; null in mail of earlier versions. */
export const dueSchema = z
  .object({ tier: tierSchema, cents: z.int(), currency: z.string() })
  .nullable()
  .default(null);

export type Due = NonNullable<z.infer<typeof dueSchema>>;
