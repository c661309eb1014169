import { sql } from 'kysely';
import type { Overview } from '#contract/admin-overview.ts';
import type { Db } from '#server/core/database/pool.ts';

const TODAY = sql`(now() at time zone 'UTC')::date`;

/** The first of so many days, of which today is the last. */
const firstDay = (days: number) => sql`(${TODAY} - ${days - 1}::integer)`;

export async function readTotals(db: Db): Promise<Overview['totals']> {
  const { rows } = await sql<Overview['totals']>`
    with members as (select count(*)::integer as members,
      (count(*) filter (where last_active_on >= ${TODAY}))::integer as today,
      (count(*) filter (where last_active_on > ${TODAY} - 7))::integer as week,
      (count(*) filter (where last_active_on > ${TODAY} - 30))::integer as month from users),
    plans as (select count(*)::integer as paying, coalesce(sum(amount_cents), 0)::integer as cents,
      (count(*) filter (where ends_at is not null))::integer as ending,
      (count(*) filter (where past_due_since is not null))::integer as failed
      from subscriptions where is_entitled and (entitled_until is null or entitled_until > now()))
    select m.members, m.today as "activeToday", m.week as "active7", m.month as "active30",
      p.paying, (select count(*)::integer from trials where ends_at > now() and user_id is not null) as "onTrial",
      coalesce(round(100.0 * p.paying / nullif(m.members, 0), 1), 0)::float8 as "payingShare",
      p.cents as "monthlyRevenueCents", p.failed as "failedPayments", p.ending
    from members m, plans p`.execute(db);
  return only(rows);
}

export async function readPeriod(db: Db, days: number): Promise<Overview['period']> {
  const since = sql`(${firstDay(days)}::timestamp at time zone 'UTC')`;
  const { rows } = await sql<Overview['period']>`
    with counted as (select coalesce(sum(visitors), 0)::integer as visitors,
      coalesce(sum(searches), 0)::integer as searches, coalesce(sum(empty_searches), 0)::integer as empty
      from daily_figures where day >= ${firstDay(days)}),
    joined as (select count(*)::integer as members,
      (count(*) filter (where c.has_had_plan))::integer as payers
      from users u left join customers c on c.user_id = u.id where u.created_at >= ${since}),
    changed as (select (count(*) filter (where change = 'started'))::integer as started,
      (count(*) filter (where change = 'ended'))::integer as ended from plan_changes where at >= ${since}),
    running as (select count(*)::integer as plans from subscriptions where is_entitled),
    ordered as (select count(*)::integer as n, coalesce(sum(amount_cents), 0)::integer as cents
      from orders where paid_at >= ${since} and state <> 'refunded')
    select c.visitors, j.members as "newMembers", j.payers as "newPayers",
      case when j.members <= c.visitors then round(100.0 * j.members / nullif(c.visitors, 0), 1)::float8 end as "memberShare",
      round(100.0 * j.payers / nullif(j.members, 0), 1)::float8 as "payerShare",
      h.started as "plansStarted", h.ended as "plansEnded",
      round(100.0 * h.ended / nullif(r.plans + h.ended, 0), 1)::float8 as churn,
      o.n as "ordersPaid", o.cents as "orderRevenueCents", c.searches, c.empty as "emptySearches"
    from counted c, joined j, changed h, running r, ordered o`.execute(db);
  return only(rows);
}

function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('An aggregate returned no row.');
  return row;
}

export async function readDays(db: Db, days: number): Promise<Overview['days']> {
  const since = firstDay(days);
  const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`;
  const countOf = (table: string, column: string) => sql`
    (select ${dayOf(column)} as day, count(*)::integer as n from ${sql.table(table)}
      where ${sql.ref(column)} >= ${since}::timestamp at time zone 'UTC' group by 1)`;
  const { rows } = await sql<Overview['days'][number]>`
    with days as (select generate_series(${since}, ${TODAY}, interval '1 day')::date as day),
    joined as ${countOf('users', 'created_at')},
    kept as ${countOf('favorites', 'created_at')},
    said as ${countOf('comments', 'created_at')},
    copied as (select day, count(*)::integer as n from copies where day >= ${since} group by 1),
    ended as (select ${dayOf('at')} as day, count(*)::integer as n from plan_changes
      where change = 'ended' and at >= ${since}::timestamp at time zone 'UTC' group by 1)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(f.visitors, 0) as visitors, coalesce(j.n, 0) as "newMembers",
      coalesce(f.active_members, 0) as "activeMembers", coalesce(c.n, 0) as copies, coalesce(k.n, 0) as favorites,
      coalesce(s.n, 0) as comments, coalesce(f.searches, 0) as searches, coalesce(f.empty_searches, 0) as "emptySearches",
      f.paying, f.monthly_revenue_cents as "monthlyRevenueCents", coalesce(e.n, 0) as "plansEnded"
    from days d left join daily_figures f using (day) left join joined j using (day) left join copied c using (day)
    left join kept k using (day) left join said s using (day) left join ended e using (day)
    order by d.day desc`.execute(db);
  return rows;
}
