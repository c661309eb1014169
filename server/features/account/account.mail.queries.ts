import { sql } from 'kysely';
import { DEFAULT_MAIL_CHOICES, type MailChoices, type MailGroup } from '#contract/mail.ts';
import type { Db } from '#server/core/database/pool.ts';

export async function findMailChoices(db: Db, memberId: string): Promise<MailChoices> {
  const { rows } = await sql<MailChoices>`
    select guidance, replies from mail_choices where user_id = ${memberId}`.execute(db);
  return rows[0] ?? DEFAULT_MAIL_CHOICES;
}

/** Whoever has left in the meantime has no choices. */
export async function writeMailChoices(
  db: Db,
  memberId: string,
  { guidance, replies }: MailChoices,
): Promise<void> {
  await sql`insert into mail_choices (user_id, guidance, replies)
    select id, ${guidance}, ${replies} from users where id = ${memberId}
    on conflict (user_id) do update set guidance = excluded.guidance, replies = excluded.replies`.execute(db);
}

/** Also what waits to be sent: the next mail of this group would come after it was refused. */
export async function endMailGroup(db: Db, memberId: string, group: MailGroup): Promise<void> {
  const choices = { ...DEFAULT_MAIL_CHOICES, [group]: false };
  // Only this group of a row that is there: the other may be chosen at this moment.
  await sql`insert into mail_choices (user_id, guidance, replies)
    select id, ${choices.guidance}, ${choices.replies} from users where id = ${memberId}
    on conflict (user_id) do update set ${sql.ref(group)} = false`.execute(db);
  await sql`delete from mail_outbox
    where user_id = ${memberId} and state = 'pending' and mail_group = ${group}`.execute(db);
}

/** @returns whether the member had signed in before, and never with this device */
export async function addDevice(transaction: Db, memberId: string, device: string | null): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean; isFirst: boolean }>`
    with added as (insert into known_devices (user_id, device) values (${memberId}, ${device ?? ''})
      on conflict do nothing returning device)
    select exists (select from added) as "isNew",
      not exists (select from known_devices where user_id = ${memberId}) as "isFirst"`.execute(transaction);
  const [row] = rows;
  return row ? row.isNew && !row.isFirst : false;
}

/** For the archive of a member's data. */
export async function readMail(db: Db, memberId: string) {
  const { rows } = await sql<{ kind: string; state: string; createdAt: Date; endedAt: Date | null }>`
    select kind, state, created_at as "createdAt", ended_at as "endedAt" from mail_outbox
    where user_id = ${memberId} order by created_at, id`.execute(db);
  return rows;
}

/** For the archive of a member's data. */
export async function readDevices(db: Db, memberId: string) {
  const { rows } = await sql<{ device: string; firstSeenAt: Date }>`
    select device, first_seen_at as "firstSeenAt" from known_devices
    where user_id = ${memberId} order by first_seen_at, device`.execute(db);
  return rows;
}
