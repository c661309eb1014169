import { z } from 'zod';
import { exemplarSchema } from '#contract/exemplars.ts';
import { idSchema } from '#contract/field-schemas.ts';
import { type PromptCard, promptCardSchema, variableSchema } from '#contract/prompts.ts';

export const promptId = idSchema.describe(
  'The id of a prompt, as search_prompts and list_favorites give it.',
);

/** What a model may know of any prompt, readable or not. */
export const summarySchema = promptCardSchema
  .pick({ id: true, title: true, summary: true, tier: true, isLocked: true, rating: true, copyCount: true })
  .extend({
    category: z.string().describe('Its slug, for search_prompts.'),
    topic: z.string().describe('Its slug, for search_prompts.'),
    url: z.string().describe('Its page, for people.'),
  });

export type Summary = z.infer<typeof summarySchema>;

export const promptSchema = summarySchema.extend({
  description: z.string(),
  version: z.int(),
  text: z.string().nullable().describe('With [name] where a variable belongs. Null when locked.'),
  variables: z.array(variableSchema),
  exemplars: z.array(exemplarSchema).describe('Values and the output they led to, for Pro and engineer.'),
  upgrade: z.string().nullable().describe('For a locked prompt: which plan opens it.'),
});

export function toSummary(card: PromptCard, publicUrl: string): Summary {
  const { id, title, summary, tier, isLocked, rating, copyCount, category, topic } = card;
  const url = `${publicUrl}/prompt/${id}`;
  return {
    id,
    title,
    summary,
    tier,
    isLocked,
    rating,
    copyCount,
    category: category.slug,
    topic: topic.slug,
    url,
  };
}
