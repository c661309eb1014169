import { z } from 'zod';
import { ID_PATTERN } from './ids.ts';
import { SLUG_CHARACTERS, SLUG_PATTERN } from './slugs.ts';
import { TIERS } from './tiers.ts';

export const idSchema = z.string().regex(ID_PATTERN, 'is not an id');

export const slugSchema = z.string().max(SLUG_CHARACTERS, 'is too long').regex(SLUG_PATTERN, 'is not a slug');

export const tierSchema = z.enum(TIERS);

export const timestampSchema = z.iso.datetime();

/** Text that PostgreSQL can store and give back unchanged: no NUL, no half of a surrogate pair. */
export const storableText = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'holds characters that cannot be stored');

/** Free text a member writes: trimmed, storable, 1 to `most` characters. */
export function requiredText(max: number, min = 1) {
  const isTooShort = min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
  return storableText.pipe(z.string().trim().min(min, isTooShort).max(max, 'is too long'));
}

/** `true` and `false` as words: query strings carry no booleans. */
export const booleanParam = z.enum(['true', 'false'], 'must be true or false');

/** A whole number in a query string, 1 to `most`. */
export function countSchema(max: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1, 'must be at least 1').max(max, `must be at most ${max}`));
}

/** The numbers of a prompt's versions start at 1 and end here. */
export const MAX_VERSION = 100_000;

/** Opaque, made by the server; one that fits no list is refused with 400. */
export const cursorSchema = z
  .string()
  .max(1200, 'is too long')
  .regex(/^[A-Za-z0-9_-]+$/, 'is not a cursor');
