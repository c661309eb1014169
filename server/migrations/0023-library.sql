-- What staff decide about the library, and what they answer tickets with.

alter table prompts
  -- By staff: listed nowhere, whatever content/ and imports say, until it is brought back.
  add column retired_at timestamptz,
  -- What staff decided; null: as its source says.
  add column featured_by_staff boolean;

-- When staff had dealt with it; somebody who asks again opens it again.
alter table prompt_requests add column done_at timestamptz;

-- Beginnings of answers that are often given.
create table canned_answers (
  id text primary key,
  name text not null unique,
  text text not null,
  updated_at timestamptz not null default now()
);

insert into canned_answers (id, name, text) values
('5a437mcrcymo', 'Cancel a plan',
  'You can cancel on Manage Subscription at any time. You keep access until the end of the month you paid for, and nothing more is charged.'),
('nm332niid7f4', 'Refund',
  'We don’t refund part-used months, except where the law requires it or where we failed to deliver. If this was charged by mistake, tell us the date and the amount, and we look into it at once.'),
('iqq5or47mkue', 'Payment declined',
  'Your bank declined the payment; we cannot see why. Please try another card on Manage Subscription, or ask your bank. Your plan stays open for seven days after a payment that failed.'),
('pk4qhjnp6jyn', 'Delete an account',
  'You can delete your account on your account page, under “Delete account”. A running plan ends at once. There you can also take a copy of everything we store about you.'),
('ovhw5bw5mfwx', 'Need more to help',
  'Thank you for writing. To find what is wrong we need a little more: which page it was, what you did, and what you saw instead of what you expected.');
