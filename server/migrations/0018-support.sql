-- Support: what people ask the team, and what is answered.

create table tickets (
  id text primary key,
  -- Null: a visitor's, who has an address instead.
  user_id text references users (id) on delete cascade,
  address text,
  topic text not null,
  state text not null check (state in ('unconfirmed', 'open', 'answered', 'closed')),
  -- Asked by a paying member.
  is_priority boolean not null,
  prompt_id text references prompts (id) on delete set null,
  order_id text references orders (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Of the last message, and of closing.
  updated_at timestamptz not null default now(),
  check ((user_id is null) <> (address is null))
);

create index tickets_user on tickets (user_id, created_at desc);
create index tickets_queue on tickets ((not is_priority), updated_at) where state = 'open';
create index tickets_age on tickets (state, updated_at);
create index tickets_address on tickets (address) where state = 'unconfirmed';
create index tickets_prompt on tickets (prompt_id);
create index tickets_order on tickets (order_id);

create table ticket_messages (
  id text primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  is_from_staff boolean not null,
  text text not null,
  created_at timestamptz not null default clock_timestamp()
);

create index ticket_messages_ticket on ticket_messages (ticket_id, created_at);

-- Among staff: whoever asked never sees them.
create table ticket_notes (
  id text primary key,
  ticket_id text not null references tickets (id) on delete cascade,
  author_id text references users (id) on delete set null,
  text text not null,
  created_at timestamptz not null default clock_timestamp()
);

create index ticket_notes_ticket on ticket_notes (ticket_id, created_at);
create index ticket_notes_author on ticket_notes (author_id);
