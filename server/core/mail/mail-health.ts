import { sql } from 'kysely';
import type { Db } from '../database/pool.ts';

/** What staff should know of mail. */
export interface MailHealth {
  isConfigured: boolean;
  /** Not sent yet, new ones included. */
  waiting: number;
  oldestWaitingAt: Date | null;
  /** Given up within the last week. */
  dead: number;
  lastSentAt: Date | null;
  /** The latest failure of what waits or was given up; names no address. */
  lastReason: string | null;
  /** A sentence when somebody should look; null when all is well. */
  warning: string | null;
}

/** Mail that waits this long is stuck. Minutes. */
const STUCK_MINUTES = 15;

export async function mailHealth(db: Db, isConfigured: boolean): Promise<MailHealth> {
  const { rows } = await sql<Omit<MailHealth, 'isConfigured' | 'warning'> & { isStuck: boolean }>`
    select count(*) filter (where state = 'pending')::integer as waiting,
      min(created_at) filter (where state = 'pending') as "oldestWaitingAt",
      count(*) filter (where state = 'dead' and ended_at > now() - interval '7 days')::integer as dead,
      max(ended_at) filter (where state = 'sent') as "lastSentAt",
      (array_agg(reason order by coalesce(ended_at, next_attempt_at) desc) filter (where reason is not null))[1]
        as "lastReason",
      coalesce(min(created_at) filter (where state = 'pending')
        < now() - make_interval(mins => ${sql.lit(STUCK_MINUTES)}), false) as "isStuck"
    from mail_outbox`.execute(db);
  const { isStuck = false, ...found } = rows[0] ?? {
    waiting: 0,
    oldestWaitingAt: null,
    dead: 0,
    lastSentAt: null,
    lastReason: null,
  };
  return { ...found, isConfigured, warning: warningOf({ ...found, isConfigured, isStuck }) };
}

/** Mail nobody will send any more: the dead letters. */
export interface UndeliverableMail {
  id: string;
  kind: string;
  attempts: number;
  reason: string | null;
  at: Date;
  /** Its recipient is still known. */
  canRestart: boolean;
}

/** The latest first, as long as their rows are kept. */
export async function findUndeliverableMail(db: Db, count: number): Promise<UndeliverableMail[]> {
  const { rows } = await sql<UndeliverableMail>`
    select id::text, kind, attempts, reason, ended_at as at, recipient is not null as "canRestart" from mail_outbox
    where state = 'dead' and ended_at is not null order by ended_at desc, id desc limit ${count}`.execute(db);
  return rows;
}

function warningOf(health: Omit<MailHealth, 'warning'> & { isStuck: boolean }): string | null {
  if (!health.isConfigured) return 'No mail is sent: SMTP_URL and MAIL_FROM are not set.';
  if (health.isStuck) return 'Mail has been waiting for more than a quarter of an hour.';
  return health.dead > 0 ? 'Mail could not be delivered within the last week.' : null;
}
