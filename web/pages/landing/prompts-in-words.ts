import { countWords } from '#web/ui/format-count.ts';

/** From here on the word "thousands" is true (DECISIONS 11). */
const THOUSANDS = 2000;

/** Counted, never claimed: "258 prompts", "1,050 prompts", "Thousands of prompts". */
export function promptsInWords(count: number): string {
  if (count >= THOUSANDS) return 'Thousands of prompts';
  return countWords(count, 'prompt');
}
