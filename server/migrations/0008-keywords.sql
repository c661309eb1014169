-- Words that people search by and the title does not say; public, whoever may read the content.
alter table prompts add column keywords text[] not null default '{}';
