import { END, writeDocument } from '../library/library.access.ts';
import type { FullPrompt } from '../prompts/prompts.access.ts';
import type { FileFormat } from './exports.formats.ts';
import { slugOf } from './exports.slug.ts';

/** Documents as in content/, which loads them unchanged, and a last line that tells a whole file from one cut off. */
export const MARKDOWN: FileFormat = {
  type: 'text/markdown; charset=utf-8',
  extension: 'md',
  head: '',
  tail: `${END}\n`,
  write: (prompt, index) => `${index > 0 ? '\n' : ''}${document(prompt)}`,
};

function document({ card, slug, text }: FullPrompt): string {
  const { title, summary, description, tier, featured, createdAt } = card;
  return writeDocument({
    slug: slugOf({ slug, card }),
    ...(slug === null ? { id: card.id } : {}),
    category: card.category.slug,
    topic: card.topic.slug,
    title,
    summary,
    description,
    tier,
    featured,
    created: createdAt,
    text,
  });
}
