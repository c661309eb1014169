import type { Variable } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';
import type { CsvRow } from './library.csv.ts';
import { firstSentences, readableText } from './library.digest.ts';
import { convertPlaceholders } from './library.placeholders.ts';

/** A row as the library keeps it. */
export interface ImportedPrompt {
  title: string;
  summary: string;
  description: string;
  content: string;
  variables: Variable[];
  /** Said to be structured, but no JSON: kept as plain text. */
  isBrokenJson: boolean;
}

/** In characters. The longest of real collections is a quarter of the text's limit. */
const MOST = { title: 200, content: 500_000, summary: 200, description: 500 };

/** What prompt collections call their rows. All but the first are plain text to us. */
const TYPES = ['STRUCTURED', 'TEXT', 'IMAGE', 'VIDEO', 'AUDIO'];

/**
 * @param tier above basic the text is not for everyone, so its beginning does not stand on the card: the
 *   title does
 * @returns the prompt, or what is wrong with the row
 */
export function readRow(row: CsvRow, tier: Tier): ImportedPrompt | { problem: string } {
  const title = row.act.replace(/\s+/g, ' ').trim();
  const text = row.prompt.trim();
  const type = row.type.trim().toUpperCase() || 'TEXT';
  const problem =
    sizeProblem('act', title, MOST.title) ??
    sizeProblem('prompt', text, MOST.content) ??
    (TYPES.includes(type) ? undefined : `type "${row.type.trim()}" is not one of ${TYPES.join(', ')}`);
  if (problem) return { problem };

  const isStructured = type === 'STRUCTURED';
  const isJson = isStructured && parseJson(text) !== undefined;
  const { content, variables } = convertPlaceholders(text, isJson);
  const readable = isJson ? readableText(parseJson(content)) : content;
  const isOpen = tier === 'basic';
  return {
    title,
    summary: (isOpen && firstSentences(readable, MOST.summary)) || title,
    description: (isOpen && firstSentences(readable, MOST.description)) || title,
    content,
    variables,
    isBrokenJson: isStructured && !isJson,
  };
}

function sizeProblem(column: string, text: string, most: number): string | undefined {
  if (text === '') return `${column} is empty`;
  if (text.length > most) return `${column} has ${text.length} characters, at most ${most} fit`;
  if (text.includes('\0')) return `${column} holds a NUL character, which cannot be stored`;
  return undefined;
}

/** Objects and arrays only: a number or a quoted word is a text that happens to parse. */
function parseJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
