import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { migrate, UnusableDatabaseError } from './core/database/migrate.ts';
import { tlsProblem } from './core/database/tls.ts';
import { databaseProblem } from './core/http/errors/problems.ts';
import type { Readiness } from './core/readiness.ts';
import { loadLibrary } from './features/library/library.loading.ts';
import type { ShowStep } from './startup-steps.ts';

/** Between attempts, so that a database that is back is noticed within a second. Milliseconds. */
const LONGEST_WAIT = 1000;

/** The same reason is not logged more often than this. Milliseconds. */
const REPEAT_AFTER = 30_000;

/**
 * Migrates and loads `content/`, then lets requests in. Waits for a database that is away or refuses the connection (a
 * wrong password, no such database): that can be repaired while we wait. An error on an open connection is final.
 * @param options.onWaiting called with the reason at the first failure to connect
 * @returns a sentence on what was loaded; undefined when the app was asked to stop in the meantime
 * @throws UnusableDatabaseError, LibraryError, and whatever else waiting would not change
 */
export async function prepareDatabase(options: {
  pool: pg.Pool;
  root: string;
  readiness: Readiness;
  log: FastifyBaseLogger;
  signal: AbortSignal;
  showStep: ShowStep;
  onWaiting: (reason: string) => void;
}): Promise<string | undefined> {
  const { pool, readiness, log, signal, showStep } = options;
  const report = reportChanges(log, options.onWaiting);
  for (let wait = 100; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    let isConnected = false;
    try {
      (await pool.connect()).release();
      isConnected = true;
      const applied = await showStep('Migrating', () =>
        migrate(pool, join(options.root, 'server', 'migrations')),
      );
      const loaded = await showStep('Loading the library', () =>
        loadLibrary({ pool, contentDir: join(options.root, 'content') }),
      );
      if (signal.aborted) return undefined;
      readiness.state = 'ready';
      log.info({ migrations: applied, ...loaded }, 'library loaded');
      const { added, changed, unchanged, retired } = loaded;
      return `Library: ${added} prompts added, ${changed} changed, ${unchanged} unchanged, ${retired} retired`;
    } catch (error) {
      if (signal.aborted) return undefined;
      const refusal = tlsProblem(error);
      if (refusal !== undefined) throw new UnusableDatabaseError(refusal, { cause: error });
      if (isConnected && databaseProblem(error)?.status !== 503) throw error;
      readiness.reason = 'The database cannot be reached yet. Please try again in a moment.';
      report(error instanceof Error ? reasonOf(error) : String(error));
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

/** Node's error for a host with several addresses has an empty message, and the reasons inside. */
function reasonOf(error: Error): string {
  if (!(error instanceof AggregateError)) return error.message;
  return error.errors
    .map((cause: unknown) => (cause instanceof Error ? cause.message : String(cause)))
    .join('; ');
}

/** Logs a reason when it is new, and again every 30 s. */
function reportChanges(log: FastifyBaseLogger, onFirst: (reason: string) => void): (reason: string) => void {
  let last: { reason: string; at: number } | undefined;
  return (reason) => {
    if (last === undefined) onFirst(reason);
    else if (last.reason === reason && performance.now() - last.at < REPEAT_AFTER) return;
    last = { reason, at: performance.now() };
    log.warn({ reason }, 'the database cannot be used yet, trying again');
  };
}
