import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The product's tokens and the page's own rules, as one sheet. */
export async function readStyles(): Promise<string> {
  const [tokens, own] = await Promise.all(
    [
      join(import.meta.dirname, '..', 'web', 'styles', 'tokens.css'),
      join(import.meta.dirname, 'identity.css'),
    ].map((file) => readFile(file, 'utf8')),
  );
  return `${tokens}\n${own}`;
}
