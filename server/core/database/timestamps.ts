import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';

/**
 * A timestamp as microseconds since 1970, in digits: what a cursor carries. A JavaScript Date knows milliseconds only,
 * and a page would lose the rows between.
 */
export const microsecondsSchema = z.string().regex(/^\d{1,16}$/);

export const toMicroseconds = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(extract(epoch from ${column}) * 1000000)::bigint::text`;

export const fromMicroseconds = (microseconds: string): RawBuilder<Date> =>
  sql`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond')`;
