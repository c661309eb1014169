-- Teams: a few members who share collections and saved values.

create table teams (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table team_members (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'editor', 'reader')),
  joined_at timestamptz not null default now(),
  unique (team_id, user_id)
);

create unique index team_members_owner on team_members (team_id) where role = 'owner';
create unique index team_members_owned on team_members (user_id) where role = 'owner';
create index team_members_user on team_members (user_id);

create table team_invitations (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  -- Lower case; null: for whoever uses its link first.
  email text,
  role text not null check (role in ('editor', 'reader')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (team_id, email)
);

create index team_invitations_expiry on team_invitations (expires_at);

-- What of a team a member may do now. It is active while its owner's plan has teams.
create view team_access as
select m.team_id, m.user_id, m.role, p.tier in ('pro', 'engineer') and not p.is_suspended as is_active
from team_members m
join team_members o on o.team_id = m.team_id and o.role = 'owner'
join member_plans p on p.user_id = o.user_id;

alter table collections add column team_id text references teams (id) on delete set null;
create index collections_team on collections (team_id) where team_id is not null;

-- Values for a prompt's variables that a member saved on purpose. What browsers remember by themselves never comes here.
create table saved_values (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- Null: for the member alone.
  team_id text references teams (id) on delete set null,
  prompt_id text not null references prompts (id) on delete cascade,
  name text not null,
  entries jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index saved_values_user on saved_values (user_id, prompt_id);
create index saved_values_team on saved_values (team_id, prompt_id) where team_id is not null;
create index saved_values_prompt on saved_values (prompt_id);
