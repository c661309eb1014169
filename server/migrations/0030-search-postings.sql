-- What searches read from now on (docs/decisions/0048-search-postings.md): for each word, where it stands. The documents of
-- 0009 stay for one release: processes of the version before search by them while nodes are replaced.

-- A change of the index raises the version, by which processes notice, and makes all who write it wait for each other.
create table search_index (
  version integer not null,
  -- Of the first prompt in the index and of the next one to be indexed. Never given twice: what is read for a number is never
  -- another prompt's.
  first_number integer not null,
  next_number integer not null
);
insert into search_index (version, first_number, next_number) values (1, 1, 1);

-- One row a listed prompt. Indexed again it gets another number, and what stands under the old one is dead.
create table search_prompts (
  number integer primary key,
  prompt_id text not null unique references prompts (id) on delete cascade,
  -- Of its public texts, each once: what misspelled words are compared with.
  words text[] not null
);

-- Where a word stands, in the prompts from number `first` on. For what everybody may read (tier -1) the word as it is, with
-- its positions; for contents its stem, apart for each tier, so that what a viewer may not read is not read for them.
create table search_postings (
  word text collate "C" not null,
  tier smallint not null,
  first integer not null,
  entries bytea not null,
  primary key (word, tier, first)
);
-- Packed already; decompressing takes longer than reading.
alter table search_postings alter column entries set storage external;

-- Of the forms of 0001 and before, which no version reads any more.
drop table if exists prompt_search, search_words;
drop text search configuration if exists promptarium_english;
drop text search configuration if exists promptarium_plain;

-- The library counts as not loaded until its index is filled.
delete from library_state;
