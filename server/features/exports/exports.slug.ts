import { SLUG_CHARACTERS } from '#contract/slugs.ts';
import { titleSlug } from '#server/core/title-slug.ts';
import type { FullPrompt } from '../prompts/prompts.public.ts';

/** A file's name for a prompt: its own in content/, else one made of its title, and of its id, which no other has. */
export function slugOf({ slug, card }: Pick<FullPrompt, 'slug' | 'card'>): string {
  if (slug !== null) return slug;
  return `${titleSlug(card.title, SLUG_CHARACTERS - card.id.length - 1) || 'prompt'}-${card.id}`;
}
