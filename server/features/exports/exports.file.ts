import type { FullPrompt } from '../prompts/prompts.public.ts';

/** A prompt in a file; in that of a collection with what its member noted on it. */
export interface ExportedPrompt extends FullPrompt {
  /** Null for none. */
  note?: string | null;
}

/** What the file of a collection says about it. */
export interface ExportedCollection {
  name: string;
  description: string;
}

/** How prompts are written into a file, one by one. */
export interface FileFormat {
  type: string;
  extension: string;
  head(collection?: ExportedCollection): string;
  tail: string;
  /** @param index from 0 */
  write(prompt: ExportedPrompt, index: number): string;
}

/** Small prompts are sent together; a large one does not wait for those after it. */
const CHUNK_CHARACTERS = 64_000;

/** The whole file, in chunks. */
export async function* writeFile(
  format: FileFormat,
  pages: AsyncIterable<readonly ExportedPrompt[]>,
  collection?: ExportedCollection,
): AsyncGenerator<string> {
  let index = 0;
  let written = format.head(collection);
  for await (const page of pages) {
    for (const prompt of page) {
      written += format.write(prompt, index);
      index += 1;
      if (written.length < CHUNK_CHARACTERS) continue;
      yield written;
      written = '';
    }
  }
  yield written + format.tail;
}
