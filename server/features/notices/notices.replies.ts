import type { Db } from '#server/core/database/pool.ts';
import { addMail } from '#server/core/mail/outbox.ts';
import { takeUnreadReplies } from './notices.queries.ts';
import { repliesMail } from './notices.replies.mail.ts';

/** Whoever is here reads them here, and more may come: the first waits this long for the others. Minutes. */
const WAIT = 30;

/** May run on any number of nodes at once. @returns how many members are told */
export async function mailReplies(db: Db): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const members = await takeUnreadReplies(transaction, WAIT);
    for (const { memberId, subjects, count, newestId } of members) {
      const data = { subjects, count };
      await addMail(transaction, repliesMail, { key: `${memberId} ${newestId}`, to: { memberId }, data });
    }
    return members.length;
  });
}
