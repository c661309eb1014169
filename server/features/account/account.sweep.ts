import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/core/database/pool.ts';
import { runAtInterval } from '#server/core/jobs/interval.ts';
import { sweepSessions } from '#server/core/sessions/sessions.ts';
import { sweepAttempts } from './account.queries.ts';

const INTERVAL_MILLISECONDS = 600_000;

/** Deletes expired sessions and sign-in attempts. May run on any number of processes at once. */
export async function sweepAccounts(db: Db): Promise<{ sessions: number; attempts: number }> {
  return { sessions: await sweepSessions(db), attempts: await sweepAttempts(db) };
}

/** Only the size of the tables depends on it: expired rows are refused whether they are deleted or not. */
export function scheduleAccountSweep(app: FastifyInstance, db: Db): void {
  runAtInterval(app, { name: 'sessions', every: INTERVAL_MILLISECONDS, run: () => sweepAccounts(db) });
}
