/**
 * Lower case without accents, character for character: a place in the folded text is the same place in the
 * original. Composed letters only; what changes its length when lowered stays as it is.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  const kept = lower.length === text.length ? lower : text;
  // Nearly every text is plain ASCII: nothing to strip there.
  return /[^\x20-\x7e\s]/.test(kept) ? kept.replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, plainLetter) : kept;
}

function plainLetter(letter: string): string {
  return letter.normalize('NFD').charAt(0).toLowerCase();
}
