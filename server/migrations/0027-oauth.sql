-- OAuth 2.1 for the MCP server: programs that members let act for them (docs/decisions/0036-oauth.md).

create table oauth_clients (
  -- Ours when it registered; the address of its own description when that is what it goes by.
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  -- When a description has to be read again; null for one that registered.
  fresh_until timestamptz,
  created_at timestamptz not null default now(),
  -- Of its last consent: what nobody uses is removed.
  used_at timestamptz not null default now()
);

create index oauth_clients_use on oauth_clients (used_at);

-- What a member lets one client do, until they or time end it.
create table oauth_grants (
  id text primary key default gen_random_uuid()::text,
  user_id text not null references users (id) on delete cascade,
  client_id text not null references oauth_clients (id) on delete cascade,
  -- As the member read them when they consented.
  client_name text not null,
  redirect_host text not null,
  scopes text[] not null,
  resource text not null,
  -- A refresh token has two parts: one that all of this grant share, and one that is replaced at each use. The first
  -- with another second part is a token used twice, for as long as the grant lives.
  family_hash bytea not null unique,
  refresh_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_on date
);

create index oauth_grants_user on oauth_grants (user_id, created_at desc);
create index oauth_grants_client on oauth_grants (client_id);
create index oauth_grants_expiry on oauth_grants (expires_at);

-- Consents on their way to the client.
create table oauth_codes (
  code_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  client_id text not null references oauth_clients (id) on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  scopes text[] not null,
  resource text not null,
  expires_at timestamptz not null,
  -- What it was exchanged for; a second exchange ends that.
  grant_id text references oauth_grants (id) on delete cascade
);

create index oauth_codes_user on oauth_codes (user_id);
create index oauth_codes_client on oauth_codes (client_id);
create index oauth_codes_grant on oauth_codes (grant_id);
create index oauth_codes_expiry on oauth_codes (expires_at);

-- Access tokens are tokens of a grant: for an hour, and for its resource alone.
alter table tokens add column grant_id text references oauth_grants (id) on delete cascade;

create index tokens_grant on tokens (grant_id);
