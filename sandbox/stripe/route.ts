import { z } from 'zod';
import type { Account } from './account.ts';
import { noSuch } from './errors.ts';
import type { List, Row } from './records.ts';
import type { FitsSdk, SdkAnswer, SdkParams } from './sdk-types.ts';
import type { Table } from './table.ts';

/** One call of the API, as data. */
export interface Route {
  method: string;
  /** `/v1/customers/:id`; `:id` is what `run` gets. */
  path: string;
  /** By the SDK's name. */
  operation: string;
  /** What the sandbox models of the parameters. Others are refused: a response that ignored them would be wrong. */
  params: z.ZodType;
  run: (account: Account, params: never, id: string) => object;
}

export function route<Name extends string, T extends z.ZodType<FitsSdk<z.infer<T>, SdkParams<Name>>>>(
  call: `${'GET' | 'POST' | 'DELETE'} /v1/${string}`,
  operation: Name,
  params: T,
  run: (account: Account, params: z.infer<T>, id: string) => SdkAnswer<Name>,
): Route {
  const [method = '', path = ''] = call.split(' ');
  return { method, path, operation, params, run };
}

// Forms carry text alone.
export const nothing = z.strictObject({});
export const whole = (min = 0, max = Number.MAX_SAFE_INTEGER) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max));
export const flag = z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' });
export const isOff = flag.refine((isOn) => !isOn);
export const metadata = z.record(z.string(), z.string()).optional();

/** The parameters of a list: what it is filtered by, and what pages it. */
export function pageSchema<T extends z.ZodRawShape>(filters: T) {
  return z.strictObject({
    ...filters,
    limit: whole(1, 100).optional(),
    starting_after: z.string().optional(),
  });
}

/** A page of what fits, newest first. */
export function pageOf<T extends Row>(
  table: Table<T>,
  params: object,
  isWanted: (row: T) => boolean = () => true,
): List<T> {
  const { limit = 10, starting_after: after }: { limit?: number; starting_after?: string } = params;
  const rows = table.where(isWanted).reverse();
  const from = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0) throw noSuch(table.object, after, 'starting_after');
  return { object: 'list', data: rows.slice(from, from + limit), has_more: rows.length > from + limit };
}
