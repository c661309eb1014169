import { SERVER_LIMITS } from '#contract/limits.ts';

const FENCE = /^\s*(?:```|~~~)/;
/** Quotes, bullets and numbers, one in another. */
const BLOCK_STARTS = /^(?:\s*(?:>|[-*+]\s|\d{1,9}[.)]\s))+/;
const HAS_WORDS = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The first line of a comment with anything to be read, without its Markdown, cut after a word. */
export function makeExcerpt(content: string): string {
  const lines = content.split('\n').filter((line) => !FENCE.test(line));
  for (const line of lines) {
    const plain = withoutMarkdown(line);
    if (HAS_WORDS.test(plain)) return cut(plain);
  }
  return '';
}

function withoutMarkdown(line: string): string {
  return line
    .replace(BLOCK_STARTS, '')
    .replace(/(?<!!)\[([^[\]]+)\]\([^()\s]*\)/g, '$1')
    .replace(/(?<!`)`+([^`]+)`+/g, '$1')
    .replace(/(?<![\p{L}\p{N}])(\*\*|__|\*|_)(?=\S)([^*_]+)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/\s+/g, ' ')
    .trim();
}

function cut(plain: string): string {
  if (plain.length <= SERVER_LIMITS.commentExcerptCharacters) return plain;
  const room = SERVER_LIMITS.commentExcerptCharacters - 1;
  const space = plain.lastIndexOf(' ', room);
  // Text without spaces is cut where it is full, but not through a surrogate pair.
  const start = space > 0 ? plain.slice(0, space) : plain.slice(0, room).replace(/[\ud800-\udbff]$/, '');
  return `${start.replace(/[\s,;:·–—-]+$/, '')}…`;
}
