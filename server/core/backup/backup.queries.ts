import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { BackupTable, Manifest } from './backup.manifest.ts';

type Client = pg.PoolClient;
const { escapeIdentifier: quoted } = pg;

/** A table as it stands in the catalog: what of it is copied, and in which order. */
export interface TableShape {
  name: string;
  columns: string[];
  /** Of the primary key; every column where there is none. */
  key: string[];
}

/** The same text on every server, and as much time as it takes. */
export const COPY_SETTINGS = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'`;

const MIGRATIONS_TABLE = 'schema_migrations';

/**
 * All tables but that of the migrations, those that are referred to before those that refer to them.
 * @throws Error when tables refer to each other in a circle
 */
export async function findTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { references: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum))
         from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
         where i.indrelid = c.oid and i.indisprimary), '{}') as key,
       coalesce((select array_agg(distinct r.relname::text) from pg_constraint f join pg_class r on r.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '{}') as references
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname <> $1
     order by c.relname`,
    [MIGRATIONS_TABLE],
  );
  const left = new Map(rows.map((row) => [row.name, row]));
  const sorted: TableShape[] = [];
  while (left.size > 0) {
    const next = [...left.values()].filter(({ references }) => !references.some((name) => left.has(name)));
    if (next.length === 0) throw new Error(`Tables refer to each other: ${[...left.keys()].join(', ')}.`);
    for (const { name, columns, key } of next) {
      sorted.push({ name, columns, key: key.length > 0 ? key : columns });
      left.delete(name);
    }
  }
  return sorted;
}

export async function findMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATIONS_TABLE} order by name`);
  return rows.map(({ name }) => name);
}

export async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is_empty: boolean }>(
    `select not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind = 'r') as is_empty`,
  );
  return rows[0]?.is_empty === true;
}

export async function findSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`,
    );
    for (const value of values) sequences.push({ name, ...value });
  }
  return sequences;
}

export async function setSequences(client: Client, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, value, isCalled } of sequences) {
    await client.query('select setval($1::text::regclass, $2::bigint, $3)', [quoted(name), value, isCalled]);
  }
}

/** Rows as they pass, and in the end how many there were and their checksum. */
export interface CopiedRows {
  stream: Readable;
  /** Valid once the stream has ended. */
  result(): Pick<BackupTable, 'rows' | 'checksum'>;
}

/** In the order of bytes, which is the same for every server whatever its collation. */
export function copyRows(client: Client, { name, columns, key }: TableShape): CopiedRows {
  const order = key.map((column) => `${quoted(column)}::text collate "C"`).join(', ');
  const copying = client.query(
    copyTo(
      `copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${order}) to stdout`,
    ),
  );
  const { hash, through } = hashing();
  copying.on('error', (error) => through.destroy(error));
  return {
    stream: copying.pipe(through),
    result: () => ({ rows: copying.rowCount, checksum: hash.digest('hex') }),
  };
}

/** The few rows that migrations put there make room: the backup has them too. */
export async function fillTable(client: Client, table: BackupTable, rows: Readable): Promise<void> {
  const name = quoted(table.name);
  // The audit log refuses even a deletion of nothing.
  const { rows: found } = await client.query(`select from ${name} limit 1`);
  if (found.length > 0) await client.query(`delete from ${name}`);
  await pipeline(
    rows,
    client.query(copyFrom(`copy ${name} (${table.columns.map(quoted).join(', ')}) from stdin`)),
  );
}

/** A hash of what passes through. */
export function hashing() {
  const hash = createHash('sha256');
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { hash, through };
}
