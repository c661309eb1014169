import { createHash } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** An id that follows from its seed: 12 characters of `a-z2-7`, 60 bits of SHA-256. */
export function makeId(seed: string): string {
  const digest = createHash('sha256').update(seed).digest();
  let id = '';
  for (let index = 0; index < 12; index++) id += ALPHABET.charAt((digest[index] ?? 0) & 31);
  return id;
}
