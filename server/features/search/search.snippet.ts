import { foldKeepingLength, stemOf } from './search.text.ts';

const SNIPPET_CHARACTERS = 240;
/** Text shown before the match. */
const LEAD_CHARACTERS = 80;

/** A match in a text: from the first character to the one behind the last. */
export type Mark = [from: number, to: number];

/**
 * Plain text of at most 240 characters around the first match in the first of `texts` that has one; otherwise
 * the beginning of `fallback`.
 * @param beginnings of words that match (beginningsOf)
 */
export function makeSnippet(
  texts: readonly string[],
  beginnings: readonly string[],
  fallback: string,
): string {
  for (const text of texts) {
    const at = firstMatch(foldKeepingLength(text), beginnings);
    if (at >= 0) return cut(text, at);
  }
  return cut(fallback, 0);
}

/** What words that match begin with: the stems of the words searched, each once; those of a phrase with spaces between. */
export function prefixesOf(words: readonly string[], phrases: readonly (readonly string[])[] = []): string[] {
  const stems = [...words.map((word) => [word]), ...phrases];
  return [...new Set(stems.map((some) => some.map((word) => beginningOf(stemOf(word))).join(' ')))];
}

/** Every word of a text that begins with one of these, in order. A word inside a matched phrase is not there twice. */
export function findMarks(text: string, beginnings: readonly string[]): Mark[] {
  const folded = foldKeepingLength(text);
  const found: Mark[] = [];
  for (const beginning of beginnings) {
    for (let mark = nextMark(folded, beginning, 0); mark; mark = nextMark(folded, beginning, mark[1]))
      found.push(mark);
  }
  const marks: Mark[] = [];
  for (const mark of found.sort(([from, to], [other, end]) => from - other || end - to)) {
    const last = marks.at(-1);
    if (last === undefined || mark[0] >= last[1]) marks.push(mark);
    else last[1] = Math.max(last[1], mark[1]);
  }
  return marks;
}

export const hasMark = (text: string, beginnings: readonly string[]): boolean =>
  firstMatch(foldKeepingLength(text), beginnings) >= 0;

function firstMatch(text: string, beginnings: readonly string[]): number {
  const starts = beginnings.map((beginning) => nextMark(text, beginning, 0)?.[0] ?? Number.POSITIVE_INFINITY);
  const first = Math.min(...starts);
  return Number.isFinite(first) ? first : -1;
}

/** The first word from here on that begins so, or words one behind the other. */
function nextMark(text: string, beginning: string, from: number): Mark | undefined {
  const [first = '', ...others] = beginning.split(' ');
  for (let at = text.indexOf(first, from); at >= 0; at = text.indexOf(first, at + 1)) {
    let end = endOfWord(text, at, first);
    for (const other of others) end = end < 0 ? end : endOfWord(text, end + 1, other);
    if (end >= 0) return [at, end];
  }
  return undefined;
}

/** -1 where no word begins so. */
function endOfWord(text: string, at: number, beginning: string): number {
  if (!text.startsWith(beginning, at) || (at > 0 && isLetter(text, at - 1))) return -1;
  let end = at + beginning.length;
  while (end < text.length && isLetter(text, end)) end++;
  return isBegunBy(text.slice(at, end), beginning) ? end : -1;
}

/** Or a digit. */
function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code > 96 && code < 123) || (code > 47 && code < 58) || (code > 64 && code < 91);
  return /[\p{L}\p{N}]/u.test(text.charAt(at));
}

/** One or two letters are a word, or its plural: "ai" does not begin "aim". */
function isBegunBy(word: string, beginning: string): boolean {
  return beginning.length > 2 || word === beginning || word === `${beginning}s`;
}

/** "categori" is the stem of "category" too. */
function beginningOf(stem: string): string {
  return stem.length > 3 && stem.endsWith('i') ? stem.slice(0, -1) : stem;
}

function cut(text: string, at: number): string {
  const wanted = Math.max(0, at - LEAD_CHARACTERS);
  const start = wanted === 0 ? 0 : wordStart(text, wanted, at);
  // Marks and runs of spaces go away below, so more is taken than will be shown.
  const words = plain(text.slice(start, start + SNIPPET_CHARACTERS * 2));
  const lead = start > 0 ? '…' : '';
  const room = SNIPPET_CHARACTERS - lead.length;
  if (words.length <= room && start + SNIPPET_CHARACTERS * 2 >= text.length) return lead + words;
  const end = words.lastIndexOf(' ', room - 1);
  // Without a space to cut at, half a surrogate pair may be left over.
  const shown = words.slice(0, end > 0 ? end : room - 1).replace(/[\ud800-\udbff]$/, '');
  return `${lead}${shown}…`;
}

/** The first word that begins in `wanted`…`at`; the match itself when there is none. */
function wordStart(text: string, wanted: number, at: number): number {
  const space = text.slice(wanted, at).search(/\s/);
  return space < 0 ? at : wanted + space + 1;
}

/** Without the marks of Markdown and JSON. Square brackets stay: they are the prompt's placeholders. */
function plain(text: string): string {
  return text
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\?"|[{}]|[#*`>]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:])/g, '$1')
    .trim();
}
