-- A notice of a reply says whose it is and how it begins. The text stays in the comment alone: hidden or deleted there, it
-- is gone here too.

alter table notices
  -- The reply; null where it tells of something else.
  add column comment_id text references comments (id) on delete set null;

create index notices_comment on notices (comment_id) where comment_id is not null;
