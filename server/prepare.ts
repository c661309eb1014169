import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { migrate } from './core/database/migrate.ts';
import { databaseProblem } from './core/http/problems.ts';
import type { Readiness } from './core/readiness.ts';
import { loadLibrary } from './features/library/library.loading.ts';

/** Between attempts: a database that is back is met within a second or so. Milliseconds. */
const LONGEST_WAIT = 1000;

/** The log is not filled with the same sentence while nothing changes. Milliseconds. */
const SAY_AGAIN = 30_000;

/**
 * Migrates and loads `content/`, then opens the doors. Waits for a database that is away or refuses us at the
 * door (a wrong password, no such database): somebody may mend that while we wait. What goes wrong inside it is
 * final.
 * @param parts.onWaiting told the reason at the first failure to connect
 * @returns a sentence on what was loaded; undefined when the app was asked to stop meanwhile
 * @throws UnusableDatabaseError, LibraryError, and whatever else waiting would not change
 */
export async function prepareDatabase(parts: {
  pool: pg.Pool;
  root: string;
  readiness: Readiness;
  log: FastifyBaseLogger;
  signal: AbortSignal;
  onWaiting: (reason: string) => void;
}): Promise<string | undefined> {
  const { pool, readiness, log, signal } = parts;
  const say = sayOnce(log, parts.onWaiting);
  for (let wait = 100; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    let isConnected = false;
    try {
      (await pool.connect()).release();
      isConnected = true;
      const applied = await migrate(pool, join(parts.root, 'server', 'migrations'));
      const loaded = await loadLibrary({ pool, contentDir: join(parts.root, 'content') });
      if (signal.aborted) return undefined;
      readiness.state = 'ready';
      log.info({ migrations: applied, ...loaded }, 'library open');
      const { added, changed, unchanged, retired } = loaded;
      return `Library: ${added} prompts added, ${changed} changed, ${unchanged} unchanged, ${retired} retired`;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (isConnected && databaseProblem(error)?.status !== 503) throw error;
      readiness.reason = 'The database cannot be reached yet. Please try again in a moment.';
      say(error instanceof Error ? reasonOf(error) : String(error));
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

/** Node's error for a host with several addresses has an empty message, and the reasons inside. */
function reasonOf(error: Error): string {
  if (!(error instanceof AggregateError)) return error.message;
  return error.errors.map((one: unknown) => (one instanceof Error ? one.message : String(one))).join('; ');
}

function sayOnce(log: FastifyBaseLogger, onFirst: (reason: string) => void): (reason: string) => void {
  let said: { reason: string; at: number } | undefined;
  return (reason) => {
    if (said === undefined) onFirst(reason);
    else if (said.reason === reason && performance.now() - said.at < SAY_AGAIN) return;
    said = { reason, at: performance.now() };
    log.warn({ reason }, 'the database cannot be used yet, trying again');
  };
}
