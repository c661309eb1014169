import { z } from 'zod';

/** RFC 9457 plus `message`, which the specification's client reads. Never empty. */
export const problemSchema = z.object({
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  message: z.string(),
});

export type Problem = z.infer<typeof problemSchema>;
