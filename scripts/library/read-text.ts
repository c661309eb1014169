import { readFile, stat } from 'node:fs/promises';

/** Fifty times the largest collection we know: a file is read whole. */
const MAX_BYTES = 200_000_000;

/**
 * A file's text, without a byte order mark.
 * @throws Error with a sentence for the terminal: too large, or not UTF-8
 */
export async function readText(file: string): Promise<string> {
  const { size } = await stat(file);
  if (size > MAX_BYTES) {
    const megabytes = Math.ceil(size / 1e6);
    throw new Error(`${file} has ${megabytes} MB; at most ${MAX_BYTES / 1e6} MB are read. Split it.`);
  }
  const bytes = await readFile(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const before = bytes.toString().split('\uFFFD', 1).join('');
    const line = before.split(/\r\n?|\n/).length;
    throw new Error(`${file}:${line} is not UTF-8 text; save the file as UTF-8.`);
  }
}
