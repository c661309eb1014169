import { SERVER_LIMITS } from '#contract/limits.ts';

/** Shorter paragraphs are salutations, captions and lead-ins. */
const MIN_PARAGRAPH = 60;

/**
 * The first running text of an output, on one line and without its Markdown, in whole sentences where they fit: at most
 * `teaserCharacters`, an ellipsis included. An output of nothing but lists and headings is shown from its beginning;
 * tables are skipped, since on one line nobody could read them. Empty where there is nothing else.
 */
export function makeTeaser(beginning: string): string {
  const paragraphs = beginning.split(/\n(?:[ \t>]*\n)+/);
  const first = paragraphs.findIndex(isProse);
  if (first < 0) return cut(toLine(beginning));
  const end = paragraphs.findIndex((paragraph, index) => index > first && !isProse(paragraph));
  return cut(toLine(paragraphs.slice(first, end < 0 ? undefined : end).join(' ')));
}

/** No heading, list, table or code, and ends as sentences do. */
function isProse(paragraph: string): boolean {
  const text = paragraph.replace(/^[ \t>]+/gm, '').trim();
  return (
    text.length >= MIN_PARAGRAPH &&
    !/^(?:#|```|[-*+–•]\s|\d+[.)]\s)|\|/m.test(text) &&
    /[.!?…]["”’)*_]*$/.test(text)
  );
}

const toLine = (text: string) => withoutMarkdown(text).replace(/\s+/g, ' ').trim();

/** Up to the last one that ends; a title, an initial or the number of a list ends none. */
const SENTENCES = /^.*(?<!\b(?:\p{L}|\d+|Dr|Mr|Mrs|Ms|St|No|vs))[.!?…]["”’)]*(?= ["“(]?[\p{Lu}\d])/u;

/** After its last whole sentence, or after a word. */
function cut(plain: string): string {
  if (plain.length <= SERVER_LIMITS.teaserCharacters) return plain;
  const room = SERVER_LIMITS.teaserCharacters - 1;
  const sentences = SENTENCES.exec(plain.slice(0, room + 2))?.[0] ?? '';
  if (sentences.length >= MIN_PARAGRAPH) return sentences;
  // A space right behind the room means that the last word fits.
  const space = plain.lastIndexOf(' ', room);
  // Text without spaces is cut where it is full, but not through a surrogate pair.
  const words = space > 0 ? plain.slice(0, space) : plain.slice(0, room).replace(/[\ud800-\udbff]$/, '');
  return `${words.replace(/[\s,;:·–—-]+$/, '')}…`;
}

/** A head with pipes, the row of dashes below it, and the rows that follow. */
const TABLE = /^[^\n]*\|[^\n]*\n[ \t]*\|?[ \t]*:?-+:?[ \t]*\|[-:| \t]*(?:\n[^\n]*\|[^\n]*)*$/gm;

/** As running text, since a teaser has no lines for headings and lists; quoted text is read as if it were not. */
function withoutMarkdown(text: string): string {
  return text
    .replace(/^(?:[ \t]*>)+[ \t]?/gm, '')
    .replace(TABLE, '…')
    .replace(/^[\s…]+|[\s…]+$/g, '')
    .replace(/[ \t|]*\|[ \t|]*/g, ' · ')
    .replace(/^[ \t]*(?:#{1,6}[ \t]+|\*\*(?=[^*\n]+\*\*$))(.*[^\s.:;,!?…*#])[*# \t]*$/gm, '$1:')
    .replace(/^[ \t]*(?:#{1,6}|[-*+–•])[ \t]+/gm, '')
    .replace(/\*\*|`/g, '')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1');
}
