import { SERVER_LIMITS } from '#contract/limits.ts';
import { cutText } from '#server/core/cut-text.ts';

const FENCE = /^\s*(?:```|~~~)/;
/** Quotes, bullets and numbers, one in another. */
const BLOCK_STARTS = /^(?:\s*(?:>|[-*+]\s|\d{1,9}[.)]\s))+/;
const HAS_WORDS = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The first line of a comment with anything to be read, without its Markdown, cut after a word. */
export function makeExcerpt(content: string): string {
  const lines = content.split('\n').filter((line) => !FENCE.test(line));
  for (const line of lines) {
    const plain = withoutMarkdown(line);
    if (HAS_WORDS.test(plain)) return cutText(plain, SERVER_LIMITS.commentExcerptCharacters);
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
