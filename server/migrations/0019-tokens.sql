-- Tokens: what a member's programs call the API with.

create table tokens (
  id text primary key default gen_random_uuid()::text,
  token_hash bytea not null unique,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  scopes text[] not null,
  last_four text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- To the day, and nothing else of what it was used for.
  used_on date
);

create index tokens_user on tokens (user_id, created_at desc);
create index tokens_expiry on tokens (expires_at);
