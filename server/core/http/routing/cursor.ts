import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { type Endpoint, urlOf } from '#contract/endpoint.ts';
import { badRequest } from '../errors/problems.ts';

type CursorValue = string | number | boolean;

/** A list that is read page by page. */
interface PagedList<Position> {
  /** The list and its filters: a cursor is valid for these alone. */
  name: readonly CursorValue[];
  /** The values its rows are ordered by; whatever else a row has is left out of the cursor. */
  position: z.ZodType<Position>;
  /** Rows of a page, unless the request asks for another number. */
  limit: number;
}

/** One page of a list: what to read, and what becomes of it. */
export interface Page<Position> {
  /** The position of the last row of the page before; undefined for the first page. */
  after: Position | undefined;
  /** How many rows to read: one more than are shown, which tells whether there is a next page. */
  count: number;
  /** @param max how many of the rows make this page, where something else than their number bounds it too */
  split<Row extends Position>(
    rows: readonly Row[],
    max?: number,
  ): { shown: Row[]; nextCursor: string | null };
}

/**
 * The page of a list that a request asks for.
 * @throws HttpProblem 400 naming `cursor` when it was not made for this list
 */
export function requirePage<Position>(
  { name, position, ...list }: PagedList<Position>,
  query: { limit?: number | undefined; cursor?: string | undefined },
): Page<Position> {
  const limit = query.limit ?? list.limit;
  return {
    after: query.cursor === undefined ? undefined : decodeCursor(query.cursor, name, position),
    count: limit + 1,
    split(rows, max = limit) {
      const shown = rows.slice(0, Math.min(limit, max));
      const last = shown.at(-1);
      const hasNext = last !== undefined && rows.length > shown.length;
      return { shown, nextCursor: hasNext ? encodeCursor(name, position.parse(last)) : null };
    },
  };
}

/** States the next page of a list that is answered as a plain array: `Link: <url?query&cursor=…>; rel="next"`. */
export function linkNextPage(
  reply: FastifyReply,
  endpoint: Pick<Endpoint, 'url'>,
  { params = {}, query }: { params?: object; query: object },
  cursor: string | null,
): void {
  if (cursor === null) return;
  reply.header('link', `<${urlOf(endpoint, { ...params, query: { ...query, cursor } })}>; rel="next"`);
}

/** Finds cursors of another list and edited ones; it is no secret, because any position of a list may be asked for. */
const DIGEST_CHARACTERS = 12;

function encodeCursor(name: readonly CursorValue[], position: unknown): string {
  const text = JSON.stringify(position);
  return Buffer.from(`${digest(name, text)}${text}`).toString('base64url');
}

function decodeCursor<Position>(
  cursor: string,
  name: readonly CursorValue[],
  shape: z.ZodType<Position>,
): Position {
  const text = Buffer.from(cursor, 'base64url').toString();
  const json = text.slice(DIGEST_CHARACTERS);
  const isOfThisList = text.slice(0, DIGEST_CHARACTERS) === digest(name, json);
  const position = shape.safeParse(isOfThisList ? parse(json) : undefined);
  if (!position.success) throw badRequest('cursor: does not belong to this list');
  return position.data;
}

/** Anybody who knows how the digest is made can put any text behind it. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function digest(name: readonly CursorValue[], text: string): string {
  return createHash('sha256')
    .update(JSON.stringify(name))
    .update(text)
    .digest('base64url')
    .slice(0, DIGEST_CHARACTERS);
}
