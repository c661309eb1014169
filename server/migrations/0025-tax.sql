-- Bills of this subscription come with tax: on top of its amounts, or within them. Null: none is computed.
alter table subscriptions add column tax text check (tax in ('added', 'included'));
