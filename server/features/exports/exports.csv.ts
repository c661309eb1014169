import { stringify } from 'csv-stringify/sync';
import type { ExportedPrompt, FileFormat } from './exports.file.ts';
import { type ExportedRow, toRow } from './exports.row.ts';
import { slugOf } from './exports.slug.ts';

/** Those that collections of prompts have come first; the others are for people. */
const COLUMNS = [
  'act',
  'prompt',
  'type',
  'tier',
  'category',
  'topic',
  'summary',
  'description',
  'created',
  'id',
  'slug',
  'featured',
  'variables',
  'keywords',
  'version',
] as const;

/** In the file of a collection. */
const NOTE = 'note';

/**
 * For spreadsheets and for other collections. Cells that look like formulas stay as they are: the texts are the
 * library's, and a mark before them would be part of the prompt elsewhere.
 */
export const CSV: FileFormat = {
  type: 'text/csv; charset=utf-8',
  extension: 'csv',
  head: (collection) => stringify([collection === undefined ? COLUMNS : [...COLUMNS, NOTE]]),
  tail: '',
  write(prompt) {
    const { note } = prompt;
    if (note === undefined) return stringify([cells(prompt)], { columns: [...COLUMNS] });
    return stringify([{ ...cells(prompt), [NOTE]: note ?? '' }], { columns: [...COLUMNS, NOTE] });
  },
};

function cells({ card, slug, text }: ExportedPrompt): Record<(typeof COLUMNS)[number], string> {
  const { id, title, summary, description, tier, featured, category, topic, createdAt } = card;
  const row: Record<keyof ExportedRow, string> =
    text === null ? { act: title, prompt: '', type: 'LOCKED' } : toRow({ title, summary, ...text });
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
    keywords: card.keywords.join(', '),
    version: String(card.version),
  };
}
