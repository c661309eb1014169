-- Accounts: sessions a member can tell apart, a name of their own, and leaving.

alter table sessions
  -- Names it in addresses and lists, where its token must not stand.
  add column id text not null default gen_random_uuid()::text,
  -- Browser and system, as far as its first request told.
  add column device text,
  -- To the day: written when the session is extended.
  add column used_at timestamptz not null default now();

-- Written by the member; shown instead of the provider's.
alter table users add column own_name text;

-- What bookkeeping needs outlives the account.
alter table orders alter column user_id drop not null;
alter table orders drop constraint orders_user_id_fkey;
alter table orders add constraint orders_user_id_fkey foreign key (user_id) references users (id) on delete set null;

-- Customers at the payment provider whose account was deleted here: whatever is told of them later is an error.
create table deleted_customers (
  customer_id text primary key,
  deleted_at timestamptz not null default now()
);
