import type pg from 'pg';
import { withSchemaLock } from '#server/core/database/migrate.ts';
import { notifyCatalogChanged } from '#server/features/library/library.changes.queries.ts';
import { analyzeLibrary, type Client } from '#server/features/library/library.queries.ts';
import { refreshRelated } from '#server/features/related/related.public.ts';
import { refreshSearchWords } from '#server/features/search/search.public.ts';
import { findTopics, hasLibraryTables, type TopicRef } from './import.queries.ts';
import { ImportRefused, type ImportReport } from './import-report.ts';

/** Prompts compared and written at once. */
export const BATCH = 250;

/**
 * Runs an import in one transaction under the schema lock, which is rolled back on a dry run and when anything failed.
 * @param importAll gets every topic of the library
 * @throws ImportRefused for a database without a library
 */
export async function runImport(
  pool: pg.Pool,
  isDryRun: boolean,
  importAll: (client: Client, topics: readonly TopicRef[]) => Promise<ImportReport>,
): Promise<ImportReport> {
  // An error ends the connection, and with it the transaction.
  return await withSchemaLock(pool, async (client) => {
    await client.query('begin');
    const report = await importAll(client, await requireTopics(client));
    if (report.failed === 0 && report.added + report.changed > 0) {
      await refreshSearchWords(client);
      await refreshRelated(client);
      await analyzeLibrary(client);
      await notifyCatalogChanged(client);
    }
    await client.query(isDryRun || report.failed > 0 ? 'rollback' : 'commit');
    return report;
  });
}

async function requireTopics(client: Client): Promise<TopicRef[]> {
  if (!(await hasLibraryTables(client))) {
    throw new ImportRefused(
      'The database is not ready for this version. Start the app, or run npm run content:load, first.',
    );
  }
  const topics = await findTopics(client);
  if (topics.length > 0) return topics;
  throw new ImportRefused('The library is empty. Load it first: npm run content:load (or npm start).');
}
