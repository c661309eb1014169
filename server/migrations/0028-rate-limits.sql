-- Counts that all processes share, where they are told to (RATE_LIMIT_STORE=database). They live for minutes: nothing is
-- lost with them in a crash, and a replica does not need them.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
