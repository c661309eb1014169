-- Whether the log says that it ended; of those that ended before this file it never did.
alter table trials add column is_end_logged boolean not null default false;
update trials set is_end_logged = true where ends_at <= now();
create index trials_end on trials (ends_at) where not is_end_logged;
