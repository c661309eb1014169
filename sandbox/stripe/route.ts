import type { z } from 'zod';
import type { Account } from './account.ts';

/** One call of the API, as data. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/customers/:id`; `:id` is what `run` gets. */
  path: string;
  /** By the SDK's name; the schema of its parameters has the same. */
  operation: string;
  /** What the sandbox models of the parameters. Others are refused: a response that ignored them would be wrong. */
  params: z.ZodType;
  run: (account: Account, params: never, id: string) => object;
}

export function route<T extends z.ZodType>(
  call: `${Route['method']} /v1/${string}`,
  operation: string,
  params: T,
  run: (account: Account, params: z.infer<T>, id: string) => object,
): Route {
  const [method = '', path = ''] = call.split(' ');
  // The template above says which methods there are.
  return { method: method as Route['method'], path, operation, params, run };
}
