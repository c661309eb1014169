import { createHash } from 'node:crypto';

/** As many bits of a hash choose a register: 2048 of them, a byte each, for an error of about 2.3 percent. */
const BITS = 11;
const REGISTERS = 2 ** BITS;
const ALPHA = 0.7213 / (1 + 1.079 / REGISTERS);

/**
 * HyperLogLog (Flajolet et al., 2007): how many different ones were added, without keeping any of them. Sketches of
 * several processes that share a salt can be merged.
 */
export const emptySketch = (): Buffer => Buffer.alloc(REGISTERS);

/** @returns whether that changed the sketch */
export function addToSketch(sketch: Buffer, salt: Buffer, text: string): boolean {
  const hash = createHash('sha256').update(salt).update(text).digest();
  const register = hash.readUInt16BE(0) >>> (16 - BITS);
  const rank = Math.clz32(hash.readUInt32BE(4)) + 1;
  if (rank <= (sketch[register] ?? 0)) return false;
  sketch[register] = rank;
  return true;
}

export const mergeSketches = (first: Buffer, second: Buffer): Buffer =>
  Buffer.from(first.map((rank, register) => Math.max(rank, second[register] ?? 0)));

export function estimateCount(sketch: Buffer): number {
  const empty = sketch.reduce((count, rank) => count + Number(rank === 0), 0);
  const estimate = (ALPHA * REGISTERS ** 2) / sketch.reduce((sum, rank) => sum + 2 ** -rank, 0);
  // For few, the empty registers say it better.
  const isSmall = estimate <= 2.5 * REGISTERS && empty > 0;
  return Math.round(isSmall ? REGISTERS * Math.log(REGISTERS / empty) : estimate);
}
