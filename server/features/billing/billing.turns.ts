import type { Db } from '#server/core/database/pool.ts';
import { dropTurn, endTurn, renewTurn, takeTurn } from './billing-turns.queries.ts';

/** Well within what a turn is taken for. Milliseconds. */
const RENEWED_EVERY = 60_000;

/**
 * What one of all processes does once a day, by UTC. Done is what was done to its end: when it fails, or its process
 * ends in the middle, whoever asks next begins anew. The work may be repeated, and in the worst case done twice at once.
 * @returns undefined when it was done today, or another process is at it
 */
export async function onceADay<Result>(
  db: Db,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!(await takeTurn(db, name))) return undefined;
  // A renewal that fails is made up for by the next, or the turn is lost to somebody else.
  const timer = setInterval(() => void renewTurn(db, name).catch(() => undefined), RENEWED_EVERY).unref();
  try {
    const result = await work();
    await endTurn(db, name);
    return result;
  } catch (error) {
    await dropTurn(db, name).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
}
