import type pg from 'pg';
import type { Actor } from '#server/core/audit/acts.ts';
import { CLI_ACTOR, inAuditedTransaction, recordAct } from '#server/core/audit/staff-transaction.ts';
import { dbFromClient } from '#server/core/database/client-db.ts';
import { withSchemaLock } from '#server/core/database/migrate.ts';
import { notifyOfChanges } from '../../notices/notices.public.ts';
import { refreshRelated } from '../../related/related.public.ts';
import { refreshSearchWords } from '../../search/search.public.ts';
import { notifyLibraryChanged } from '../library.changes.queries.ts';
import { analyzeLibrary, type Client } from '../library.queries.ts';
import { findTopics, hasLibraryTables, type TopicRef } from './import.queries.ts';
import { ImportError, type ImportReport } from './import.report.ts';

/** Prompts compared and written at once. */
export const BATCH = 250;

/** Who imports, and whether only to see what would happen. */
export interface ImportRun {
  isDryRun: boolean;
  /** Somebody at a shell when absent. */
  by?: { actor: Actor; reason?: string };
}

/**
 * Runs an import in one transaction under the schema lock, with its line in the audit log. It is rolled back on a dry run
 * and when anything failed.
 * @param importAll gets every topic of the library
 * @throws ImportError for a database without a library
 */
export async function runImport(
  pool: pg.Pool,
  { isDryRun, by = { actor: CLI_ACTOR } }: ImportRun,
  importAll: (client: Client, topics: readonly TopicRef[]) => Promise<ImportReport>,
): Promise<ImportReport> {
  // An error ends the connection, and with it the transaction.
  return await withSchemaLock(pool, async (client) => {
    await client.query('begin');
    const report = await importAll(client, await requireTopics(client));
    const isKept = !isDryRun && report.failed === 0;
    if (isKept && report.added + report.changed > 0) {
      await notifyOfChanges(client);
      await refreshSearchWords(client);
      await refreshRelated(client);
      await analyzeLibrary(client);
      await notifyLibraryChanged(client);
      const { added, changed, skipped } = report;
      await inAuditedTransaction(dbFromClient(client), by.actor, (transaction) =>
        recordAct(transaction, {
          act: 'import prompts',
          subject: { kind: 'library', id: 'prompts' },
          after: { added, changed, skipped },
          reason: by.reason,
        }),
      );
    }
    if (isKept) await client.query('commit');
    else await client.query('rollback');
    return report;
  });
}

async function requireTopics(client: Client): Promise<TopicRef[]> {
  if (!(await hasLibraryTables(client))) {
    throw new ImportError(
      'The database is not ready for this version. Start the app, or run npm run content:load, first.',
    );
  }
  const topics = await findTopics(client);
  if (topics.length > 0) return topics;
  throw new ImportError('The library is empty. Load it first: npm run content:load (or npm start).');
}
