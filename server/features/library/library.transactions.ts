import type pg from 'pg';
import type { Actor } from '#server/core/audit/acts.ts';
import { inAuditedTransaction, type StaffTransaction } from '#server/core/audit/staff-transaction.ts';
import { dbFromClient } from '#server/core/database/client-db.ts';
import { withSchemaLock } from '#server/core/database/migrate.ts';
import type { Client } from './library.queries.ts';

/** Commits when `work` succeeds, rolls back when it throws. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // A lost connection has rolled back by itself; the first error is the one to report.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * A change of the library by staff, in one transaction with its line in the audit log. Under the schema lock, like
 * loading content/: neither overwrites what the other is doing.
 */
export async function changeLibrary<T>(
  pool: pg.Pool,
  actor: Actor,
  work: (client: Client, transaction: StaffTransaction) => Promise<T>,
): Promise<T> {
  return await withSchemaLock(pool, (client) =>
    inTransaction(client, () =>
      inAuditedTransaction(dbFromClient(client), actor, (transaction) => work(client, transaction)),
    ),
  );
}
