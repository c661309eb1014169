-- What staff do to members, orders and comments.

-- A tier that staff gave ends by itself; null: when it is taken back.
alter table users add column tier_until timestamptz;

create or replace view member_plans as
select u.id as user_id,
  (array['basic', 'advanced', 'pro', 'engineer'])[greatest(
    case when u.tier_until is null or u.tier_until > now() then tier_rank(u.tier) else tier_rank('basic') end,
    tier_rank(case when s.next_tier is not null and s.current_period_end <= now() then s.next_tier else s.tier end),
    case when t.subject is not null then tier_rank('pro') end
  )] as tier,
  (u.tier <> 'basic' and (u.tier_until is null or u.tier_until > now()))
    or s.user_id is not null or t.subject is not null as has_paid_plan,
  u.role,
  u.suspended_at is not null as is_suspended
from users u
left join subscriptions s on s.user_id = u.id and s.is_entitled
  and (s.entitled_until is null or s.entitled_until > now())
left join trials t on t.issuer = u.issuer and t.subject = u.subject and t.ends_at > now();

-- Null: given by staff.
alter table prompt_grants alter column order_id drop not null;

-- A comment that staff hid is a deleted one whose text can come back.
alter table comments add column hidden_content text;

-- What became of a report, and when.
alter table comment_reports
  add column resolved_at timestamptz,
  add column resolution text check (resolution in ('kept', 'hidden', 'deleted'));

create index comment_reports_open on comment_reports (created_at) where resolved_at is null;
