-- Comments are read thread by thread: the first comments of a prompt in order, then each one's replies in order.
create index comments_first on comments (prompt_id, created_at, id) where parent_id is null;
create index comments_replies on comments (parent_id, created_at, id);
drop index comments_parent;
