import { sql } from 'kysely';
import type { PlanTier } from '#contract/billing.ts';
import type { Tier } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { Standing } from './billing.entitlement.ts';

const seconds = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}))::float8`;

export interface Customer {
  customerId: string | null;
  generation: number;
  /** As the provider has it. */
  email: string;
  /** As the member has it by now. */
  memberEmail: string;
}

/** Makes the member's row where there is none. @returns undefined when there is no such member (any more) */
export async function keepCustomer(db: Db, memberId: string): Promise<Customer | undefined> {
  await sql`insert into customers (user_id, email) select id, email from users where id = ${memberId}
    on conflict (user_id) do nothing`.execute(db);
  const { rows } = await sql<Customer>`
    select c.customer_id as "customerId", c.generation, c.email, u.email as "memberEmail"
    from customers c join users u on u.id = c.user_id where c.user_id = ${memberId}`.execute(db);
  return rows[0];
}

export async function setCustomer(
  db: Db,
  memberId: string,
  { customerId, email }: { customerId: string; email: string },
): Promise<void> {
  await sql`update customers set customer_id = ${customerId}, email = ${email}
    where user_id = ${memberId}`.execute(db);
}

/** The customer is gone at the provider: the next one gets another key. */
export async function forgetCustomer(db: Db, memberId: string, customerId: string): Promise<void> {
  await sql`update customers set customer_id = null, generation = generation + 1
    where user_id = ${memberId} and customer_id = ${customerId}`.execute(db);
}

/** Stays, whatever becomes of the plan. */
export async function noteHadPlan(db: Db, memberId: string): Promise<void> {
  await sql`update customers set has_had_plan = true where user_id = ${memberId} and not has_had_plan`.execute(
    db,
  );
}

export async function findCustomerId(db: Db, memberId: string): Promise<string | undefined> {
  const { rows } = await sql<{ customer_id: string | null }>`
    select customer_id from customers where user_id = ${memberId}`.execute(db);
  return rows[0]?.customer_id ?? undefined;
}

export async function findMemberOfCustomer(db: Db, customerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from customers where customer_id = ${customerId}`.execute(db);
  return rows[0]?.user_id;
}

