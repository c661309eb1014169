-- What the overview counts, by day, and when staff proved who they are.

alter table sessions
  -- When the provider last saw the person prove who they are; null where it was not asked.
  add column proven_at timestamptz;

alter table sign_in_attempts
  -- Asked for by a dangerous act: the provider has to ask the person, and not their browser alone.
  add column is_proof boolean not null default false;

-- By UTC.
alter table users add column last_active_on date;
update users u set last_active_on = (
  select max((s.used_at at time zone 'UTC')::date) from sessions s where s.user_id = u.id);

-- Nothing here is about one person.
create table daily_figures (
  -- By UTC.
  day date primary key,
  -- Estimated; see visitor_sketches.
  visitors integer not null default 0,
  active_members integer not null default 0,
  searches integer not null default 0,
  empty_searches integer not null default 0,
  -- As they were when last looked at on that day.
  paying integer,
  monthly_revenue_cents integer
);

-- Before visits were counted: the days on which somebody did something that is kept with its day.
insert into daily_figures (day, active_members)
select day, count(distinct user_id) from (
  select user_id, day from copies
  union all select user_id, (created_at at time zone 'UTC')::date from favorites
  union all select user_id, (created_at at time zone 'UTC')::date from comments where user_id is not null
  union all select id, last_active_on from users where last_active_on is not null
) active where day > now() - interval '365 days' group by day;

-- How many visitors a day has, without who they are: HyperLogLog over salted hashes. Deleted, with the salt, when the
-- day is over.
create table visitor_sketches (
  day date primary key,
  salt bytea not null,
  registers bytea not null
);

-- When a plan began or ended; whose it was is nobody's business here, and it stays when the account goes.
create table plan_changes (
  at timestamptz not null default now(),
  change text not null check (change in ('started', 'ended'))
);

create index plan_changes_time on plan_changes (at);

create function record_plan_change() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_entitled and (tg_op = 'DELETE' or not new.is_entitled) then
    insert into plan_changes (change) values ('ended');
  elsif tg_op <> 'DELETE' and new.is_entitled and (tg_op = 'INSERT' or not old.is_entitled) then
    insert into plan_changes (change) values ('started');
  end if;
  return null;
end
$$;

create trigger subscriptions_are_counted after insert or delete or update of is_entitled on subscriptions
for each row execute function record_plan_change();

-- Jobs whose last run failed.
create table job_failures (
  name text primary key,
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  reason text not null
);
