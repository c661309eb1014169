import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
