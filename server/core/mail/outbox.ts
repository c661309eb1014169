import { sql } from 'kysely';
import { DEFAULT_MAIL_CHOICES, type MailGroup } from '#contract/mail.ts';
import type { Db } from '../database/pool.ts';
import type { MailTemplate } from './mail-template.ts';

export interface NewMail<Data> {
  /** Identifies the event, without its kind: the same event is mailed once, however often it is added. */
  key: string;
  /** A member, or an address where there is no account. */
  to: { memberId: string } | { address: string };
  data: Data;
  /** Not sent before, so that it can still turn out to be needless. */
  afterMinutes?: number;
}

/**
 * Adds a mail to the outbox, in the transaction of the event it reports: both happen, or neither. It is sent by
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

/** Its event is over: a mail of this kind that was not sent yet is needless. */
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

/** Due mail, the longest waiting first. @param kinds that this version knows */
export async function findDueMail(db: Db, kinds: readonly string[], count: number): Promise<DueMail[]> {
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

/** Stores why no due mail can be sent now. */
export async function recordOutage(db: Db, reason: string): Promise<void> {
  await sql`update mail_outbox set reason = ${reason}
    where state = 'pending' and next_attempt_at <= now()`.execute(db);
}

/** Moves these behind all other due mail. */
export async function moveToEnd(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update mail_outbox set next_attempt_at = now()
    where id = any(${ids}::bigint[]) and state = 'pending'`.execute(db);
}

/** Retries a mail that was given up. @returns false when it was not, or its recipient is not known any more */
export async function retryUndeliverable(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mail_outbox set state = 'pending', attempts = 0, ended_at = null, next_attempt_at = now()
    where id = ${id}::bigint and state = 'dead' and recipient is not null`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Days after its end that a mail keeps its recipient and data: long enough to look into a complaint. */
const RETENTION_DAYS = 3;

/** Days that its row stays, so that the same event is not mailed again. */
const DEDUPLICATION_DAYS = 90;

/** Mail that could not be sent for this long, because nothing is configured, is out of date. Days. */
const UNSENT_DAYS = 3;

/** Empties what has ended, deletes what is old. May run on any number of nodes at once. */
export async function sweepOutbox(db: Db): Promise<void> {
  const older = (days: number) => sql`now() - make_interval(days => ${sql.lit(days)})`;
  await sql`update mail_outbox set recipient = null, data = '{}'
    where ended_at < ${older(RETENTION_DAYS)} and recipient is not null`.execute(db);
  await sql`delete from mail_outbox where ended_at < ${older(DEDUPLICATION_DAYS)}`.execute(db);
  await sql`delete from mail_outbox
    where state = 'pending' and attempts = 0 and reason is null and created_at < ${older(UNSENT_DAYS)}`.execute(
    db,
  );
}
