-- Prompts about the same, worked out whenever the library changes: a page reads them, nobody waits for them.
create table related_prompts (
  prompt_id text not null references prompts (id) on delete cascade,
  -- 0 is the closest.
  position smallint not null,
  related_id text not null references prompts (id) on delete cascade,
  primary key (prompt_id, position),
  check (related_id <> prompt_id)
);

create index related_prompts_related on related_prompts (related_id);
