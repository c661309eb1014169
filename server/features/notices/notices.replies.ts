import type { Db } from '#server/core/database/pool.ts';
import { addMail } from '#server/core/mail/outbox.ts';
import { takeUnreadReplies } from './notices.queries.ts';
import { NAMED_REPLIES, repliesMail } from './notices.replies.mail.ts';

/** Whoever is here reads them here, and more may come: the first waits this long for the others. Minutes. */
const WAIT = 30;

/** May run on any number of nodes at once. @returns how many members are told */
export async function mailReplies(db: Db): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const members = await takeUnreadReplies(transaction, WAIT);
    for (const { memberId, replies, newestId } of members) {
      const subjects = [...new Set(replies.map(({ subject }) => subject))];
      const data = { count: replies.length, subjects, replies: replies.slice(-NAMED_REPLIES) };
      await addMail(transaction, repliesMail, { key: `${memberId} ${newestId}`, to: { memberId }, data });
    }
    return members.length;
  });
}
