-- The library a visitor sees: categories, topics, prompts and their counters. What searches read is made in 0009.

create table categories (
  id text primary key,
  slug text not null unique,
  name text not null,
  description text not null,
  position integer not null
);

create table topics (
  id text primary key,
  category_id text not null references categories (id),
  slug text not null,
  name text not null,
  description text not null,
  position integer not null,
  unique (category_id, slug)
);

create table prompts (
  id text primary key,
  category_id text not null references categories (id),
  topic_id text not null references topics (id),
  title text not null,
  summary text not null,
  description text not null,
  content text not null,
  variables jsonb not null default '[]',
  tier text not null check (tier in ('basic', 'advanced', 'pro', 'engineer')),
  featured boolean not null default false,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Where the prompt comes from: its slug in content/ or its key in an import. Decides the id.
  source text not null,
  source_key text not null,
  source_hash text not null,
  unique (source, source_key)
);

create index prompts_topic on prompts (topic_id);

-- One narrow row a prompt: what lists are ordered and counted by. Counters change often; the text and its
-- search index do not, so they live elsewhere. Orders are kept as ascending keys, because then one
-- row comparison serves a page of any of them (docs/decisions/0003).
create table prompt_stats (
  prompt_id text primary key references prompts (id) on delete cascade,
  category_id text not null references categories (id),
  topic_id text not null references topics (id),
  tier_rank smallint not null,
  featured boolean not null,
  -- False for a prompt that left the library: kept for its id, counters and threads, shown nowhere.
  is_listed boolean not null default true,
  -- Lower-case title without accents.
  title_key text collate "C" not null,
  -- Minus the creation time in microseconds.
  newest_key bigint not null,
  copy_count integer not null default 0,
  favorite_count integer not null default 0,
  upvotes integer not null default 0,
  downvotes integer not null default 0,
  comment_count integer not null default 0,
  -- Lower bound of the Wilson interval times five; 0 without votes (DECISIONS 32).
  rating numeric(3, 2) not null default 0
);

-- One index for every order a list or a search walks, so that a page is read, never sorted.
create index prompt_stats_category_popular on prompt_stats (category_id, (-copy_count), (not featured), title_key, prompt_id) where is_listed;
create index prompt_stats_category_newest on prompt_stats (category_id, newest_key, (not featured), title_key, prompt_id) where is_listed;
create index prompt_stats_category_rating on prompt_stats (category_id, (-rating), (not featured), title_key, prompt_id) where is_listed;
create index prompt_stats_category_title on prompt_stats (category_id, title_key, (not featured), prompt_id) where is_listed;
create index prompt_stats_category_upvotes on prompt_stats (category_id, (-upvotes), (not featured), title_key, prompt_id) where is_listed;
create index prompt_stats_category_favorites on prompt_stats (category_id, (-favorite_count), (not featured), title_key, prompt_id) where is_listed;
create index prompt_stats_topic_popular on prompt_stats (topic_id, (-copy_count), (not featured), title_key, prompt_id) where is_listed;
create index prompt_stats_topic_newest on prompt_stats (topic_id, newest_key, (not featured), title_key, prompt_id) where is_listed;
create index prompt_stats_topic_rating on prompt_stats (topic_id, (-rating), (not featured), title_key, prompt_id) where is_listed;
-- What shelves and filters are counted by.
create index prompt_stats_counted on prompt_stats (topic_id, tier_rank) where is_listed;
