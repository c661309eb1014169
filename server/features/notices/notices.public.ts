// The public interface of notices: telling a member something in the app.
import { randomUUID } from 'node:crypto';
import type { Db } from '#server/core/database/pool.ts';
import { makeId } from '#server/core/ids.ts';
import { insertNotice, type NewNotice } from './notices.queries.ts';

export { notifyOfChanges } from './notices.changes.queries.ts';
export { exportNotices } from './notices.personal-data.queries.ts';

/** In the transaction that writes what it tells of: both happen, or neither. */
export async function notify(transaction: Db, memberId: string, notice: NewNotice): Promise<void> {
  await insertNotice(transaction, { ...notice, id: makeId(randomUUID()), memberId });
}
