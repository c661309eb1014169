import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Db } from '#server/core/database/pool.ts';
import type { VisiblePrompt } from '../prompts/prompts.access.ts';
import { rememberOpening } from './recents.queries.ts';

/** The door of recents: a use as part of a statement, or beside an answer. */
export { rememberUse } from './recents.queries.ts';

export type RememberOpening = (memberId: string, prompt: VisiblePrompt, log: FastifyBaseLogger) => void;

/**
 * Remembers openings beside the answer: nobody waits for it, and its failure is a line in the log. The app closes
 * after the ones under way.
 */
export function remembersUses(app: FastifyInstance, db: Db): RememberOpening {
  const underWay = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(underWay);
  });
  return (memberId, prompt, log) => {
    const writing: Promise<void> = rememberOpening(db, memberId, prompt)
      .catch((error: unknown) => {
        log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          'opening not remembered',
        );
      })
      .finally(() => underWay.delete(writing));
    underWay.add(writing);
  };
}
