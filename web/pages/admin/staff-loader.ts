import { notFound } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import { ApiError } from '#web/api/client.ts';
import { isSessionOver } from '#web/features/admin/staff-session.ts';
import type { RouterContext } from '#web/router.tsx';

/** The argument of every staff loader: the values in the address, and the parameters of its path. */
export type StaffLoader = (call: {
  context: RouterContext;
  deps: Record<string, string>;
  params: Record<string, string>;
}) => Promise<void>;

/** Waits for the data of a page. Data that is missing or not allowed gives the not-found page. */
export async function loadStaffData(...work: Promise<unknown>[]): Promise<void> {
  try {
    await Promise.all(work);
  } catch (error) {
    if (await isSessionOver(error)) throw new ApiError({ status: 401, headers: {}, text: 'Unauthorized' });
    if (error instanceof ApiError && error.status === 404) throw notFound();
    throw error;
  }
}

/** The value under its name, if it is a known option. */
export function optionalParam<Name extends string, Option extends string>(
  name: Name,
  value: string | undefined,
  options: readonly Option[],
): { [Key in Name]?: Option } {
  const found = options.find((option) => option === value);
  // The cast: a computed name has no type of its own.
  return (found === undefined ? {} : { [name]: found }) as { [Key in Name]?: Option };
}

/** The id in a URL; whatever cannot be an id is a page that does not exist. */
export function requireId(value: string | undefined): string {
  if (!isId(value)) throw notFound();
  return value;
}
