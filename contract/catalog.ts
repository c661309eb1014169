import { z } from 'zod';
import { countSchema, cursorSchema, flagSchema, idSchema, slugSchema } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { promptCardSchema } from './prompts.ts';
import { LIST_SORTS } from './sorts.ts';

const shelfSchema = z.object({
  id: idSchema,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  promptCount: z.int(),
});

export type Category = z.infer<typeof shelfSchema>;
export type Topic = z.infer<typeof shelfSchema>;

const listQuery = {
  sort: z.enum(LIST_SORTS).default('popular'),
  /** Effective for signed-in members only; visitors get the whole list (RELIABILITY S7). */
  favoritesOnly: flagSchema.optional(),
  limit: countSchema(LIMITS.listPageMost).optional(),
  cursor: cursorSchema.optional(),
};

const page = {
  prompts: z.array(promptCardSchema),
  /** How many prompts the list has under these filters, over all pages. */
  total: z.int(),
  nextCursor: z.string().nullable(),
};

export const listCategories = defineEndpoint({
  method: 'GET',
  url: '/api/categories',
  access: 'public',
  summary: 'All categories with their counted prompts.',
  answer: z.array(shelfSchema),
});

export const getCategory = defineEndpoint({
  method: 'GET',
  url: '/api/categories/:slug',
  access: 'public',
  summary: 'One category and a page of its prompts.',
  params: z.object({ slug: slugSchema }),
  query: z.object({
    ...listQuery,
    topics: z
      .string()
      .max(2000, 'is too long')
      .regex(/^[a-z0-9-]+(?:,[a-z0-9-]+)*$/, 'must be topic slugs, separated by commas')
      .optional(),
  }),
  answer: z.object({ category: shelfSchema, ...page }),
});

export const listTopics = defineEndpoint({
  method: 'GET',
  url: '/api/categories/:slug/topics',
  access: 'public',
  summary: 'The topics of one category with their counted prompts.',
  params: z.object({ slug: slugSchema }),
  answer: z.object({ topics: z.array(shelfSchema) }),
});

export const getTopic = defineEndpoint({
  method: 'GET',
  url: '/api/topics/:categorySlug/:topicSlug',
  access: 'public',
  summary: 'One topic and a page of its prompts.',
  params: z.object({ categorySlug: slugSchema, topicSlug: slugSchema }),
  query: z.object(listQuery),
  answer: z.object({
    topic: shelfSchema,
    category: shelfSchema,
    ...page,
  }),
});

export type CategoryPage = z.infer<typeof getCategory.answer>;
export type TopicPage = z.infer<typeof getTopic.answer>;
