import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** Something a person has to look at. */
export interface BillingIncident {
  /** The provider refuses our API key, or a permission; or something happened to a payment of an account that was deleted here. */
  kind: 'key_refused' | 'deleted_account_event';
  /** The name of the call; or the customer's id at the provider, or the order's. */
  subject: string;
  /** The provider's code; or the event's type. */
  detail: string;
  times: number;
  lastAt: Date;
}

export async function addIncident(
  db: Db,
  { kind, subject, detail }: Pick<BillingIncident, 'kind' | 'subject' | 'detail'>,
): Promise<void> {
  await sql`
    insert into billing_incidents (kind, subject, detail) values (${kind}, ${subject}, ${detail})
    on conflict (kind, subject, detail) do update set times = billing_incidents.times + 1,
      last_at = now()`.execute(db);
}

export async function removeIncident(
  db: Db,
  { kind, subject }: Pick<BillingIncident, 'kind' | 'subject'>,
): Promise<void> {
  await sql`delete from billing_incidents where kind = ${kind} and subject = ${subject}`.execute(db);
}

/** For staff who have looked at it; the same again is a new one. @returns how often it was reported; undefined when it is not there */
export async function dismissIncident(
  transaction: Db,
  { subject, detail }: Pick<BillingIncident, 'subject' | 'detail'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ times: number }>`
    delete from billing_incidents
    where kind = 'deleted_account_event' and subject = ${subject} and detail = ${detail}
    returning times`.execute(transaction);
  return rows[0]?.times;
}

/** The latest first. */
export async function listIncidents(db: Db): Promise<BillingIncident[]> {
  const { rows } = await sql<BillingIncident>`
    select kind, subject, detail, times, last_at as "lastAt" from billing_incidents
    order by last_at desc limit 100`.execute(db);
  return rows;
}

/** A key that is refused is reported again as long as it is; an event of a deleted account stays for the year's books. */
export async function deleteOldIncidents(db: Db): Promise<void> {
  await sql`
    delete from billing_incidents where last_at < now() - interval '400 days'
      or (kind = 'key_refused' and last_at < now() - interval '7 days')`.execute(db);
}
