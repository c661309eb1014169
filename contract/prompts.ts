import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { problemSchema } from './errors.ts';
import { countSchema, idSchema, MAX_VERSION, tierSchema, timestampSchema } from './field-schemas.ts';

const catalogEntrySchema = z.object({ id: idSchema, name: z.string(), slug: z.string() });

/** A prompt as lists and search show it. Never carries `content`. */
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
  category: catalogEntrySchema,
  topic: catalogEntrySchema,
});

export type PromptCard = z.infer<typeof promptCardSchema>;

/** A member's copy of a prompt: which version, on which day (YYYY-MM-DD, in UTC). */
export const copySchema = z.object({ version: z.int(), day: z.iso.date() });

export type Copy = z.infer<typeof copySchema>;

/** A card in a list of a member's own. */
export const ownCardSchema = promptCardSchema.extend({
  /** The last copy I made of it, where the prompt has changed since. */
  changedSinceCopy: copySchema.nullable(),
});

export type OwnCard = z.infer<typeof ownCardSchema>;

const VARIABLE_TYPES = ['text', 'long-text', 'number', 'choice', 'date'] as const;

export const variableSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be lower-case letters, digits and _, at most 40, a letter first'),
  label: z.string().min(2).max(80),
  type: z.enum(VARIABLE_TYPES),
  required: z.boolean().optional(),
  default: z.union([z.string().max(400), z.number()]).optional(),
  options: z.array(z.string().min(1).max(80)).min(2).max(8).optional(),
  help: z.string().max(160).optional(),
});

export type Variable = z.infer<typeof variableSchema>;

/** Named so that a reader can find it: who published it, where, or both. */
export const sourceSchema = z.strictObject({
  title: z.string(),
  publisher: z.string().optional(),
  url: z.string().optional(),
  year: z.int(),
});

export type Source = z.infer<typeof sourceSchema>;

/** What a prompt's own page has beyond a card, locked or not. */
const promptMetadataSchema = promptCardSchema.extend({
  /** Words that people search by and the title does not say. */
  keywords: z.array(z.string()),
  /** The sources of its text. */
  sources: z.array(sourceSchema),
  /** Days, YYYY-MM-DD: when it was last judged, and when that is to happen again. */
  reviewed: z.iso.date().nullable(),
  reviewDue: z.iso.date().nullable(),
  /** From 1; rises with every change of title, text or variables. */
  version: z.int(),
  /** Versions before it are kept: there is something to compare it with. */
  hasHistory: z.boolean(),
});

export type PromptMetadata = z.infer<typeof promptMetadataSchema>;

/** What says where a text comes from and how old it is. */
export type Provenance = Pick<
  PromptMetadata,
  'sources' | 'reviewed' | 'reviewDue' | 'version' | 'hasHistory'
>;

export const promptDetailSchema = promptMetadataSchema.extend({
  content: z.string(),
  variables: z.array(variableSchema),
});

export type PromptDetail = z.infer<typeof promptDetailSchema>;

/** The 403 of a prompt above the member's tier: everything but its text. */
export const lockedPromptSchema = problemSchema.extend({ prompt: promptMetadataSchema });

export type LockedPrompt = z.infer<typeof lockedPromptSchema>;

export const getPrompt = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id',
  access: 'member',
  scope: 'read',
  summary:
    'One prompt with its text; 401 for visitors, 403 above the member’s tier. Does not change the recent prompts.',
  params: z.object({ id: idSchema }),
  response: promptDetailSchema,
});

export const getPromptCard = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id/card',
  access: 'public',
  scope: 'read',
  summary: 'The public card of a prompt: what lists show of it, never its text.',
  params: z.object({ id: idSchema }),
  response: promptCardSchema,
});

export const copyPrompt = defineEndpoint({
  method: 'POST',
  url: '/api/prompts/:id/copy',
  access: 'member',
  scope: 'copy',
  summary: 'Counts a copy, once per member, prompt and UTC day, and remembers its version; may be repeated.',
  params: z.object({ id: idSchema }),
  query: z.object({
    version: countSchema(MAX_VERSION)
      .optional()
      .describe('The one that was copied; the current one when absent.'),
  }),
  response: z.object({ copyCount: z.int() }),
});
