-- What title, text and variables were at each version. Never deleted while the prompt is there: whoever copied an old
-- one may look it up. The last one is the prompt's own.
create table prompt_versions (
  prompt_id text not null references prompts (id) on delete cascade,
  number integer not null check (number > 0),
  title text not null,
  content text not null,
  variables jsonb not null,
  -- What is new in it, in a sentence; null where nobody said so.
  change text,
  created_at timestamptz not null,
  primary key (prompt_id, number)
);

-- A first version is as old as its prompt.
insert into prompt_versions (prompt_id, number, title, content, variables, created_at)
select id, version, title, content, variables, case when version = 1 then created_at else updated_at end from prompts;

-- Null where it is not known: nobody is told then that something changed.
alter table copies add column version integer check (version > 0);

-- There was but one, or the prompt has not been touched since the day of the copy.
update copies c set version = p.version from prompts p
where p.id = c.prompt_id and (p.version = 1 or c.day > (p.updated_at at time zone 'utc')::date);
