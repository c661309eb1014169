import { randomUUID } from 'node:crypto';
import type { Db } from '#server/core/database/pool.ts';
import { addMail } from '#server/core/mail/outbox.ts';
import { accountDeletedMail } from './account.deleted.mail.ts';
import { addDevice } from './account.mail.queries.ts';
import { newDeviceMail } from './account.new-device.mail.ts';
import { findEmail } from './account.queries.ts';
import { welcomeMail } from './account.welcome.mail.ts';

/** In the transaction of a sign-in: a welcome the first time, a warning from a device never seen before. */
export async function addSignInMail(
  transaction: Db,
  { memberId, isNew, device }: { memberId: string; isNew: boolean; device: string | null },
): Promise<void> {
  const to = { memberId };
  const isNewDevice = await addDevice(transaction, memberId, device);
  if (isNew) await addMail(transaction, welcomeMail, { key: memberId, to, data: {} });
  else if (isNewDevice) {
    const data = { device, at: new Date().toISOString() };
    await addMail(transaction, newDeviceMail, { key: `${memberId} ${device}`, to, data });
  }
}

/** In the transaction that deletes the account, before it: the address goes with it. */
export async function addDeletedMail(
  transaction: Db,
  memberId: string,
  data: { areCommentsKept: boolean; isByStaff: boolean },
): Promise<void> {
  const address = await findEmail(transaction, memberId);
  if (address === undefined) return;
  // Whoever signs up again and leaves again is told again.
  await addMail(transaction, accountDeletedMail, { key: randomUUID(), to: { address }, data });
}
