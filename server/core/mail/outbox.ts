import { sql } from 'kysely';
import { DEFAULT_MAIL_CHOICES, type MailGroup } from '#contract/mail.ts';
import type { Db } from '../database/pool.ts';
import type { MailTemplate } from './mail-template.ts';

export interface NewMail<Data> {
  /** What it tells of, without its kind: the same fact is told once, however often it is written. */
  key: string;
  /** A member, or an address where there is no account. */
  to: { memberId: string } | { address: string };
  data: Data;
  /** Not sent before, so that it can still turn out to be needless. */
  afterMinutes?: number;
}

/**
 * Puts a mail into the outbox, in the transaction that writes what it tells of: both happen, or neither. It is sent by
 * MailDelivery, so that no request waits for it (docs/decisions/0027-mail-outbox.md).
 * @returns false when it is there already, or the member does not want such mail
 */
export async function addMail<Data>(
  transaction: Db,
  template: MailTemplate<Data>,
  { key, to, data, afterMinutes = 0 }: NewMail<Data>,
): Promise<boolean> {
  const recipients =
    'memberId' in to
      ? sql`select u.id, u.email from users u left join mail_choices c on c.user_id = u.id
          where u.id = ${to.memberId} and ${isWanted(template.group)}`
      : sql`select null::text, ${to.address}::text`;
  const { numAffectedRows } = await sql`
    insert into mail_outbox (dedupe_key, kind, mail_group, data, next_attempt_at, user_id, recipient)
    select ${`${template.kind} ${key}`}, ${template.kind}, ${template.group ?? null}, ${JSON.stringify(data)}::jsonb,
      now() + make_interval(mins => ${afterMinutes}), r.*
    from (${recipients}) r on conflict (dedupe_key) do nothing`.execute(transaction);
  return (numAffectedRows ?? 0n) > 0n;
}

/** What it tells of is over: a mail of this kind that was not sent yet is needless. */
export async function removeWaitingMail(
  transaction: Db,
  { kind }: Pick<MailTemplate, 'kind'>,
  memberId: string,
): Promise<void> {
  await sql`delete from mail_outbox
    where user_id = ${memberId} and kind = ${kind} and state = 'pending'`.execute(transaction);
}

const isWanted = (group: MailGroup | undefined) =>
  group === undefined ? sql`true` : sql`coalesce(c.${sql.ref(group)}, ${DEFAULT_MAIL_CHOICES[group]})`;

export interface DueMail {
  id: string;
  kind: string;
  memberId: string | null;
  recipient: string;
  data: unknown;
  attempts: number;
}

/** Those whose time has come, the longest waiting first. @param kinds that this version knows */
export async function findDue(db: Db, kinds: readonly string[], count: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    select id::text, kind, user_id as "memberId", recipient, data, attempts from mail_outbox
    where state = 'pending' and next_attempt_at <= now() and recipient is not null and kind = any(${kinds})
    order by next_attempt_at, id limit ${count}`.execute(db);
  return rows;
}

export async function setSent(db: Db, id: string): Promise<void> {
  await sql`update mail_outbox set state = 'sent', attempts = attempts + 1, reason = null, ended_at = now()
    where id = ${id}::bigint`.execute(db);
}

/** @param retryAfter seconds; undefined ends it */
export async function recordFailedAttempt(
  db: Db,
  id: string,
  { reason, retryAfter }: { reason: string; retryAfter: number | undefined },
): Promise<void> {
  const isDead = retryAfter === undefined;
  await sql`update mail_outbox set attempts = attempts + 1, reason = ${reason},
      state = ${isDead ? 'dead' : 'pending'}, ended_at = case when ${isDead} then now() end,
      next_attempt_at = now() + make_interval(secs => ${retryAfter ?? 0})
    where id = ${id}::bigint`.execute(db);
}

/** Why none of those whose time has come can be sent. */
export async function setReasonOfDue(db: Db, reason: string): Promise<void> {
  await sql`update mail_outbox set reason = ${reason}
    where state = 'pending' and next_attempt_at <= now()`.execute(db);
}

/** Lets those wait behind the others that are due. */
export async function moveBehind(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update mail_outbox set next_attempt_at = now()
    where id = any(${ids}::bigint[]) and state = 'pending'`.execute(db);
}

/** A mail that was given up is tried anew. @returns false when it was not, or its recipient is not known any more */
export async function retryUndeliverable(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mail_outbox set state = 'pending', attempts = 0, ended_at = null, next_attempt_at = now()
    where id = ${id}::bigint and state = 'dead' and recipient is not null`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Days after its end that a mail keeps its recipient and data: long enough to look into a complaint. */
const KEPT_DAYS = 3;

/** And that its row stays, so that the same fact is not told again. */
const KNOWN_DAYS = 90;

/** A mail nobody could send for so long, because nothing is configured, tells of nothing new. Days. */
const UNSENT_DAYS = 3;

/** Empties what has ended, deletes what is old. May run on any number of nodes at once. */
export async function sweepOutbox(db: Db): Promise<void> {
  const older = (days: number) => sql`now() - make_interval(days => ${sql.lit(days)})`;
  await sql`update mail_outbox set recipient = null, data = '{}'
    where ended_at < ${older(KEPT_DAYS)} and recipient is not null`.execute(db);
  await sql`delete from mail_outbox where ended_at < ${older(KNOWN_DAYS)}`.execute(db);
  await sql`delete from mail_outbox
    where state = 'pending' and attempts = 0 and reason is null and created_at < ${older(UNSENT_DAYS)}`.execute(
    db,
  );
}
