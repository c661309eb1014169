/** Stop words: too common to tell prompts apart. */
const STOP_WORDS = new Set(
  'a an and at build by check choose cut find for from get in into make my of on one or our plan run set the to turn two use with write you your'.split(
    ' ',
  ),
);

/**
 * A call number such as "100.142 MEE": the class, a number inside the class's range made from the id, and three
 * letters of the title's first significant word. For the eye only: two prompts may share one.
 * @param classNumber 100 for the class 100–199
 */
export function callNumber(classNumber: number, id: string, title: string): string {
  return `${classNumber}.${classNumber + (hash(id) % 100)} ${letters(title)}`;
}

function letters(title: string): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}|['’]/gu, '')
    .split(/[^\p{L}\p{N}-]+/u)
    .filter(Boolean);
  const significantWord = words.find((word) => !STOP_WORDS.has(word.toLowerCase())) ?? words[0] ?? '';
  return significantWord.replaceAll('-', '').slice(0, 3).toUpperCase();
}

/** FNV-1a: spreads ids that differ in one letter. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return value;
}
