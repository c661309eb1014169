import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { databaseProblem } from '../http/errors/problems.ts';

/** Advisory lock of everything that changes the schema or loads content: one process at a time. */
export const SCHEMA_LOCK = 7_163_001;

const OLDEST_POSTGRES = 15;

/** A database this app cannot use, even after waiting. The message is meant to be shown. */
export class UnusableDatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnusableDatabaseError';
  }
}

/**
 * Runs `work` on one client while holding the schema lock, without the short timeouts of requests:
 * a second process waits here for the first.
 */
export async function withSchemaLock<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK]);
    return await work(client);
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // The session's settings and lock must not get back into the pool: the client is closed.
    client.release(broken ?? true);
  }
}

/**
 * Applies the .sql files of a folder that this database has not seen, in order of their names, each in its own
 * transaction, under a lock.
 * @param only of these; all when absent
 * @returns the names applied now
 * @throws UnusableDatabaseError for PostgreSQL older than 15, a schema newer than this app, or a failing file
 */
export async function migrate(pool: pg.Pool, folder: string, only?: ReadonlySet<string>): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return await withSchemaLock(pool, async (client) => {
    await requireVersion(client);
    const { rows: tables } = await client.query("select to_regclass('schema_migrations') as name");
    // Not "if not exists": that needs the right to create, which a role without the schema need not have.
    if (tables[0]?.name === null) {
      await client.query(
        'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
      );
    }
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
    const known = new Set(rows.map((row) => row.name));
    const unknown = [...known].filter((name) => !files.includes(name));
    if (unknown.length > 0) {
      throw new UnusableDatabaseError(
        `The database was migrated by a newer version of the app (${unknown.join(', ')}). Start that version, or use another database.`,
      );
    }
    const missing = files.filter((name) => !known.has(name) && (only?.has(name) ?? true));
    for (const name of missing) await applyMigration(client, folder, name);
    return missing;
  });
}

async function applyMigration(client: pg.PoolClient, folder: string, name: string): Promise<void> {
  const statements = await readFile(join(folder, name), 'utf8');
  await client.query('begin');
  try {
    await client.query(statements);
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    // On a lost connection this fails too, and the server has rolled back by itself.
    await client.query('rollback').catch(() => undefined);
    if (databaseProblem(error)?.status === 503) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new UnusableDatabaseError(`Migration ${name} failed: ${message}.${remedyOf(error)}`, {
      cause: error,
    });
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

function remedyOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== INSUFFICIENT_PRIVILEGE) return '';
  return ' This role may not change the schema: run "npm run content:load" with the owner’s DATABASE_URL first.';
}

async function requireVersion(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (version >= OLDEST_POSTGRES) return;
  throw new UnusableDatabaseError(
    `PostgreSQL ${OLDEST_POSTGRES} or newer is needed; this server is version ${version}.`,
  );
}
