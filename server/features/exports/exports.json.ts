import type { ExportedPrompt, FileFormat } from './exports.file.ts';
import { slugOf } from './exports.slug.ts';

/** Everything, exemplars included, for programs. */
export const JSON_FILE: FileFormat = {
  type: 'application/json; charset=utf-8',
  extension: 'json',
  head(collection) {
    const header = collection === undefined ? '' : `"collection":${JSON.stringify(collection)},`;
    return `{"format":"promptarium","version":1,${header}"prompts":[\n`;
  },
  tail: '\n]}\n',
  write: (prompt, index) => `${index > 0 ? ',\n' : ''}${JSON.stringify(entry(prompt))}`,
};

function entry({ card, redirects, slug, text, note }: ExportedPrompt): object {
  const { id, title, summary, description, tier, featured, isLocked, category, topic } = card;
  const { keywords, sources, reviewed, reviewDue, version } = card;
  return {
    id,
    slug: slugOf({ slug, card }),
    title,
    summary,
    description,
    tier,
    featured,
    keywords,
    isLocked,
    category: { slug: category.slug, name: category.name },
    topic: { slug: topic.slug, name: topic.name },
    created: card.createdAt,
    createdBy: card.createdBy,
    sources,
    reviewed,
    review_due: reviewDue,
    version,
    redirects,
    ...(note === undefined ? {} : { note }),
    ...(text ?? {}),
  };
}
