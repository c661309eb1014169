import { expectedOn } from '#contract/business-days.ts';
import type { Db } from '#server/core/database/pool.ts';
import { addMail } from '#server/core/mail/outbox.ts';
import { addRevision } from './orders.queries.ts';
import { orderRevisionMail } from './orders.revision.mail.ts';

/** Writes the changes a buyer asks for, and tells them that we have them. @returns false when nothing is delivered */
export async function askForRevision(
  db: Db,
  memberId: string,
  orderId: string,
  text: string,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const added = await addRevision(transaction, memberId, orderId, text);
    if (added === undefined) return false;
    const key = `${orderId} ${added.position}`;
    const data = { orderId, title: added.goal, expectedOn: expectedOn(new Date().toISOString()) };
    await addMail(transaction, orderRevisionMail, { key, to: { memberId }, data });
    return true;
  });
}
