import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/core/database/pool.ts';
import { sweepSessions } from '#server/core/sessions.ts';
import { sweepAttempts } from './account.queries.ts';

const EVERY = 600_000;

/** Forgets sessions and sign-ins that have ended by themselves. May run on any number of processes at once. */
export async function sweepAccounts(db: Db): Promise<{ sessions: number; attempts: number }> {
  return { sessions: await sweepSessions(db), attempts: await sweepAttempts(db) };
}

/** Nothing depends on it but the tables' size: whatever is over is refused whether it is there or not. */
export function sweepRegularly(app: FastifyInstance, db: Db): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    timer = setInterval(() => {
      sweepAccounts(db).then(
        (swept) => app.log.debug(swept, 'ended sessions forgotten'),
        (error: Error) => app.log.debug({ reason: error.message }, 'ended sessions could not be forgotten'),
      );
    }, EVERY).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
