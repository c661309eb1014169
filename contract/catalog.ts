import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exemplarSchema } from './exemplars.ts';
import {
  booleanParam,
  countSchema,
  cursorSchema,
  idSchema,
  slugSchema,
  tierSchema,
} from './field-schemas.ts';
import { SERVER_LIMITS } from './limits.ts';
import { promptCardSchema, promptDetailSchema } from './prompts.ts';
import { promptFilters } from './search.ts';
import { LIST_SORTS, TOP_RATED_SORTS } from './sorts.ts';

const categorySchema = z.object({
  id: idSchema,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  promptCount: z.int(),
});

export type Category = z.infer<typeof categorySchema>;

/** A topic with the prompts of each tier. */
const topicSchema = categorySchema.extend({
  /** Topics of one group share a chip of this name. */
  group: z.string(),
  tiers: z.object({ basic: z.int(), advanced: z.int(), pro: z.int(), engineer: z.int() }),
});

export type Topic = z.infer<typeof topicSchema>;

const listQuery = {
  sort: z.enum(LIST_SORTS).default('popular'),
  /** Effective for signed-in members only; visitors get the whole list. */
  favoritesOnly: booleanParam.optional(),
  limit: countSchema(SERVER_LIMITS.maxListPage).optional(),
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
  scope: 'read',
  summary: 'All categories with their counted prompts.',
  response: z.array(categorySchema),
});

export const listTiers = defineEndpoint({
  method: 'GET',
  url: '/api/tiers',
  access: 'public',
  scope: 'read',
  summary: 'How many prompts of the library each tier has, lowest tier first.',
  response: z.array(z.object({ tier: tierSchema, promptCount: z.int() })),
});

export type TierCount = z.infer<typeof listTiers.response>[number];

export const getCategory = defineEndpoint({
  method: 'GET',
  url: '/api/categories/:slug',
  access: 'public',
  scope: 'read',
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
  response: z.object({ category: categorySchema, ...page }),
});

export const listTopics = defineEndpoint({
  method: 'GET',
  url: '/api/categories/:slug/topics',
  access: 'public',
  scope: 'read',
  summary: 'The topics of one category with their counted prompts.',
  params: z.object({ slug: slugSchema }),
  response: z.object({ topics: z.array(topicSchema) }),
});

export const getSample = defineEndpoint({
  method: 'GET',
  url: '/api/categories/:slug/sample',
  access: 'public',
  scope: 'read',
  summary:
    'A basic prompt of the category with its first exemplar, both whole: the library chooses it from those it features. Null when the category has none.',
  params: z.object({ slug: slugSchema }),
  response: z.object({
    sample: z.object({ prompt: promptDetailSchema, exemplar: exemplarSchema }).nullable(),
  }),
});

export type Sample = NonNullable<z.infer<typeof getSample.response>['sample']>;

export const getTopic = defineEndpoint({
  method: 'GET',
  url: '/api/topics/:categorySlug/:topicSlug',
  access: 'public',
  scope: 'read',
  summary: 'One topic and a page of its prompts.',
  params: z.object({ categorySlug: slugSchema, topicSlug: slugSchema }),
  query: z.object(listQuery),
  response: z.object({
    topic: categorySchema,
    category: categorySchema,
    ...page,
  }),
});

export const listTopRated = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/top-rated',
  access: 'public',
  scope: 'read',
  summary: 'The prompts rated 2.5 or better, best first unless sorted otherwise, of all categories.',
  query: z.object({
    ...promptFilters,
    sort: z.enum(TOP_RATED_SORTS).default('rating'),
    limit: countSchema(SERVER_LIMITS.maxListPage).optional(),
    cursor: cursorSchema.optional(),
  }),
  response: z.object(page),
});

export type CategoryPage = z.infer<typeof getCategory.response>;
