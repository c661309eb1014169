/**
 * The router's own reading turns `?q=12` into a number and writes `?q="12"`. Here every value is the text it
 * looks like; of a repeated parameter the first counts.
 */
export function parseSearch(search: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (!Object.hasOwn(values, name) && name !== '__proto__') values[name] = value;
  }
  return values;
}

/** Leaves out what is undefined or empty; `?…` or nothing. */
export function stringifySearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') search.append(name, String(value));
  }
  // A comma means nothing in a query: `?topics=a,b` reads better than `a%2Cb` and is the same.
  const text = search.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** Staff's pages read their filters themselves: here, nothing of theirs may be in every page's script. */
export const staffSearch = (search: Record<string, unknown>) => search as Record<string, string>;
