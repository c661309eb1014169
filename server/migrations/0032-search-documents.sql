-- What processes from before 0030 searched by (docs/decisions/0021-search.md): no version that may still run reads it.
drop table search_documents;
drop text search configuration search_english;
drop text search configuration search_plain;
