import { z } from 'zod';
import { countSchema, cursorSchema, idSchema, tierSchema, timestampSchema } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { problemSchema } from './errors.ts';
import { LIMITS } from './limits.ts';

const placeSchema = z.object({ id: idSchema, name: z.string(), slug: z.string() });

/** A prompt as lists and search show it. Never carries `content` (DECISIONS 14). */
export const promptCardSchema = z.object({
  id: idSchema,
  title: z.string(),
  summary: z.string(),
  description: z.string(),
  tier: tierSchema,
  featured: z.boolean(),
  /** True when the viewer's tier does not reach the prompt's; visitors count as basic. */
  isLocked: z.boolean(),
  upvotes: z.int(),
  downvotes: z.int(),
  copyCount: z.int(),
  favoriteCount: z.int(),
  commentCount: z.int(),
  rating: z.string(),
  createdAt: timestampSchema,
  createdBy: z.string(),
  category: placeSchema,
  topic: placeSchema,
});

export type PromptCard = z.infer<typeof promptCardSchema>;

export const VARIABLE_TYPES = ['text', 'long-text', 'number', 'choice', 'date'] as const;

export const variableSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  label: z.string().min(2).max(80),
  type: z.enum(VARIABLE_TYPES),
  required: z.boolean().optional(),
  default: z.union([z.string().max(400), z.number()]).optional(),
  options: z.array(z.string().min(1).max(80)).min(2).max(8).optional(),
  help: z.string().max(160).optional(),
});

export type Variable = z.infer<typeof variableSchema>;

export const promptDetailSchema = promptCardSchema.extend({
  content: z.string(),
  variables: z.array(variableSchema),
});

export type PromptDetail = z.infer<typeof promptDetailSchema>;

/** The 403 of a prompt above the member's tier: everything but its text (DECISIONS 12). */
export const lockedPromptSchema = problemSchema.extend({ prompt: promptCardSchema });

export type LockedPrompt = z.infer<typeof lockedPromptSchema>;

export const getPrompt = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id',
  access: 'member',
  summary: 'One prompt with its text; 401 for visitors, 403 above the member’s tier. Remembers nothing.',
  params: z.object({ id: idSchema }),
  answer: promptDetailSchema,
});

export const copyPrompt = defineEndpoint({
  method: 'POST',
  url: '/api/prompts/:id/copy',
  access: 'member',
  summary: 'Counts a copy, once per member, prompt and UTC day; may be repeated.',
  params: z.object({ id: idSchema }),
  answer: z.object({ copyCount: z.int() }),
});

export const listTopRated = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/top-rated',
  access: 'public',
  summary: 'The prompts with a rating above 0, best first, of all categories.',
  query: z.object({ limit: countSchema(LIMITS.listPageMost).optional(), cursor: cursorSchema.optional() }),
  answer: z.object({ prompts: z.array(promptCardSchema), total: z.int(), nextCursor: z.string().nullable() }),
});
