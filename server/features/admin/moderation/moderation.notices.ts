import type { Db } from '#server/core/database/pool.ts';
import type { DecidedComment } from '../../comments/comments.public.ts';
import { notify } from '../../notices/notices.public.ts';

const AUTHOR_NOTICES = {
  shown: 'comment_restored',
  hidden: 'comment_hidden',
  deleted: 'comment_removed',
} as const;

/** The author, where something became of the comment, and everybody whose report waited for the decision. */
export async function tellOfDecision(
  transaction: Db,
  { promptId, promptTitle, authorId, reporterIds, state, after }: DecidedComment,
): Promise<void> {
  const told = { subject: promptTitle, path: `/prompt/${promptId}` };
  if (authorId !== null && after !== state) {
    await notify(transaction, authorId, { ...told, kind: AUTHOR_NOTICES[after] });
  }
  const kind = after === 'shown' ? 'report_decided' : 'report_upheld';
  for (const reporterId of reporterIds) await notify(transaction, reporterId, { ...told, kind });
}
