import { LIMITS } from '#contract/limits.ts';

/** The beginning of a text on one line, cut after a word: at most `teaserCharacters`, the ellipsis included. */
export function makeTeaser(beginning: string): string {
  const plain = beginning.replace(/\s+/g, ' ').trim();
  if (plain.length <= LIMITS.teaserCharacters) return plain;
  const room = LIMITS.teaserCharacters - 1;
  // A space right behind the room means that the last word fits.
  const space = plain.lastIndexOf(' ', room);
  // Text without spaces is cut where it is full, but not through a surrogate pair.
  const cut = space > 0 ? plain.slice(0, space) : plain.slice(0, room).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/[\s,;:–—-]+$/, '')}…`;
}
