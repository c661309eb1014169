import { sql } from 'kysely';
import type { PlanTier } from '#contract/billing.ts';
import type { Tier } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { SubscriptionState } from './subscription.state.ts';

const seconds = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}))::float8`;

/** As last read from the provider. */
export async function findState(db: Db, memberId: string): Promise<SubscriptionState | undefined> {
  const { rows } = await sql<SubscriptionState>`
    select subscription_id as "subscriptionId", status, price_id as "priceId", tier, next_tier as "nextTier",
      amount_cents as "amountCents", next_amount_cents as "nextAmountCents", currency, tax,
      regular_cents as "regularCents", ${seconds('discount_ends_at')} as "discountEndsAt",
      ${seconds('paused_from')} as "pausedFrom", ${seconds('paused_until')} as "pausedUntil",
      ${seconds('current_period_end')} as "currentPeriodEnd", ${seconds('ends_at')} as "endsAt",
      ${seconds('past_due_since')} as "pastDueSince", is_suspended as "isSuspended", is_entitled as "isEntitled",
      ${seconds('entitled_until')} as "entitledUntil", open_invoice_id as "openInvoiceId",
      is_authentication_needed as "isAuthenticationNeeded", has_pending_update as "hasPendingUpdate"
    from subscriptions where user_id = ${memberId}`.execute(db);
  return rows[0];
}

/** As of now. */
export async function setState(db: Db, memberId: string, state: SubscriptionState): Promise<void> {
  const timestamp = (value: number | null) => sql`to_timestamp(${value}::float8)`;
  await sql`
    insert into subscriptions (user_id, subscription_id, status, price_id, tier, next_tier, amount_cents,
      next_amount_cents, currency, current_period_end, ends_at, past_due_since, is_suspended, is_entitled, entitled_until,
      open_invoice_id, is_authentication_needed, has_pending_update, regular_cents, discount_ends_at, paused_from, paused_until, tax, as_of)
    values (${memberId}, ${state.subscriptionId}, ${state.status}, ${state.priceId}, ${state.tier},
      ${state.nextTier}, ${state.amountCents}, ${state.nextAmountCents}, ${state.currency},
      ${timestamp(state.currentPeriodEnd)}, ${timestamp(state.endsAt)},
      ${timestamp(state.pastDueSince)}, ${state.isSuspended}, ${state.isEntitled},
      ${timestamp(state.entitledUntil)}, ${state.openInvoiceId}, ${state.isAuthenticationNeeded},
      ${state.hasPendingUpdate}, ${state.regularCents}, ${timestamp(state.discountEndsAt)},
      ${timestamp(state.pausedFrom)}, ${timestamp(state.pausedUntil)}, ${state.tax}, now())
    on conflict (user_id) do update set
      subscription_id = excluded.subscription_id, status = excluded.status, price_id = excluded.price_id,
      tier = excluded.tier, next_tier = excluded.next_tier, amount_cents = excluded.amount_cents,
      next_amount_cents = excluded.next_amount_cents, currency = excluded.currency, current_period_end = excluded.current_period_end,
      ends_at = excluded.ends_at, past_due_since = excluded.past_due_since,
      is_suspended = excluded.is_suspended, is_entitled = excluded.is_entitled,
      entitled_until = excluded.entitled_until, open_invoice_id = excluded.open_invoice_id,
      is_authentication_needed = excluded.is_authentication_needed,
      has_pending_update = excluded.has_pending_update, regular_cents = excluded.regular_cents,
      discount_ends_at = excluded.discount_ends_at, paused_from = excluded.paused_from, paused_until = excluded.paused_until, tax = excluded.tax, as_of = excluded.as_of`.execute(
    db,
  );
}

/** The provider has none (any more). */
export async function removeState(db: Db, memberId: string): Promise<void> {
  await sql`delete from subscriptions where user_id = ${memberId}`.execute(db);
}

/** Everything the status is computed from. */
export interface StatusRow {
  tier: Tier;
  hasPaidPlan: boolean;
  subscription:
    | (Omit<SubscriptionState, 'subscriptionId' | 'priceId' | 'hasPendingUpdate'> & {
        tier: PlanTier;
        asOf: Date;
      })
    | null;
  trialEndsAt: number | null;
  hasUsedTrial: boolean;
  /** Now or ever. */
  hasHadPlan: boolean;
  /** By the database's clock, the one that decides. */
  now: number;
}

export async function findStatus(db: Db, memberId: string): Promise<StatusRow | undefined> {
  type Row = SubscriptionState & {
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
      s.status, s.tier, s.next_tier as "nextTier", s.amount_cents as "amountCents",
      s.next_amount_cents as "nextAmountCents", s.regular_cents as "regularCents",
      ${seconds('s.discount_ends_at')} as "discountEndsAt", ${seconds('s.paused_from')} as "pausedFrom",
      ${seconds('s.paused_until')} as "pausedUntil", s.currency, s.tax, s.is_authentication_needed as "isAuthenticationNeeded", ${seconds('s.current_period_end')} as "currentPeriodEnd",
      ${seconds('s.ends_at')} as "endsAt", ${seconds('s.past_due_since')} as "pastDueSince",
      s.is_suspended as "isSuspended", s.is_entitled as "isEntitled", ${seconds('s.entitled_until')} as "entitledUntil",
      s.open_invoice_id as "openInvoiceId", s.as_of as "asOf",
      t.subject is not null or exists (select from spent_trials x where x.code = trial_code(u.issuer, u.subject))
        as "hasUsedTrial", coalesce(c.has_had_plan, false) as "hasHadPlan", ${seconds('t.ends_at')} as "trialEndsAt",
      floor(extract(epoch from now()))::float8 as now
    from users u
    join member_plans p on p.user_id = u.id
    left join subscriptions s on s.user_id = u.id
    left join customers c on c.user_id = u.id
    left join trials t on t.issuer = u.issuer and t.subject = u.subject
    where u.id = ${memberId}`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { effectiveTier, hasPaidPlan, hasUsedTrial, hasHadPlan, trialEndsAt, now, asOf, ...state } = row;
  return {
    tier: effectiveTier,
    hasPaidPlan,
    hasUsedTrial,
    hasHadPlan,
    trialEndsAt,
    now,
    subscription: asOf === null ? null : { ...state, asOf },
  };
}

