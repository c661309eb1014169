import { join } from 'node:path';
import type pg from 'pg';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/core/database/migrate.ts';
import { openDatabase } from '#server/core/database/open.ts';
import { type Db, openPool } from '#server/core/database/pool.ts';
import { EmbeddedDatabaseError } from '#server/core/embedded/errors.ts';

const MIGRATIONS = join(import.meta.dirname, '..', 'server', 'migrations');

/**
 * Gives `work` the database of the settings: that of DATABASE_URL, or the embedded one, started for it and
 * stopped afterwards. Migrated first, unless nothing may be written.
 * @throws Error with a sentence for the terminal when a running app holds the embedded database
 */
export async function withDatabase<T>(
  options: { isReadOnly: boolean },
  work: (pool: pg.Pool, db: Db) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env);
  const database = await openDatabase(config).catch((error: unknown) => {
    if (!(error instanceof EmbeddedDatabaseError) || error.code !== 'in_use') throw error;
    throw new Error(
      `${error.message}\nA running app holds its embedded database for itself. Stop the app, run this command, and ` +
        `start the app again; or keep the library in a PostgreSQL of your own and set DATABASE_URL.`,
    );
  });
  const { pool, db, close } = openPool(database.connection, { size: 2, onError: () => undefined });
  try {
    if (!options.isReadOnly) await migrate(pool, MIGRATIONS);
    return await work(pool, db);
  } finally {
    await close();
    await database.stop();
  }
}
