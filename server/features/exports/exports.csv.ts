import { stringify } from 'csv-stringify/sync';
import { EXPORT_COLUMNS, LOCKED_ROW, toRow } from '../library/library.access.ts';
import type { FullPrompt } from '../prompts/prompts.access.ts';
import type { FileFormat } from './exports.formats.ts';
import { slugOf } from './exports.slug.ts';

/**
 * What an import reads, which takes it unchanged. Cells that look like formulas stay as they are: the texts are the
 * library's, and a mark before them would come back with the next import.
 */
export const CSV: FileFormat = {
  type: 'text/csv; charset=utf-8',
  extension: 'csv',
  head: stringify([EXPORT_COLUMNS]),
  tail: '',
  write: (prompt) => stringify([cells(prompt)], { columns: [...EXPORT_COLUMNS] }),
};

function cells({ card, slug, text }: FullPrompt): Record<(typeof EXPORT_COLUMNS)[number], string> {
  const { id, title, summary, description, tier, featured, category, topic, createdAt } = card;
  const row =
    text === null
      ? { act: title, prompt: '', type: LOCKED_ROW }
      : toRow({ title, summary, description, tier, content: text.content, variables: text.variables });
  return {
    ...row,
    tier,
    category: category.slug,
    topic: topic.slug,
    summary,
    description,
    created: createdAt,
    id,
    slug: slugOf({ slug, card }),
    featured: featured ? 'true' : '',
    variables: text === null || text.variables.length === 0 ? '' : JSON.stringify(text.variables),
  };
}
