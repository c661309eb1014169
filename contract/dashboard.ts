import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { timestampSchema } from './field-schemas.ts';
import { promptCardSchema } from './prompts.ts';

/** As much of a card as a tile shows. */
const tileSchema = promptCardSchema.pick({
  id: true,
  title: true,
  summary: true,
  tier: true,
  isLocked: true,
  upvotes: true,
  copyCount: true,
  favoriteCount: true,
  createdAt: true,
  category: true,
  topic: true,
});

export type PromptTile = z.infer<typeof tileSchema>;

const recentTileSchema = tileSchema.extend({ lastUsedAt: timestampSchema });

export const getDashboard = defineEndpoint({
  method: 'GET',
  url: '/api/user/dashboard',
  access: 'member',
  summary:
    'What my dashboard shows of the library: prompts to continue with, new, popular and featured ones.',
  response: z.object({
    /** The last ones I used. */
    recent: z.array(recentTileSchema),
    /** I have copied a prompt. */
    hasCopied: z.boolean(),
    /** None of `recent`. */
    newest: z.array(tileSchema),
    /** How many of the library are less than seven days old, besides those. */
    newThisWeek: z.int(),
    /** In the categories I use most, and not used or kept by me yet; of all categories before I use any. */
    popular: z.array(tileSchema),
    isPopularMine: z.boolean(),
    /** Another one each day; null where nothing is featured that I do not know. */
    featured: tileSchema.nullable(),
  }),
});

export type Dashboard = z.infer<typeof getDashboard.response>;
