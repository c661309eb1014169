import { sql } from 'kysely';
import type { Overview } from '#contract/admin-overview.ts';
import type { Db } from '#server/core/database/pool.ts';

/** The days somebody did something: a session used, a copy, a favorite, a comment. */
const ACTIVITY = sql`
  select user_id, used_at as at from sessions
  union all select user_id, day::timestamptz from copies
  union all select user_id, created_at from favorites
  union all select user_id, created_at from comments where user_id is not null`;

export async function readTotals(db: Db): Promise<Overview['totals']> {
  const { rows } = await sql<Overview['totals']>`
    with active as materialized (select user_id, max(at) as at from (${ACTIVITY}) a
      where at > now() - interval '30 days' group by user_id),
    plans as (select count(*)::integer as paying, coalesce(sum(amount_cents), 0)::integer as cents,
      (count(*) filter (where ends_at is not null))::integer as ending,
      (count(*) filter (where past_due_since is not null))::integer as failed
      from subscriptions where is_entitled and (entitled_until is null or entitled_until > now()))
    select (select count(*)::integer from users) as members,
      (select count(*)::integer from active where at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')
        as "activeToday",
      (select count(*)::integer from active where at > now() - interval '7 days') as "active7",
      (select count(*)::integer from active) as "active30",
      p.paying, (select count(*)::integer from trials where ends_at > now() and user_id is not null) as "onTrial",
      coalesce(round(100.0 * p.paying / nullif((select count(*) from users), 0), 1), 0)::float8 as "payingShare",
      p.cents as "monthlyRevenueCents", p.failed as "failedPayments", p.ending,
      (select count(distinct comment_id)::integer from comment_reports where resolved_at is null) as "openReports",
      (select count(*)::integer from orders where state in ('received', 'in_work', 'revision')) as "waitingOrders"
    from plans p`.execute(db);
  const [totals] = rows;
  if (totals === undefined) throw new Error('An aggregate answered no row.');
  return totals;
}

export async function readDays(db: Db, days: number): Promise<Overview['days']> {
  const since = sql`(now() at time zone 'UTC')::date - ${days - 1}::integer`;
  const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`;
  const { rows } = await sql<Overview['days'][number]>`
    with days as (select generate_series(${since}, (now() at time zone 'UTC')::date, interval '1 day')::date as day),
    joined as (select ${dayOf('created_at')} as day, count(*)::integer as n from users
      where created_at >= ${since} group by 1),
    active as (select ${dayOf('at')} as day, count(distinct user_id)::integer as n from (${ACTIVITY}) a
      where at >= ${since} group by 1),
    copied as (select day, count(*)::integer as n from copies where day >= ${since} group by 1),
    kept as (select ${dayOf('created_at')} as day, count(*)::integer as n from favorites
      where created_at >= ${since} group by 1),
    said as (select ${dayOf('created_at')} as day, count(*)::integer as n from comments
      where created_at >= ${since} group by 1)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(j.n, 0) as "newMembers", coalesce(a.n, 0) as "activeMembers",
      coalesce(c.n, 0) as copies, coalesce(k.n, 0) as favorites, coalesce(s.n, 0) as comments
    from days d left join joined j using (day) left join active a using (day) left join copied c using (day)
    left join kept k using (day) left join said s using (day) order by d.day desc`.execute(db);
  return rows;
}

const SHOWN = 20;

export async function findReviewsDue(db: Db): Promise<Overview['reviewsDue']> {
  const { rows } = await sql<Overview['reviewsDue'][number]>`
    select p.id, p.title, to_char(p.review_due, 'YYYY-MM-DD') as value
    from prompts p join prompt_stats s on s.prompt_id = p.id
    where s.is_listed and p.review_due <= (now() at time zone 'UTC')::date + 30
    order by p.review_due, p.title limit ${sql.lit(SHOWN)}`.execute(db);
  return rows;
}

/** By the votes of the period alone: an old good rating hides what has become wrong. */
export async function findFallingRatings(db: Db, days: number): Promise<Overview['fallingRatings']> {
  const { rows } = await sql<Overview['fallingRatings'][number]>`
    select p.id, p.title, format('%s up, %s down', v.ups, v.downs) as value
    from (select prompt_id, count(*) filter (where kind = 'up') as ups, count(*) filter (where kind = 'down') as downs
      from votes where coalesce(changed_at, created_at) > now() - make_interval(days => ${days}) group by prompt_id) v
    join prompts p on p.id = v.prompt_id join prompt_stats s on s.prompt_id = p.id
    where s.is_listed and v.downs > v.ups order by v.downs - v.ups desc, p.title limit ${sql.lit(SHOWN)}`.execute(
    db,
  );
  return rows;
}
