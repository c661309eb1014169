import { fold } from './fold.ts';

const SNIPPET_CHARACTERS = 240;
/** Text shown before the match. */
const LEAD_CHARACTERS = 80;

/**
 * Plain text of at most 240 characters around the first match in the first of `texts` that has one; otherwise
 * the beginning of `fallback`.
 * @param stems what the words of the search were looked up as; a match is a word that begins with one
 */
export function makeSnippet(texts: readonly string[], stems: readonly string[], fallback: string): string {
  const beginnings = stems.map(beginningOf);
  for (const text of texts) {
    const at = firstMatch(fold(text), beginnings);
    if (at >= 0) return cut(text, at);
  }
  return cut(fallback, 0);
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
      if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) first = at;
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
