-- Leases: rights that one process at a time holds, until it releases them or stops renewing them
-- (docs/decisions/0013-payment-leases.md). What one process does a day is leased too: daily_turns keeps only the day it
-- was done. Its column taken_until is no longer used; it stays while processes of the version before may be running.
create sequence lease_fencing_tokens;

create table leases (
  -- "payments MEMBER" or "daily JOB".
  name text primary key,
  -- Host and process id, for people.
  holder text not null,
  -- Greater than that of any earlier holder: a write of a holder that was overtaken finds another token here.
  fencing_token bigint not null,
  expires_at timestamptz not null
);
