import type { Variable } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';
import { keywordsSchema } from '../library.fields.ts';
import { convertPlaceholders } from './import.placeholders.ts';
import type { CsvRow } from './import.read-csv.ts';
import { firstSentences, readableText } from './import.summary.ts';

/** What the library stores of a row. */
export interface CsvPrompt {
  title: string;
  summary: string;
  description: string;
  content: string;
  variables: Variable[];
  keywords: string[];
}

type ReadRow = CsvPrompt & {
  /** Of type STRUCTURED, but no JSON: kept as plain text. */
  isBrokenJson: boolean;
};

/** In characters. The longest of real collections is a quarter of the text's limit. */
const MAX_CHARACTERS = { title: 200, content: 500_000, summary: 200, description: 500 };

/** The types of rows in public collections. All but the first are plain text to us. */
const TYPES = ['STRUCTURED', 'TEXT', 'IMAGE', 'VIDEO', 'AUDIO'];

/**
 * @param tier above basic the text is not for everyone, so the card shows the title instead of its beginning
 * @returns the prompt, or what is wrong with the row
 */
export function readRow(row: CsvRow, tier: Tier): ReadRow | { problem: string } {
  const title = row.act.replace(/\s+/g, ' ').trim();
  const text = row.prompt.trim();
  const type = row.type.trim().toUpperCase() || 'TEXT';
  const problem =
    sizeProblem('act', title, MAX_CHARACTERS.title) ??
    sizeProblem('prompt', text, MAX_CHARACTERS.content) ??
    (TYPES.includes(type) ? undefined : `type "${row.type.trim()}" is not one of ${TYPES.join(', ')}`);
  if (problem) return { problem };
  const keywords = readKeywords(row.keywords);
  if ('problem' in keywords) return keywords;

  const isStructured = type === 'STRUCTURED';
  const isJson = isStructured && parseJson(text) !== undefined;
  const { content, variables } = convertPlaceholders(text, isJson);
  const readable = isJson ? readableText(parseJson(content)) : content;
  const isOpen = tier === 'basic';
  return {
    title,
    summary: (isOpen && firstSentences(readable, MAX_CHARACTERS.summary)) || title,
    description: (isOpen && firstSentences(readable, MAX_CHARACTERS.description)) || title,
    content,
    variables,
    ...keywords,
    isBrokenJson: isStructured && !isJson,
  };
}

function sizeProblem(column: string, text: string, max: number): string | undefined {
  if (text === '') return `${column} is empty`;
  if (text.length > max) return `${column} has ${text.length} characters, at most ${max} fit`;
  if (text.includes('\0')) return `${column} holds a NUL character, which cannot be stored`;
  return undefined;
}

function readKeywords(cell: string): { keywords: string[] } | { problem: string } {
  const parts = cell.split(',').filter((part) => part.trim() !== '');
  const parsed = keywordsSchema.safeParse(parts);
  if (parsed.success) return { keywords: parsed.data };
  return { problem: `keywords ${parsed.error.issues.map(({ message }) => message).join('; ')}` };
}

/** Objects and arrays only: a number or a quoted word is plain text that happens to parse. */
function parseJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
