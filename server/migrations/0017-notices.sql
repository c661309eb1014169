-- Notices in the app: what a member is told of beside mail.
create table notices (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  kind text not null,
  -- The title of what it is about; empty where there is none.
  subject text not null,
  path text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When a bundle of unread ones was mailed to whoever wants that.
  mailed_at timestamptz
);

create index notices_newest on notices (user_id, created_at desc, id desc);
create index notices_unread on notices (user_id) where read_at is null;
create index notices_unmailed on notices (created_at) where read_at is null and mailed_at is null;
