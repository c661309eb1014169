import { join } from 'node:path';
import type pg from 'pg';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/core/database/migrate.ts';
import { type Db, openPool } from '#server/core/database/pool.ts';
import { EmbeddedDatabaseError } from '#server/embedded/errors.ts';
import { openDatabase } from '#server/open-database.ts';

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
      `${error.message}\n\nWhile the app runs it has the embedded database for itself, so this command cannot use it. Either\n` +
        '  stop the app (Ctrl-C), run this command, and start the app again, or\n' +
        '  keep the data in a PostgreSQL of your own and set DATABASE_URL: then both can run at the same time.',
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
