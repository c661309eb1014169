-- What a plan costs as the provider charges it, and what its open bill waits for.

alter table subscriptions
  -- Of this period, and of the next one where a downgrade is planned. Null until the next sync.
  add column amount_cents integer,
  add column next_amount_cents integer,
  add column currency text,
  -- The bank of the kept card wants its owner.
  add column is_authentication_needed boolean not null default false;

-- What a person has to look at, each kind and subject once: calls the provider refuses our key, and payment events of
-- accounts that were deleted here. No personal data: the subject is a call's name, or a customer's id at the provider.
create table billing_incidents (
  kind text not null check (kind in ('key_refused', 'deleted_account_event')),
  subject text not null,
  -- The provider's code, or the event's type.
  detail text not null,
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (kind, subject)
);
