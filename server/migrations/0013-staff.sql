-- Staff: who works here, who may not any more, and a record of what staff did.

alter table users
  -- Apart from tiers: what somebody may do for the library.
  add column role text not null default 'member' check (role in ('member', 'moderator', 'admin')),
  add column suspended_at timestamptz,
  -- For staff, and for the member when they ask.
  add column suspension_reason text;

create index users_staff on users (role) where role <> 'member';

-- The best of what an administrator gave, what is paid for, and a trial that runs; besides who staff are and who is
-- suspended, so that one query tells everything about a session's member.
create or replace view member_plans as
select u.id as user_id,
  (array['basic', 'advanced', 'pro', 'engineer'])[greatest(
    tier_rank(u.tier),
    tier_rank(case when s.next_tier is not null and s.current_period_end <= now() then s.next_tier else s.tier end),
    case when t.subject is not null then tier_rank('pro') end
  )] as tier,
  u.tier <> 'basic' or s.user_id is not null or t.subject is not null as has_paid_plan,
  u.role,
  u.suspended_at is not null as is_suspended
from users u
left join subscriptions s on s.user_id = u.id and s.is_entitled
  and (s.entitled_until is null or s.entitled_until > now())
left join trials t on t.issuer = u.issuer and t.subject = u.subject and t.ends_at > now();

-- What staff did, to whom, when and from where. It holds ids and no personal data, because nothing here is ever
-- changed or deleted, also not when an account is.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- Null: a command at a shell.
  actor_id text,
  actor_role text not null check (actor_role in ('moderator', 'admin', 'command')),
  act text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  -- The network of the request's address (IPv4 /24, IPv6 /48); null for a command.
  network text
);

create index audit_log_actor on audit_log (actor_id, id);
create index audit_log_subject on audit_log (subject_kind, subject_id, id);
create index audit_log_time on audit_log (at, id);

-- For the owner of the table too, who has every privilege.
create function refuse_audit_change() returns trigger
language plpgsql as $$
begin
  raise exception 'the audit log takes new lines only';
end
$$;

create trigger audit_log_is_append_only before update or delete or truncate on audit_log
for each statement execute function refuse_audit_change();
