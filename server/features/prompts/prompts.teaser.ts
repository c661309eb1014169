import { SERVER_LIMITS } from '#contract/limits.ts';

/**
 * The beginning of a text on one line and without its Markdown, cut after a word: at most `teaserCharacters`, the
 * ellipsis included. Tables are skipped, since on one line nobody could read them; empty where there is nothing else.
 */
export function makeTeaser(beginning: string): string {
  const plain = withoutMarkdown(beginning).replace(/\s+/g, ' ').trim();
  if (plain.length <= SERVER_LIMITS.teaserCharacters) return plain;
  const room = SERVER_LIMITS.teaserCharacters - 1;
  // A space right behind the room means that the last word fits.
  const space = plain.lastIndexOf(' ', room);
  // Text without spaces is cut where it is full, but not through a surrogate pair.
  const cut = space > 0 ? plain.slice(0, space) : plain.slice(0, room).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/[\s,;:·–—-]+$/, '')}…`;
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
