/** Ids are opaque to clients: 12 characters of a 32-letter alphabet, everywhere. */
export const ID_PATTERN = /^[a-z2-7]{12}$/;

/** For addresses: nothing else can be an id, so nothing else is fetched. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && ID_PATTERN.test(text);
}
