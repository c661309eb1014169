-- The state of content/ at its last loading: a start that finds the same files has nothing to parse.
create table library_state (
  is_only_row boolean primary key default true check (is_only_row),
  -- SHA-256 of the files and of the code that reads them, in hexadecimal digits.
  fingerprint text not null
);
