import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { badRequest } from './problems.ts';

/** Where a page ended: the values its list is ordered by. */
type CursorValue = string | number | boolean;

/**
 * A place in a list as an opaque word. `binding` names the list and its filters: the word is good for those
 * alone. The digest finds mix-ups and edits; it is no secret, because any place of a list may be asked for.
 */
export function encodeCursor(
  binding: readonly CursorValue[],
  place: Readonly<Record<string, CursorValue>>,
): string {
  const text = JSON.stringify(place);
  return Buffer.from(`${digest(binding, text)}${text}`).toString('base64url');
}

/**
 * The place a cursor names, checked against the shape of this list's places.
 * @throws HttpProblem 400 naming `cursor` when it was made for another list or by somebody else
 */
export function decodeCursor<Place>(
  cursor: string,
  binding: readonly CursorValue[],
  shape: z.ZodType<Place>,
): Place {
  const text = Buffer.from(cursor, 'base64url').toString();
  const json = text.slice(DIGEST_CHARACTERS);
  if (text.slice(0, DIGEST_CHARACTERS) !== digest(binding, json)) throw notOfThisList();
  const place = shape.safeParse(parse(json));
  if (!place.success) throw notOfThisList();
  return place.data;
}

/** Whoever knows the digest can put anything behind it. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const DIGEST_CHARACTERS = 12;

const notOfThisList = () => badRequest('cursor: does not belong to this list');

function digest(binding: readonly CursorValue[], text: string): string {
  return createHash('sha256')
    .update(JSON.stringify(binding))
    .update(text)
    .digest('base64url')
    .slice(0, DIGEST_CHARACTERS);
}
