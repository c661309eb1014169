import type { ExportFormat } from '#contract/export-formats.ts';
import type { FullPrompt } from '../prompts/prompts.access.ts';
import { CSV } from './exports.csv.ts';
import { JSON_FILE } from './exports.json.ts';
import { MARKDOWN } from './exports.markdown.ts';
import { TEXT } from './exports.text.ts';

/** How prompts are written into a file, one by one. */
export interface FileFormat {
  type: string;
  extension: string;
  head: string;
  tail: string;
  /** @param index from 0 */
  write(prompt: FullPrompt, index: number): string;
}

export const FORMATS: Readonly<Record<ExportFormat, FileFormat>> = {
  markdown: MARKDOWN,
  text: TEXT,
  csv: CSV,
  json: JSON_FILE,
};

/** Characters that leave together: small prompts are joined, a large one is not held back for those behind it. */
const PIECE = 64_000;

/** The whole file, in pieces. */
export async function* writeFile(
  format: FileFormat,
  pages: AsyncIterable<readonly FullPrompt[]>,
): AsyncGenerator<string> {
  let index = 0;
  let written = format.head;
  for await (const page of pages) {
    for (const prompt of page) {
      written += format.write(prompt, index);
      index += 1;
      if (written.length < PIECE) continue;
      yield written;
      written = '';
    }
  }
  yield written + format.tail;
}
