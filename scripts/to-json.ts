import { isDeepStrictEqual } from 'node:util';

/**
 * As JSON.stringify, which leaves out functions, empties sets and maps, and turns dates, NaN and much else into something
 * else without a word.
 * @param name of the value, for the message
 * @throws TypeError when reading the JSON would not give this value again
 */
export function toJson(name: string, value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  if (!isDeepStrictEqual(JSON.parse(json), value)) throw new TypeError(`${name} cannot be written as JSON`);
  return json;
}
