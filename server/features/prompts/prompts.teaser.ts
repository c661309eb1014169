import { LIMITS } from '#contract/limits.ts';

/**
 * The beginning of a text on one line and without its Markdown, cut after a word: at most `teaserCharacters`, the
 * ellipsis included.
 */
export function makeTeaser(beginning: string): string {
  const plain = withoutMarkdown(beginning).replace(/\s+/g, ' ').trim();
  if (plain.length <= LIMITS.teaserCharacters) return plain;
  const room = LIMITS.teaserCharacters - 1;
  // A space right behind the room means that the last word fits.
  const space = plain.lastIndexOf(' ', room);
  // Text without spaces is cut where it is full, but not through a surrogate pair.
  const cut = space > 0 ? plain.slice(0, space) : plain.slice(0, room).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/[\s,;:·–—-]+$/, '')}…`;
}

/** Read as one sentence after the other, since a teaser has no lines: tables, headings and lists would be noise in it. */
function withoutMarkdown(text: string): string {
  return (
    text
      // Also one that ends where the text was cut.
      .replace(/^[ \t]*\|?[ \t]*:?-+:?[ \t]*\|[-:| \t]*(?:\n|$)/gm, '')
      .replace(/\|[ \t]*\n[ \t]*\|/g, ';\n')
      .replace(/[ \t.|]*\|[ \t]*$/gm, '.')
      .replace(/^[ \t|]+|[ \t]+$/gm, '')
      .replace(/[ \t|]*\|[ \t|]*/g, ' · ')
      .replace(/[ \t·]+;$/gm, ';')
      .replace(/^(?:#{1,6}[ \t]+|\*\*(?=[^*\n]+\*\*$))(.*[^\s.:;,!?…*#])[*# \t]*$/gm, '$1:')
      .replace(/^(?:#{1,6}|[-*+–•>])[ \t]+/gm, '')
      .replace(/\*\*|`/g, '')
      .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')
  );
}
