import { LIMITS, SERVER_LIMITS } from '#contract/limits.ts';
import type { ListedComment } from './comments.queries.ts';

/** Written out in the page's state, or rendered, each of these takes up to ten bytes instead of two. */
const ESCAPED = /[<>&"'\\\p{Cc}]/gu;
/** What may begin a piece of Markdown, which is an element of the page. */
const MARK = /[*_`[>\n-]|https?:/gi;

/** What a text takes in a page at most, in bytes: it stands there rendered, and in the page's state. */
const weighText = (text: string) => 2 * Buffer.byteLength(text) + 8 * (text.match(ESCAPED)?.length ?? 0);

function weigh({ content, firstName, lastName, email, profileImageUrl }: ListedComment): number {
  const marks = Math.min(content.match(MARK)?.length ?? 0, LIMITS.commentPreviewPieces * 2);
  // The author is rendered twice, for the eye and as the name of the comment.
  const author = weighText(`${firstName}${lastName}${email}${profileImageUrl}`);
  return weighText(content) + 60 * marks + 2 * author;
}

/**
 * How many of these comments, thread by thread, make one page: a bounded number of threads, and of texts so much that a
 * page with the worst of them stays small. One comment is always a page.
 */
export function countOfPage(rows: readonly ListedComment[]): number {
  let weight = 0;
  const threads = new Set<string>();
  const past = rows.findIndex((row, index) => {
    weight += weigh(row);
    threads.add(row.threadId);
    return (
      index > 0 &&
      (threads.size > SERVER_LIMITS.commentPageThreads || weight > SERVER_LIMITS.commentPageBytes)
    );
  });
  return past < 0 ? rows.length : past;
}
