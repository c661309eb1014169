-- Mail: a transactional outbox, what members want of it, and the keys that sign links in it.

create table mail_outbox (
  id bigint generated always as identity primary key,
  -- What it tells of: the same fact is told once.
  dedupe_key text not null unique,
  kind text not null,
  -- Null for mail that is owed.
  mail_group text,
  -- Null: to somebody without an account, or whose account is gone.
  user_id text references users (id) on delete cascade,
  -- Emptied, with the data, a few days after the end.
  recipient text,
  -- What its template needs; it is rendered when it is sent.
  data jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'sent', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- Why the last attempt failed; no address.
  reason text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);

create index mail_outbox_due on mail_outbox (next_attempt_at) where state = 'pending';
create index mail_outbox_ended on mail_outbox (ended_at) where ended_at is not null;
create index mail_outbox_user on mail_outbox (user_id);

-- A member who is not here has chosen nothing (contract/mail.ts).
create table mail_choices (
  user_id text primary key references users (id) on delete cascade,
  guidance boolean not null,
  replies boolean not null
);

-- Browsers and systems a member has signed in with, so that a new one can be told of.
create table known_devices (
  user_id text not null references users (id) on delete cascade,
  device text not null,
  first_seen_at timestamptz not null default now(),
  primary key (user_id, device)
);

insert into known_devices (user_id, device, first_seen_at)
select user_id, coalesce(device, ''), min(created_at) from sessions group by 1, 2;

-- Two random UUIDs are 244 random bits. Whoever changes a row ends the links it signed.
create table signing_keys (
  name text primary key,
  key bytea not null
);

insert into signing_keys values ('links', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