/** Whether a member pays for a plan: not in a trial, nor with a tier that staff gave; overdue within the grace period, yes. */
export async function isPaying(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql`select from subscriptions where user_id = ${memberId} and is_entitled
    and (entitled_until is null or entitled_until > now()) and status <> 'trialing'`.execute(db);
  return rows.length > 0;
}

/** For the archive of a member's data: what stands in our database; bills are the provider's. */
export async function readPayments(db: Db, memberId: string) {
  const { rows } = await sql<{
    customerId: string | null;
    subscriptionId: string | null;
    hasHadPlan: boolean;
    trialStartedAt: Date | null;
    trialEndsAt: Date | null;
  }>`
    select c.customer_id as "customerId", s.subscription_id as "subscriptionId",
      coalesce(c.has_had_plan, false) as "hasHadPlan", t.started_at as "trialStartedAt", t.ends_at as "trialEndsAt"
    from users u left join customers c on c.user_id = u.id left join subscriptions s on s.user_id = u.id
    left join trials t on t.issuer = u.issuer and t.subject = u.subject where u.id = ${memberId}`.execute(db);
  return rows[0];
}

/** Once per account of the sign-in provider, for members who never had a plan. @returns whether it began */
export async function addTrial(db: Db, memberId: string, days: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into trials (issuer, subject, user_id, ends_at)
    select issuer, subject, id, now() + make_interval(days => ${days}) from users
    where id = ${memberId} and not exists (select from customers where user_id = users.id and has_had_plan)
      and not exists (select from spent_trials where code = trial_code(users.issuer, users.subject))
    on conflict do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Whoever pays has a trial no longer, whatever becomes of the plan: "ends with the payment", as the checkout says. */
export async function endTrial(transaction: Db, memberId: string): Promise<void> {
  await sql`update trials set ends_at = now() where user_id = ${memberId} and ends_at > now()`.execute(
    transaction,
  );
}

/** Marks the trials that have ended since this was last called. @returns their members, and what these have now */
export async function markEndedTrials(
  db: Db,
): Promise<{ memberId: string; tier: Tier; hasPaidPlan: boolean }[]> {
  const { rows } = await sql<{ memberId: string; tier: Tier; hasPaidPlan: boolean }>`
    with ended as (
      update trials set is_end_logged = true where not is_end_logged and ends_at <= now() returning user_id)
    select p.user_id as "memberId", p.tier, p.has_paid_plan as "hasPaidPlan"
    from ended e join member_plans p on p.user_id = e.user_id`.execute(db);
  return rows;
}

/** Members whose trial ends within two days, and who have no plan. @returns timestamps in unix seconds */
export async function findEndingTrials(db: Db): Promise<{ memberId: string; endsAt: number }[]> {
  const { rows } = await sql<{ memberId: string; endsAt: number }>`
    select t.user_id as "memberId", ${seconds('t.ends_at')} as "endsAt" from trials t
    where t.user_id is not null and t.ends_at > now() and t.ends_at <= now() + interval '2 days'
      and not exists (select from subscriptions s where s.user_id = t.user_id and s.is_entitled)`.execute(db);
  return rows;
}

/**
 * Members whose period is over, but no webhook event said what came then; checked at most once an hour. Those the
 * provider could not be asked about come last, so that they do not block the others.
 */
export async function findOverdue(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from subscriptions
    where current_period_end < now() - interval '2 hours' and as_of < now() - interval '1 hour'
      and status in ('active', 'trialing', 'past_due')
    order by asked_at nulls first, current_period_end limit ${count}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** A check of an overdue member failed. */
export async function setCheckFailed(db: Db, memberId: string): Promise<void> {
  await sql`update subscriptions set asked_at = now() where user_id = ${memberId}`.execute(db);
}
