import type { FullPrompt } from '../prompts/prompts.public.ts';

/** How prompts are written into a file, one by one. */
export interface FileFormat {
  type: string;
  extension: string;
  head: string;
  tail: string;
  /** @param index from 0 */
  write(prompt: FullPrompt, index: number): string;
}

/** Small prompts are sent together; a large one does not wait for those after it. */
const CHUNK_CHARACTERS = 64_000;

/** The whole file, in chunks. */
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
      if (written.length < CHUNK_CHARACTERS) continue;
      yield written;
      written = '';
    }
  }
  yield written + format.tail;
}
