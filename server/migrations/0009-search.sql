-- What searches read (docs/decisions/0021-search.md). Nothing here needs an extension. Databases from before this file
-- have an older index, made by an earlier form of 0001: prompt_search, search_words and their text search configurations,
-- with pg_trgm and unaccent. It stays while processes of the version before may be searching by it.

-- English stems, and the plain words beside them: those let a half-typed word match as a prefix, and find phrases of
-- stop words. Copies, so that an administrator's change of the standard ones changes nothing here.
create text search configuration search_english (copy = pg_catalog.english);
create text search configuration search_plain (copy = pg_catalog.simple);

-- One row a listed prompt. Each document includes the one before: title; keywords and names of topic and category;
-- summary and description; content. Only the last holds text that not everybody may read.
create table search_documents (
  prompt_id text primary key references prompts (id) on delete cascade,
  category_id text not null,
  topic_id text not null,
  tier_rank smallint not null,
  -- As in prompt_stats: what decides between equal scores.
  featured boolean not null,
  title_key text collate "C" not null,
  -- From 0 to 1, by copies and rating at the time of indexing.
  popularity real not null,
  -- The most popular prompts are in bracket 0, four times as many in each next one; new prompts begin in 0. Each bracket
  -- has indexes of its own, read in turn, so that a word half the library has is answered from the first one.
  bracket smallint not null,
  keywords text[] not null,
  title_document tsvector not null,
  keyword_document tsvector not null,
  public_document tsvector not null,
  full_document tsvector not null
)
-- Keeps the short documents in the row, which ranking reads of every match, and the long ones out of it.
with (toast_tuple_target = 1024);

create index search_documents_public_0 on search_documents using gin (public_document) where bracket = 0;
create index search_documents_public_1 on search_documents using gin (public_document) where bracket = 1;
create index search_documents_public_2 on search_documents using gin (public_document) where bracket = 2;
create index search_documents_public_3 on search_documents using gin (public_document) where bracket = 3;
create index search_documents_public_4 on search_documents using gin (public_document) where bracket = 4;
create index search_documents_full_0 on search_documents using gin (full_document) where bracket = 0;
create index search_documents_full_1 on search_documents using gin (full_document) where bracket = 1;
create index search_documents_full_2 on search_documents using gin (full_document) where bracket = 2;
create index search_documents_full_3 on search_documents using gin (full_document) where bracket = 3;
create index search_documents_full_4 on search_documents using gin (full_document) where bracket = 4;

-- Words of titles, keywords, summaries, descriptions and topics, never of content: what a misspelled word is compared with.
create table search_vocabulary (
  word text primary key,
  prompts integer not null
);

-- Prompts that members asked for because a search found nothing.
create table prompt_requests (
  -- Lower case, without accents and signs: equal requests are counted together.
  text text not null check (char_length(text) between 1 and 200),
  user_id text not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (text, user_id)
);

-- The library counts as not loaded until its index is filled.
delete from library_state;
