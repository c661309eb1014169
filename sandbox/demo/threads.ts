import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const commentSchema = z.strictObject({
  by: z.string(),
  daysAgo: z.number().positive().max(28),
  text: z.string().min(1),
  upvotes: z.int().min(0).default(0),
});

const threadSchema = commentSchema.extend({ replies: z.array(commentSchema).default([]) });

const threadsSchema = z.record(z.string(), z.array(threadSchema));

/** Threads by the slug of their prompt. */
export type DemoThreads = z.infer<typeof threadsSchema>;

export async function readThreads(): Promise<DemoThreads> {
  return threadsSchema.parse(parse(await readFile(join(import.meta.dirname, 'threads.yaml'), 'utf8')));
}
