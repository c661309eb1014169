import { stringify } from 'csv-stringify/sync';
import { toRow } from '../library/library.access.ts';
import type { FullPrompt } from '../prompts/prompts.access.ts';
import type { FileFormat } from './exports.formats.ts';

/** Those that an import reads come first; the others are for people. */
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
];

/** In the place of a type: this row has no text, so there is nothing to import. */
const LOCKED = 'LOCKED';

/**
 * What an import reads, which takes it unchanged. Cells that look like formulas stay as they are: the texts are the
 * library's, and a mark before them would come back with the next import.
 */
export const CSV: FileFormat = {
  type: 'text/csv; charset=utf-8',
  extension: 'csv',
  head: stringify([COLUMNS]),
  tail: '',
  write: (prompt) => stringify([cells(prompt)]),
};

function cells({ card, text }: FullPrompt): string[] {
  const { id, title, summary, description, tier, category, topic, createdAt } = card;
  const row =
    text === null
      ? { act: title, prompt: '', type: LOCKED }
      : toRow({ title, summary, description, tier, content: text.content, variables: text.variables });
  return [
    row.act,
    row.prompt,
    row.type,
    tier,
    category.slug,
    topic.slug,
    summary,
    description,
    createdAt,
    id,
  ];
}
