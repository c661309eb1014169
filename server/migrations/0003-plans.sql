-- Plans: what members pay for, as last read from the payment provider, and what we give without it.

-- One customer a member, made once. Never looked up by e-mail (PAYMENTS 1.8).
create table customers (
  user_id text primary key references users (id) on delete cascade,
  -- Null between losing one (deleted at the provider) and needing the next.
  customer_id text unique,
  -- Part of the key that makes creating repeatable: a customer that was lost is not handed out again.
  generation integer not null default 1,
  -- As the provider has it.
  email text not null,
  -- Ever paid for one, whatever became of it: no first-timer any more.
  has_had_plan boolean not null default false,
  created_at timestamptz not null default now()
);

-- The one subscription that counts, as the provider told it at as_of: nothing here is decided by us alone.
create table subscriptions (
  user_id text primary key references users (id) on delete cascade,
  subscription_id text not null,
  -- The provider's word; one we do not know opens nothing.
  status text not null,
  price_id text not null,
  -- What is paid for in this period.
  tier text not null check (tier in ('basic', 'advanced', 'pro')),
  -- A downgrade: what the next period costs, and opens.
  next_tier text check (next_tier in ('basic', 'advanced', 'pro')),
  current_period_end timestamptz not null,
  -- When it ends by itself, cancelled by the member, the provider's pages or its staff.
  ends_at timestamptz,
  -- The first failed attempt of what is overdue.
  past_due_since timestamptz,
  -- Its money is wanted back by the bank of whoever paid, or was taken back.
  is_suspended boolean not null default false,
  is_entitled boolean not null,
  -- Null: until the provider says otherwise.
  entitled_until timestamptz,
  -- What the member can pay now: a renewal that failed, or an upgrade that waits for its payment.
  open_invoice_id text,
  -- An upgrade that waits for its payment.
  has_pending_update boolean not null default false,
  as_of timestamptz not null,
  -- When the provider was last asked in vain about a period that is over.
  asked_at timestamptz
);

create index subscriptions_period on subscriptions (current_period_end);

-- One purchase under way a member; its id is the key that makes creating at the provider repeatable.
create table purchase_attempts (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  price_id text not null,
  -- Null until the provider has answered.
  subscription_id text,
  is_open boolean not null default true,
  created_at timestamptz not null default now()
);

create unique index purchase_attempts_open on purchase_attempts (user_id) where is_open;
create index purchase_attempts_user on purchase_attempts (user_id);

-- What was told and has been done. Only ever an answer to "again?": what to do is read from the provider.
create table stripe_events (
  event_id text primary key,
  received_at timestamptz not null default now()
);

create index stripe_events_age on stripe_events (received_at);

-- Keys of things made at the provider that it has answered with a failure: it would repeat that answer for a day, so
-- the next attempt takes another.
create table spent_keys (
  name text primary key,
  times integer not null,
  spent_at timestamptz not null default now()
);

-- What one of all processes does once a day.
create table daily_turns (
  name text primary key,
  -- While somebody works on it; renewed again and again, so that what an ended process left undone is taken over.
  taken_until timestamptz,
  -- By UTC.
  done_on date
);

-- Money of a subscription that its owner's bank wants back: it opens nothing while that lasts, or when it went back.
create table disputes (
  dispute_id text primary key,
  subscription_id text not null,
  status text not null,
  is_suspending boolean not null,
  updated_at timestamptz not null default now()
);

create index disputes_subscription on disputes (subscription_id) where is_suspending;

-- Ours alone, once an account of the sign-in provider: it outlives the member's account here.
create table trials (
  issuer text not null,
  subject text not null,
  user_id text references users (id) on delete set null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  primary key (issuer, subject)
);

create index trials_user on trials (user_id);

-- 1 for basic up to 4 for engineer.
create function tier_rank(tier text) returns integer
language sql immutable parallel safe as $$
  select array_position(array['basic', 'advanced', 'pro', 'engineer'], tier)
$$;

-- What a member may read at this moment, and whether anything but the free tier is behind it: the best of what an
-- administrator gave, what is paid for, and a trial that runs. The one place of this rule. A view, because the
-- planner sees through it: every request of a member asks.
create view member_plans as
select u.id as user_id,
  (array['basic', 'advanced', 'pro', 'engineer'])[greatest(
    tier_rank(u.tier),
    tier_rank(case when s.next_tier is not null and s.current_period_end <= now() then s.next_tier else s.tier end),
    case when t.subject is not null then tier_rank('pro') end
  )] as tier,
  u.tier <> 'basic' or s.user_id is not null or t.subject is not null as has_paid_plan
from users u
left join subscriptions s on s.user_id = u.id and s.is_entitled
  and (s.entitled_until is null or s.entitled_until > now())
left join trials t on t.issuer = u.issuer and t.subject = u.subject and t.ends_at > now();

-- Orders, grants, exemplars.

-- A prompt written for one buyer. Paid once, by one payment of the provider (PAYMENTS 1.8).
create table orders (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- Made by the browser once per form: sent twice, it is one order.
  client_key uuid not null,
  state text not null default 'awaiting_payment' check (state in
    ('awaiting_payment', 'received', 'in_work', 'delivered', 'revision', 'accepted', 'refunded')),
  goal text not null,
  context text not null,
  result text not null,
  model text,
  -- The engineer prompt it was ordered from.
  prompt_id text references prompts (id),
  amount_cents integer not null,
  currency text not null,
  -- The one payment that fulfils it; a closed one may be followed by another.
  payment_intent_id text unique,
  -- Its money is claimed back at the buyer's bank: until that is settled for us, it opens nothing.
  is_disputed boolean not null default false,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  unique (user_id, client_key)
);

create unique index orders_prompt on orders (user_id, prompt_id) where state <> 'refunded';
create index orders_user on orders (user_id, created_at desc, id desc);

create table order_revisions (
  order_id text not null references orders (id) on delete cascade,
  position integer not null,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (order_id, position)
);

-- What was written for the buyer: never among the prompts, where lists and search would find it.
create table order_deliveries (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  title text not null,
  content text not null,
  variables jsonb not null,
  note text,
  delivered_at timestamptz not null default now()
);

create index order_deliveries_order on order_deliveries (order_id, delivered_at);

-- One prompt opened to one member, whatever their tier (DECISIONS 5).
create table prompt_grants (
  user_id text not null references users (id) on delete cascade,
  prompt_id text not null references prompts (id) on delete cascade,
  -- Goes with the order that paid for it.
  order_id text not null references orders (id) on delete cascade,
  primary key (user_id, prompt_id)
);

create index prompt_grants_order on prompt_grants (order_id);

-- What came out when somebody filled in a prompt's variables (DECISIONS 9). Written with the prompt, by the loader.
create table exemplars (
  prompt_id text not null references prompts (id) on delete cascade,
  position integer not null,
  -- By variable name.
  "values" jsonb not null,
  model text not null,
  made_on date not null,
  output text not null,
  primary key (prompt_id, position)
);
