import { stemmer } from 'stemmer';
import { fold } from './search.text.ts';

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
    const at = firstMatch(fold(text), beginnings);
    if (at >= 0) return cut(text, at);
  }
  return cut(fallback, 0);
}

/** What words that match begin with: the stems of the words searched, each once, where a search has stems (search.terms). */
export function beginningsOf(words: readonly string[]): string[] {
  return [...new Set(words.map((word) => (/..ness$/.test(word) ? word : beginningOf(stemmer(word)))))];
}

/** Every word of a text that begins with one of these. */
export function findMarks(text: string, beginnings: readonly string[]): Mark[] {
  const folded = fold(text);
  return [...folded.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }): Mark[] =>
    beginnings.some((beginning) => isBegunBy(word, beginning)) ? [[index, index + word.length]] : [],
  );
}

/** One or two letters are a word, or its plural: "ai" does not begin "aim". */
function isBegunBy(word: string, beginning: string): boolean {
  if (beginning.length > 2) return word.startsWith(beginning);
  return word === beginning || word === `${beginning}s`;
}

/** "categori" is the stem of "category" too. */
function beginningOf(stem: string): string {
  return stem.length > 3 && stem.endsWith('i') ? stem.slice(0, -1) : stem;
}

function firstMatch(text: string, beginnings: readonly string[]): number {
  let first = -1;
  for (const beginning of beginnings) {
    for (
      let at = text.indexOf(beginning);
      at >= 0 && (first < 0 || at < first);
      at = text.indexOf(beginning, at + 1)
    ) {
      if (at > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))) continue;
      const [word = ''] =
        beginning.length > 2 ? [beginning] : (/^[\p{L}\p{N}]+/u.exec(text.slice(at, at + 4)) ?? []);
      if (isBegunBy(word, beginning)) first = at;
    }
  }
  return first;
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
