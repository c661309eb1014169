/** 968 → "968", 1000 → "1.0k", 12345 → "12.3k", from a million "1.2M". */
export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  // 999,950 and more would round to "1000.0k".
  if (count < 1_000_000) return `${Math.min(count / 1000, 999.9).toFixed(1)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** 1234 → "1,234". Not by `Intl`, whose first formatter costs a phone 80 ms (docs/decisions/0030). */
export function wholeNumber(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** 1 → "1 prompt", 1234 → "1,234 prompts". */
export function countWithNoun(count: number, noun: string): string {
  return `${wholeNumber(count)} ${count === 1 ? noun : pluralOf(noun)}`;
}

function pluralOf(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
