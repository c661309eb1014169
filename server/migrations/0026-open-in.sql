-- An address of the member's own to open a filled prompt in, with {prompt} where its text goes.
alter table users add column open_in_url text;
