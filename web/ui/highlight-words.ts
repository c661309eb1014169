/** A piece of a text, and whether it is one of the words that were looked for. */
export interface TextPiece {
  text: string;
  isMatch: boolean;
}

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Cuts a text at the words somebody searched for. A word counts when it starts like a word of the search or has
 * the same stem, as in the search itself: "plan" finds "planning", "recipes" finds "recipe", "cafe" finds "Café".
 * Words after a minus are excluded from a search, so they mark nothing.
 */
export function splitAtMatches(text: string, search: string): TextPiece[] {
  const wanted = wantedWords(search);
  if (wanted.length === 0) return [{ text, isMatch: false }];
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const found of text.matchAll(WORD)) {
    if (!wanted.some((word) => matches(fold(found[0]), word))) continue;
    if (found.index > end) pieces.push({ text: text.slice(end, found.index), isMatch: false });
    pieces.push({ text: found[0], isMatch: true });
    end = found.index + found[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false });
  return pieces;
}

/** Words every sentence has; the search passes over them too. */
const STOP_WORDS = new Set(
  'a an and are as at be but by do for from how i if in is it my not of on or so that the this to was we what with you your'.split(
    ' ',
  ),
);

function wantedWords(search: string): string[] {
  const words = search.replace(/(^|\s)-\S+/gu, ' ').match(WORD) ?? [];
  const folded = words.map(fold);
  const telling = folded.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : folded;
}

function fold(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function matches(word: string, wanted: string): boolean {
  return word === wanted || (wanted.length > 2 && word.startsWith(wanted)) || stem(word) === stem(wanted);
}

/** Rough English stem: "planning" and "plans" → "plan", "stories" → "story". */
function stem(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  const bare = word.replace(/(?:ing|ed)$/, '');
  if (bare !== word && bare.length > 2) return bare.replace(/([bdfgmnprt])\1$/, '$1').replace(/e$/, '');
  return word.replace(/(?<!s)s$/, '').replace(/e$/, '');
}
