-- What is left of a trial, or of a plan, when its account is deleted: a one-way code of the account of the sign-in
-- provider, so that nobody gets a second trial, and nobody can read from it who that was.
create table spent_trials (
  code bytea primary key
);

insert into signing_keys values ('trials', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- Keyed and hashed twice, as HMAC does: without the key the code of a known account cannot be computed.
create function trial_code(issuer text, subject text) returns bytea
language sql stable parallel safe as $$
  select sha256(key || sha256(key || convert_to(jsonb_build_array(issuer, subject)::text, 'UTF8')))
  from signing_keys where name = 'trials'
$$;

-- Whoever came back has theirs; the others are gone, and only their code is kept.
update trials t set user_id = u.id from users u
where t.user_id is null and u.issuer = t.issuer and u.subject = t.subject;
insert into spent_trials select trial_code(issuer, subject) from trials where user_id is null on conflict do nothing;
delete from trials where user_id is null;
