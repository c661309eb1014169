/** "grant role" → "Grant role": how a word of the API is shown. */
export const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
