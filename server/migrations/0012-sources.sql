-- What a text stands on and when it was last judged; public, whoever may read the content.
alter table prompts
  add column sources jsonb not null default '[]',
  add column reviewed date,
  add column review_due date,
  -- Rises with every change of title, content or variables.
  add column version integer not null default 1 check (version > 0);

-- Prompts that were merged into another: their addresses lead to it.
create table prompt_redirects (
  from_id text primary key,
  -- The name of the file that was merged.
  from_slug text not null,
  prompt_id text not null references prompts (id) on delete cascade
);

create index prompt_redirects_prompt on prompt_redirects (prompt_id);
