-- A refresh whose answer was lost, or that two processes of one app make, is answered again for a short while
-- (docs/decisions/0036-oauth.md).

alter table oauth_grants
  -- The second part of the refresh token before this one.
  add column previous_hash bytea,
  -- What the part after it was made of: with both, and only with both, it can be made again.
  add column refresh_salt bytea,
  add column refreshed_at timestamptz;
