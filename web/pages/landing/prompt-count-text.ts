import { countWithNoun } from '#web/ui/text/format-count.ts';

/** From here on the word "thousands" is true. */
const THOUSANDS_FROM = 2000;

/** Counted, never claimed: "258 prompts", "1,050 prompts", "Thousands of prompts". */
export function promptCountText(count: number): string {
  if (count >= THOUSANDS_FROM) return 'Thousands of prompts';
  return countWithNoun(count, 'prompt');
}
