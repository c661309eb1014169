-- Members: accounts, sessions, and what they do with prompts.

create table users (
  id text primary key,
  -- Who the sign-in provider says it is; never merged by e-mail.
  issuer text not null,
  subject text not null,
  email text not null,
  first_name text,
  last_name text,
  profile_image_url text,
  tier text not null default 'basic' check (tier in ('basic', 'advanced', 'pro', 'engineer')),
  are_recents_paused boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (issuer, subject)
);

-- Only a hash of the token is kept: who reads this table cannot sign in with it.
create table sessions (
  token_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Thirty days after the last use.
  expires_at timestamptz not null
);

create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- A sign-in under way, used once: bound to the browser that began it by a cookie.
create table sign_in_attempts (
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  return_url text not null,
  expires_at timestamptz not null
);

create index sign_in_attempts_expiry on sign_in_attempts (expires_at);

create table favorites (
  user_id text not null references users (id) on delete cascade,
  prompt_id text not null references prompts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, prompt_id)
);

-- Read backwards, so that one row comparison serves a page.
create index favorites_newest on favorites (user_id, created_at, prompt_id);
create index favorites_prompt on favorites (prompt_id);

create table votes (
  user_id text not null references users (id) on delete cascade,
  prompt_id text not null references prompts (id) on delete cascade,
  kind text not null check (kind in ('up', 'down')),
  created_at timestamptz not null default now(),
  -- When it last went from up to down or back. Tells the statement that writes a vote whether the row is new.
  changed_at timestamptz,
  primary key (user_id, prompt_id)
);

create index votes_prompt on votes (prompt_id);

-- One row a member, prompt and UTC day (DECISIONS 38); copy_count counts these rows.
create table copies (
  prompt_id text not null references prompts (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  day date not null,
  primary key (prompt_id, user_id, day)
);

create index copies_user on copies (user_id);

create table recents (
  user_id text not null references users (id) on delete cascade,
  prompt_id text not null references prompts (id) on delete cascade,
  used_at timestamptz not null,
  primary key (user_id, prompt_id)
);

create index recents_newest on recents (user_id, used_at, prompt_id);
create index recents_prompt on recents (prompt_id);

create table comments (
  id text primary key,
  prompt_id text not null references prompts (id) on delete cascade,
  -- Null once the account is gone: the thread stays readable.
  user_id text references users (id) on delete set null,
  parent_id text,
  -- Emptied when it is deleted; the row stays, so that replies keep their parent and a repeat finds it.
  content text not null,
  -- Counts the rows of comment_votes.
  upvotes integer not null default 0,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  unique (id, prompt_id),
  -- A reply belongs to its parent's prompt, whatever a client sends.
  foreign key (parent_id, prompt_id) references comments (id, prompt_id)
);

create index comments_thread on comments (prompt_id, created_at, id);
create index comments_parent on comments (parent_id);
create index comments_user on comments (user_id, created_at);

create table comment_votes (
  comment_id text not null references comments (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  primary key (comment_id, user_id)
);

create index comment_votes_user on comment_votes (user_id);

create table comment_reports (
  comment_id text not null references comments (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  reason text not null,
  details text,
  created_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);

-- Top Rated reads across categories.
create index prompt_stats_rating on prompt_stats ((-rating), (not featured), title_key, prompt_id) where is_listed;

-- The lower bound of the Wilson interval (95 %) of up/(up + down), times five; 0 without votes (DECISIONS 32). The
-- one place of this formula: every statement that moves votes moves the rating with them. Counts below 0 are taken
-- as 0: an UPDATE that has waited for another first computes from the row as it was, then anew from the row as it is.
create function prompt_rating(upvotes integer, downvotes integer) returns numeric
language sql immutable parallel safe as $$
  select case when up + down = 0 then 0 else round((5 * (
    (up + z * z / 2 - z * sqrt(up * down / (up + down) + z * z / 4)) / (up + down + z * z)
  ))::numeric, 2) end
  from (select greatest(upvotes, 0)::float8 as up, greatest(downvotes, 0)::float8 as down,
    1.959963984540054::float8 as z) votes
$$;
