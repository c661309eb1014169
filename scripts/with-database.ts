import { join } from 'node:path';
import type pg from 'pg';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/core/database/migrate.ts';
import { type Db, openPool } from '#server/core/database/pool.ts';
import { findRunningDatabase } from '#server/embedded-postgres/running-database.ts';
import { type OpenDatabase, openDatabase } from '#server/open-database.ts';

const MIGRATIONS = join(import.meta.dirname, '..', 'server', 'migrations');

/**
 * Gives `work` the database of the settings: that of DATABASE_URL, or the embedded one, which is the running app's, or
 * started for it and stopped afterwards. Migrated first, unless nothing may be written.
 */
export async function withDatabase<T>(
  options: { isReadOnly: boolean },
  work: (pool: pg.Pool, db: Db) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env);
  const database = await openOrShare(config);
  const { pool, db, close } = openPool(database.direct, { size: 2, onError: () => undefined });
  try {
    if (!options.isReadOnly) await migrate(pool, MIGRATIONS);
    return await work(pool, db);
  } finally {
    await close();
    await database.stop();
  }
}

async function openOrShare(
  config: ReturnType<typeof readConfig>,
): Promise<Pick<OpenDatabase, 'direct' | 'stop'>> {
  const running = config.databaseUrl ? undefined : await findRunningDatabase(config.dataDir);
  if (running === undefined) return await openDatabase(config);
  return { direct: running, stop: async () => undefined };
}
