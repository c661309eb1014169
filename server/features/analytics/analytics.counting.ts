import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#server/core/database/pool.ts';
import { isPageRoute } from '#server/core/http/routing/request-target.ts';
import { clientIpKey } from '#server/core/http/security/rate-limit.ts';
import { runAtInterval } from '#server/core/jobs/interval.ts';
import { addToSketch } from './analytics.hyperloglog.ts';
import { addSearches, deleteOldSketches, openSketch, saveRevenue, saveSketch } from './analytics.queries.ts';

/** Milliseconds. What a process that is killed has counted since is lost. */
const SAVE_INTERVAL = 60_000;
const REVENUE_INTERVAL = 3_600_000;

interface Sketch {
  salt: Buffer;
  registers: Buffer;
  isChanged: boolean;
}

/**
 * Counts what happens too often for a write each: pages that visitors open, and searches. Nothing of who did it is kept:
 * see docs/decisions/0035-figures.md.
 */
export class DailyFigures {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #sketches = new Map<string, Promise<Sketch>>();
  readonly #searches = new Map<string, { searches: number; empty: number }>();

  /** @param now milliseconds since 1970 */
  constructor(db: Db, now = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /** @param visitor what the same visitor has in common on one day */
  async countVisit(visitor: string): Promise<void> {
    const day = this.#today();
    const opening = this.#sketches.get(day) ?? this.#open(day);
    this.#sketches.set(day, opening);
    try {
      const sketch = await opening;
      if (addToSketch(sketch.registers, sketch.salt, visitor)) sketch.isChanged = true;
    } catch {
      // The database is away: the next visit tries again.
      this.#sketches.delete(day);
    }
  }

  countSearch({ isEmpty }: { isEmpty: boolean }): void {
    const day = this.#today();
    const { searches, empty } = this.#searches.get(day) ?? { searches: 0, empty: 0 };
    this.#searches.set(day, { searches: searches + 1, empty: empty + Number(isEmpty) });
  }

  /** Writes what was counted since the last time. */
  async save(): Promise<void> {
    for (const [day, counts] of this.#searches) {
      this.#searches.delete(day);
      await addSearches(this.#db, day, counts);
    }
    for (const [day, opening] of this.#sketches) {
      const sketch = await opening;
      if (sketch.isChanged) {
        sketch.isChanged = false;
        await saveSketch(this.#db, day, sketch.registers);
      }
      if (day !== this.#today()) this.#sketches.delete(day);
    }
    await deleteOldSketches(this.#db);
  }

  async #open(day: string): Promise<Sketch> {
    return { ...(await openSketch(this.#db, day)), isChanged: false };
  }

  /** By UTC. */
  #today(): string {
    return new Date(this.#now()).toISOString().slice(0, 10);
  }
}

/** Counts the pages that visitors open, and saves what was counted. */
export function installDailyFigures(app: FastifyInstance, db: Db): DailyFigures {
  const figures = new DailyFigures(db);
  app.addHook('onResponse', (request, reply, done) => {
    if (isVisit(request, reply)) {
      void figures.countVisit(`${clientIpKey(request.ip)} ${request.headers['user-agent'] ?? ''}`);
    }
    done();
  });
  runAtInterval(app, { name: 'daily figures', every: SAVE_INTERVAL, run: () => figures.save() });
  runAtInterval(app, { name: 'revenue', every: REVENUE_INTERVAL, run: () => saveRevenue(db) });
  return figures;
}

/** A page that was opened in a browser by somebody who is not signed in. Most machines do not say what browsers do. */
function isVisit(request: FastifyRequest, { raw }: FastifyReply): boolean {
  const { method, headers, viewer, internalCall } = request;
  const isShown = raw.statusCode === 200 || raw.statusCode === 304;
  const isOpened = headers['sec-fetch-dest'] === 'document' && headers['sec-purpose'] === undefined;
  const isVisitor = internalCall === undefined && viewer?.kind === 'visitor';
  return isVisitor && method === 'GET' && isShown && isOpened && isPageRoute(request);
}
