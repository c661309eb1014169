export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const SLUG_CHARACTERS = 80;

/** No category or topic has another kind of address; asking the API for one would be an error, not a miss. */
export function isSlug(text: string): boolean {
  return SLUG_PATTERN.test(text) && text.length <= SLUG_CHARACTERS;
}
