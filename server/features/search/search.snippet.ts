import { foldKeepingLength, stemOf } from './search.text.ts';

const SNIPPET_CHARACTERS = 240;
/** Text shown before the match. */
const LEAD_CHARACTERS = 80;

/** The range of a match in a text: from its first character to the one after its last. */
export type MatchRange = [from: number, to: number];

/**
 * Plain text of at most 240 characters around the first match; empty without one.
 * @param prefixes of words that match (prefixesOf)
 */
export function makeSnippet(text: string, prefixes: readonly string[]): string {
  const start = firstMatch(foldKeepingLength(text), prefixes);
  return start < 0 ? '' : cut(text, start);
}

/** What words that match begin with: the stems of the words searched, each once; those of a phrase with spaces between. */
export function prefixesOf(words: readonly string[], phrases: readonly (readonly string[])[] = []): string[] {
  const stems = [...words.map((word) => [word]), ...phrases];
  return [...new Set(stems.map((some) => some.map((word) => prefixOf(stemOf(word))).join(' ')))];
}

/** Every word of a text that begins with one of these, in order. A word inside a matched phrase is not there twice. */
export function findMatchRanges(text: string, prefixes: readonly string[]): MatchRange[] {
  const folded = foldKeepingLength(text);
  const found: MatchRange[] = [];
  for (const prefix of prefixes) {
    for (let range = nextMatch(folded, prefix, 0); range; range = nextMatch(folded, prefix, range[1]))
      found.push(range);
  }
  const ranges: MatchRange[] = [];
  for (const range of found.sort(([from, to], [other, end]) => from - other || end - to)) {
    const last = ranges.at(-1);
    if (last === undefined || range[0] >= last[1]) ranges.push(range);
    else last[1] = Math.max(last[1], range[1]);
  }
  return ranges;
}

/** @param folded a text as foldKeepingLength returns it: it is looked through for many words */
export const hasMatch = (folded: string, prefix: string): boolean =>
  nextMatch(folded, prefix, 0) !== undefined;

function firstMatch(text: string, prefixes: readonly string[]): number {
  const starts = prefixes.map((prefix) => nextMatch(text, prefix, 0)?.[0] ?? Number.POSITIVE_INFINITY);
  const first = Math.min(...starts);
  return Number.isFinite(first) ? first : -1;
}

/** The first word from here on that begins so, or words one behind the other. */
function nextMatch(text: string, prefix: string, from: number): MatchRange | undefined {
  const [first = '', ...others] = prefix.split(' ');
  for (let start = text.indexOf(first, from); start >= 0; start = text.indexOf(first, start + 1)) {
    let end = endOfWord(text, start, first);
    for (const other of others) end = end < 0 ? end : endOfWord(text, end + 1, other);
    if (end >= 0) return [start, end];
  }
  return undefined;
}

/** -1 where no word begins so. */
function endOfWord(text: string, start: number, prefix: string): number {
  if (!text.startsWith(prefix, start) || (start > 0 && isLetter(text, start - 1))) return -1;
  let end = start + prefix.length;
  while (end < text.length && isLetter(text, end)) end++;
  return hasPrefix(text.slice(start, end), prefix) ? end : -1;
}

/** Or a digit. */
function isLetter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 128) return (code > 96 && code < 123) || (code > 47 && code < 58) || (code > 64 && code < 91);
  return /[\p{L}\p{N}]/u.test(text.charAt(index));
}

/** One or two letters are a word, or its plural: "ai" does not begin "aim". */
function hasPrefix(word: string, prefix: string): boolean {
  return prefix.length > 2 || word === prefix || word === `${prefix}s`;
}

/** "categori" is the stem of "category" too. */
function prefixOf(stem: string): string {
  return stem.length > 3 && stem.endsWith('i') ? stem.slice(0, -1) : stem;
}

function cut(text: string, matchStart: number): string {
  const wanted = Math.max(0, matchStart - LEAD_CHARACTERS);
  const start = wanted === 0 ? 0 : wordStart(text, wanted, matchStart);
  // Markup and runs of spaces are removed below, so more is taken than will be shown.
  const part = text.slice(start, start + SNIPPET_CHARACTERS * 2);
  // A number at the cut is no list's: only lines begin with one.
  const words = withoutMarkup(start === 0 ? `\n${part}` : part);
  const lead = start > 0 ? '…' : '';
  const room = SNIPPET_CHARACTERS - lead.length;
  if (words.length <= room && start + SNIPPET_CHARACTERS * 2 >= text.length) return lead + words;
  const end = words.lastIndexOf(' ', room - 1);
  // Without a space to cut at, half a surrogate pair may be left over.
  const shown = words.slice(0, end > 0 ? end : room - 1).replace(/[\ud800-\udbff]$/, '');
  return `${lead}${shown}…`;
}

/** The first word that begins in `wanted`…`at`, and in no blank to fill in; the match itself when there is none. */
function wordStart(text: string, wanted: number, matchStart: number): number {
  const lead = text.slice(wanted, matchStart);
  const blank = /^[^[\]]*\]\s*/.exec(lead);
  if (blank) return wanted + blank[0].length;
  const space = lead.search(/\s/);
  return space < 0 ? matchStart : wanted + space + 1;
}

/** One line, without the markup of Markdown and JSON. Square brackets stay: they say what is to be filled in. */
function withoutMarkup(text: string): string {
  return text
    .replace(/\\[nrt]/g, '\n')
    .replace(/```\w*|\n[|:\- ]+(?=\n)/g, '\n')
    .replace(/\s\|\s*(?=\n)/g, '\n')
    .replace(/(?:^|\n)\s*(?:[-+•|]|\d+[.)])\s+/g, '\n• ')
    .replace(/([.!?…])",/g, '$1 ')
    .replace(/\\?"|[{}]|[#*`>]+/g, ' ')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(isWritten)
    .reduce(joinLines, '')
    .replace(/^(?:[… ]|\.{2,})+| (?=[,.;:])/g, '');
}

/** Not empty, and no more than dots or a line to write on. */
const isWritten = (line: string): boolean => !/^(?:• )?[.…_ ]*$/.test(line);

/** Headings and list items have no end mark: with a space alone between them they would run into each other. */
function joinLines(text: string, line: string): string {
  const isItem = line.startsWith('• ');
  const added = isItem ? line.slice(2) : line;
  const isEnded = text === '' || /[.!?:;,…[(][)\]'’”]*$/.test(text) || /^[\])},.;:]/.test(added);
  // A small letter continues the line before: a sentence may be wrapped.
  const isContinued = !isItem && /^\p{Ll}/u.test(added);
  return `${text}${isEnded || isContinued ? ' ' : ' · '}${added}`.trim();
}
