import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { findMembers, MemberDetail, MemberRow, PLAN_FILTERS } from '#contract/admin-members.ts';
import type { Db } from '#server/core/database/pool.ts';
import { isLiveSession } from '#server/core/sessions/sessions.ts';

type Filters = Omit<z.output<typeof findMembers.query>, 'limit' | 'cursor'>;

/** The newest members have the highest position. */
export interface MemberPosition {
  id: string;
  memberSince: string;
}

const NAME = sql<string>`coalesce(u.own_name, nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email)`;
const isoColumn = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const IS_PAYING = sql`s.user_id is not null`;
const IS_GRANTED = sql`u.tier <> 'basic'`;
const IS_ON_TRIAL = sql`t.subject is not null`;

/** What is behind a member's tier now, by the rules of the view `member_plans`. */
const FROM_PLANS = sql`from users u join member_plans p on p.user_id = u.id
    left join subscriptions s on s.user_id = u.id and s.is_entitled
      and (s.entitled_until is null or s.entitled_until > now())
    left join trials t on t.issuer = u.issuer and t.subject = u.subject and t.ends_at > now()`;
const planOf = (kind: RawBuilder<unknown>, tier: RawBuilder<unknown>, endsAt: RawBuilder<unknown>) =>
  sql`'kind', ${kind}, 'tier', ${tier}, 'endsAt', ${endsAt}`;
const PLAN = sql`case
    when ${IS_PAYING} then json_build_object(${planOf(
      sql`case when s.past_due_since is not null then 'overdue' when s.ends_at is not null then 'ending' else 'paying' end`,
      sql`s.tier`,
      isoColumn('s.ends_at'),
    )}, 'monthlyCents', s.amount_cents, 'currency', s.currency)
    when ${IS_GRANTED} then json_build_object(${planOf(sql`'granted'`, sql`u.tier`, isoColumn('u.tier_until'))},
      'monthlyCents', null, 'currency', null)
    when ${IS_ON_TRIAL} then json_build_object(${planOf(sql`'trial'`, sql`'pro'`, isoColumn('t.ends_at'))},
      'monthlyCents', null, 'currency', null) end as plan`;

const PLANS: Readonly<Record<(typeof PLAN_FILTERS)[number], RawBuilder<unknown>>> = {
  paying: IS_PAYING,
  ending: sql`s.ends_at is not null`,
  overdue: sql`s.past_due_since is not null`,
  granted: IS_GRANTED,
  trial: IS_ON_TRIAL,
  none: sql`not (${IS_PAYING} or ${IS_GRANTED} or ${IS_ON_TRIAL})`,
};

const ROW = sql`u.id, ${NAME} as name, u.email, p.tier, ${PLAN}, u.role, p.is_suspended as "isSuspended",
  to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "memberSince"`;

/** Members that meet all filters, newest first. */
export async function findMemberRows(
  db: Db,
  filters: Filters,
  page: { after: MemberPosition | undefined; count: number },
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select ${ROW} ${FROM_PLANS}
    where ${sql.join(conditions(filters, page.after), sql` and `)}
    order by u.created_at desc, u.id desc limit ${page.count}`.execute(db);
  return rows;
}

/** All that meet the filters. */
export async function countMembers(db: Db, filters: Filters): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total ${FROM_PLANS}
    where ${sql.join(conditions(filters, undefined), sql` and `)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function conditions(
  { q, tier, plan, role, state }: Filters,
  after: MemberPosition | undefined,
): RawBuilder<unknown>[] {
  const text = q?.trim();
  const pattern = `%${text?.replace(/[\\%_]/g, '\\$&')}%`;
  return [
    sql`true`,
    ...(after ? [sql`(u.created_at, u.id) < (${after.memberSince}::timestamptz, ${after.id})`] : []),
    ...(text ? [sql`(u.id = ${text} or u.email ilike ${pattern} or ${NAME} ilike ${pattern})`] : []),
    ...(tier ? [sql`p.tier = ${tier}`] : []),
    ...(plan ? [PLANS[plan]] : []),
    ...(role ? [sql`u.role = ${role}`] : []),
    ...(state ? [sql`p.is_suspended = ${state === 'suspended'}`] : []),
  ];
}

/** What this query knows of a member. */
type FoundMember = Omit<MemberDetail, 'customerUrl' | 'tickets'> & { customerId: string | null };

export async function findMemberDetail(db: Db, memberId: string): Promise<FoundMember | undefined> {
  const { rows } = await sql<FoundMember>`
    select ${ROW}, ${isoColumn('u.suspended_at')} as "suspendedAt", u.suspension_reason as "suspensionReason",
      u.tier as "grantedTier", ${isoColumn('u.tier_until')} as "grantedUntil", c.customer_id as "customerId",
      ${isoColumn('l.ends_at')} as "trialEndsAt",
      case when b.user_id is not null then json_build_object('status', b.status, 'tier', b.tier,
        'periodEnd', ${isoColumn('b.current_period_end')}, 'endsAt', ${isoColumn('b.ends_at')},
        'isDisputed', b.is_suspended) end as subscription,
      (select coalesce(json_agg(json_build_object('device', e.device, 'startedAt', ${isoColumn('e.created_at')},
        'usedAt', ${isoColumn('e.used_at')}) order by e.used_at desc), '[]')
        from sessions e where e.user_id = u.id and ${isLiveSession('e', 'u.role')}) as sessions,
      (select count(*)::integer from tokens k where k.user_id = u.id and k.grant_id is null
        and k.expires_at > now()) as tokens,
      (select count(*)::integer from oauth_grants k where k.user_id = u.id and k.expires_at > now()) as apps,
      (select coalesce(json_agg(json_build_object('id', o.id, 'goal', o.goal, 'state', o.state,
        'at', ${isoColumn('o.created_at')}) order by o.created_at desc), '[]')
        from orders o where o.user_id = u.id) as orders,
      (select coalesce(json_agg(json_build_object('promptId', g.prompt_id, 'title', r.title,
        'isByStaff', g.order_id is null) order by r.title), '[]')
        from prompt_grants g join prompts r on r.id = g.prompt_id where g.user_id = u.id) as grants,
      ${comments(isoColumn('m.created_at'))} as comments,
      json_build_object(
        'favorites', (select count(*) from favorites where user_id = u.id),
        'copies', (select count(*) from copies where user_id = u.id),
        'comments', (select count(*) from comments where user_id = u.id and deleted_at is null),
        'reports', (select count(*) from comment_reports x join comments y on y.id = x.comment_id
          where y.user_id = u.id)) as counts
    ${FROM_PLANS}
    left join customers c on c.user_id = u.id
    left join subscriptions b on b.user_id = u.id
    left join trials l on l.issuer = u.issuer and l.subject = u.subject
    where u.id = ${memberId}`.execute(db);
  return rows[0];
}

const MAX_SHOWN_COMMENTS = 20;

/** The newest of the member `u`. A deleted one has no text any more. */
const comments = (isoOf: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('id', m.id, 'promptId', m.prompt_id, 'promptTitle', m.title,
    'content', coalesce(m.hidden_content, m.content), 'at', ${isoOf}, 'reports', m.reports,
    'state', case when m.hidden_content is not null then 'hidden' when m.deleted_at is not null then 'deleted'
      else 'shown' end) order by m.created_at desc, m.id), '[]')
  from (select k.*, r.title, (select count(*) from comment_reports x where x.comment_id = k.id) as reports
    from comments k join prompts r on r.id = k.prompt_id
    where k.user_id = u.id order by k.created_at desc, k.id limit ${sql.lit(MAX_SHOWN_COMMENTS)}) m)`;
