import { LIMITS, SERVER_LIMITS } from '#contract/limits.ts';
import type { ListedComment } from './comments.queries.ts';

/** Written out in the page's state, or rendered, each of these takes up to ten bytes instead of two. */
const ESCAPED = /[<>&"'\\\p{Cc}]/gu;
/** What may start a Markdown construct, which becomes an element of the page. */
const MARKDOWN_START = /[*_`[>\n-]|https?:/gi;

/** The bytes a text takes in a page at most: it is there rendered, and in the page's state. */
const textBytes = (text: string) => 2 * Buffer.byteLength(text) + 8 * (text.match(ESCAPED)?.length ?? 0);

function commentBytes({ content, firstName, lastName, email, profileImageUrl }: ListedComment): number {
  const elements = Math.min(content.match(MARKDOWN_START)?.length ?? 0, LIMITS.commentPreviewPieces * 2);
  // The author is rendered twice, for the eye and as the name of the comment.
  const author = textBytes(`${firstName}${lastName}${email}${profileImageUrl}`);
  return textBytes(content) + 60 * elements + 2 * author;
}

/**
 * How many of these comments, thread by thread, make one page: a bounded number of threads, and of texts so much that a
 * page with the worst of them stays small. One comment is always a page.
 */
export function fitPage(rows: readonly ListedComment[]): number {
  let bytes = 0;
  const threads = new Set<string>();
  const end = rows.findIndex((row, index) => {
    bytes += commentBytes(row);
    threads.add(row.threadId);
    return (
      index > 0 && (threads.size > SERVER_LIMITS.commentPageThreads || bytes > SERVER_LIMITS.commentPageBytes)
    );
  });
  return end < 0 ? rows.length : end;
}
