-- Collections: named shelves of a member, with prompts in an order of their own.

create table collections (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  description text not null,
  color text not null,
  visibility text not null default 'private' check (visibility in ('private', 'link', 'public')),
  -- Whether others see the member's name.
  shows_name boolean not null default false,
  -- Its public address, the same whenever it is public.
  slug text unique,
  -- What makes its link; another one revokes the link.
  link_key text unique,
  -- By staff: nobody but the member sees it.
  hidden_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (visibility <> 'public' or slug is not null),
  check (visibility <> 'link' or link_key is not null)
);

create index collections_user on collections (user_id, updated_at desc);
create index collections_public on collections (updated_at) where visibility = 'public' and hidden_at is null;

create table collection_prompts (
  collection_id text not null references collections (id) on delete cascade,
  prompt_id text not null references prompts (id) on delete cascade,
  position integer not null,
  note text,
  added_at timestamptz not null default now(),
  primary key (collection_id, prompt_id)
);

create index collection_prompts_order on collection_prompts (collection_id, position, prompt_id);
create index collection_prompts_prompt on collection_prompts (prompt_id);

create table collection_reports (
  collection_id text not null references collections (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  reason text not null,
  details text,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text check (resolution in ('kept', 'hidden')),
  primary key (collection_id, user_id)
);

create index collection_reports_user on collection_reports (user_id);
create index collection_reports_open on collection_reports (created_at) where resolved_at is null;