/** In an order that stays, some at a time: members with a customer after this one. */
export async function findCustomersAfter(db: Db, memberId: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from customers where customer_id is not null and user_id > ${memberId}
    order by user_id limit ${count}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** What was told last. */
export async function findStanding(db: Db, memberId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select subscription_id as "subscriptionId", status, price_id as "priceId", tier, next_tier as "nextTier",
      ${seconds('current_period_end')} as "currentPeriodEnd", ${seconds('ends_at')} as "endsAt",
      ${seconds('past_due_since')} as "pastDueSince", is_suspended as "isSuspended", is_entitled as "isEntitled",
      ${seconds('entitled_until')} as "entitledUntil", open_invoice_id as "openInvoiceId",
      has_pending_update as "hasPendingUpdate"
    from subscriptions where user_id = ${memberId}`.execute(db);
  return rows[0];
}

/** Writes what the provider told, as of now. */
export async function setStanding(db: Db, memberId: string, standing: Standing): Promise<void> {
  const moment = (value: number | null) => sql`to_timestamp(${value}::float8)`;
  await sql`
    insert into subscriptions (user_id, subscription_id, status, price_id, tier, next_tier, current_period_end,
      ends_at, past_due_since, is_suspended, is_entitled, entitled_until, open_invoice_id, has_pending_update, as_of)
    values (${memberId}, ${standing.subscriptionId}, ${standing.status}, ${standing.priceId}, ${standing.tier},
      ${standing.nextTier}, ${moment(standing.currentPeriodEnd)}, ${moment(standing.endsAt)},
      ${moment(standing.pastDueSince)}, ${standing.isSuspended}, ${standing.isEntitled},
      ${moment(standing.entitledUntil)}, ${standing.openInvoiceId}, ${standing.hasPendingUpdate}, now())
    on conflict (user_id) do update set
      subscription_id = excluded.subscription_id, status = excluded.status, price_id = excluded.price_id,
      tier = excluded.tier, next_tier = excluded.next_tier, current_period_end = excluded.current_period_end,
      ends_at = excluded.ends_at, past_due_since = excluded.past_due_since,
      is_suspended = excluded.is_suspended, is_entitled = excluded.is_entitled,
      entitled_until = excluded.entitled_until, open_invoice_id = excluded.open_invoice_id,
      has_pending_update = excluded.has_pending_update, as_of = excluded.as_of`.execute(db);
}

/** The provider knows of none (any more). */
export async function removeStanding(db: Db, memberId: string): Promise<void> {
  await sql`delete from subscriptions where user_id = ${memberId}`.execute(db);
}

/** Everything the status is made of, as stored. */
export interface StatusRow {
  tier: Tier;
  hasPaidPlan: boolean;
  subscription:
    | (Omit<Standing, 'subscriptionId' | 'priceId' | 'hasPendingUpdate'> & { tier: PlanTier; asOf: Date })
    | null;
  trialEndsAt: number | null;
  hasUsedTrial: boolean;
  /** Now or ever. */
  hasHadPlan: boolean;
  /** By the database's clock, the one that decides. */
  now: number;
}

export async function findStatus(db: Db, memberId: string): Promise<StatusRow | undefined> {
  type Row = Standing & {
    effectiveTier: Tier;
    hasPaidPlan: boolean;
    hasUsedTrial: boolean;
    hasHadPlan: boolean;
    trialEndsAt: number | null;
    now: number;
    asOf: Date | null;
  };
  const { rows } = await sql<Row>`
    select p.tier as "effectiveTier", p.has_paid_plan as "hasPaidPlan",
      s.status, s.tier, s.next_tier as "nextTier", ${seconds('s.current_period_end')} as "currentPeriodEnd",
      ${seconds('s.ends_at')} as "endsAt", ${seconds('s.past_due_since')} as "pastDueSince",
      s.is_suspended as "isSuspended", s.is_entitled as "isEntitled", ${seconds('s.entitled_until')} as "entitledUntil",
      s.open_invoice_id as "openInvoiceId", s.as_of as "asOf",
      t.subject is not null as "hasUsedTrial", coalesce(c.has_had_plan, false) as "hasHadPlan", ${seconds('t.ends_at')} as "trialEndsAt",
      floor(extract(epoch from now()))::float8 as now
    from users u
    join member_plans p on p.user_id = u.id
    left join subscriptions s on s.user_id = u.id
    left join customers c on c.user_id = u.id
    left join trials t on t.issuer = u.issuer and t.subject = u.subject
    where u.id = ${memberId}`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { effectiveTier, hasPaidPlan, hasUsedTrial, hasHadPlan, trialEndsAt, now, asOf, ...standing } = row;
  return {
    tier: effectiveTier,
    hasPaidPlan,
    hasUsedTrial,
    hasHadPlan,
    trialEndsAt,
    now,
    subscription: asOf === null ? null : { ...standing, asOf },
  };
}

/** Once an account of the sign-in provider, for who has not had a plan. @returns whether it began */
export async function addTrial(db: Db, memberId: string, days: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into trials (issuer, subject, user_id, ends_at)
    select issuer, subject, id, now() + make_interval(days => ${days}) from users
    where id = ${memberId} and not exists (select from customers where user_id = users.id and has_had_plan)
    on conflict do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Members whose period is over though nobody has told us what came then; not asked again within the hour after an
 * answer. Those that were asked in vain come last: they keep nobody else from being asked.
 */
export async function findOverdue(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from subscriptions
    where current_period_end < now() - interval '2 hours' and as_of < now() - interval '1 hour'
      and status in ('active', 'trialing', 'past_due')
    order by asked_at nulls first, current_period_end limit ${count}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** The provider was asked about an overdue member, and no answer came. */
export async function setAskedInVain(db: Db, memberId: string): Promise<void> {
  await sql`update subscriptions set asked_at = now() where user_id = ${memberId}`.execute(db);
}
