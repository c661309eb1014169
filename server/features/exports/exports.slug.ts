import { SLUG_CHARACTERS } from '#contract/slugs.ts';
import type { FullPrompt } from '../prompts/prompts.public.ts';

/** A file's name for a prompt: its own in content/, else one made of its title, and of its id, which no other has. */
export function slugOf({ slug, card }: Pick<FullPrompt, 'slug' | 'card'>): string {
  if (slug !== null) return slug;
  const words = card.title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_CHARACTERS - card.id.length - 1)
    .replace(/^-+|-+$/g, '');
  return `${words || 'prompt'}-${card.id}`;
}
