import type { FastifyInstance } from 'fastify';
import { getOverview, type Overview } from '#contract/admin-overview.ts';
import type { Db } from '#server/core/database/pool.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import { findRequests } from '../../search/search.public.ts';
import * as queries from './overview.queries.ts';
import { findWarnings } from './overview.warnings.ts';

/** Figures are computed once for everybody who looks within this time. Milliseconds. */
const KEPT = 60_000;

const SHOWN_REQUESTS = 20;

/** How the library does. */
export function adminOverviewRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const kept = new Map<number, { at: number; figures: Promise<Omit<Overview, 'warnings'>> }>();

  function figuresOf(days: number): Promise<Omit<Overview, 'warnings'>> {
    const found = kept.get(days);
    if (found !== undefined && performance.now() - found.at < KEPT) return found.figures;
    const figures = readFigures(db, days);
    kept.set(days, { at: performance.now(), figures });
    figures.catch(() => kept.delete(days));
    return figures;
  }

  addRoute(app, getOverview, { tag: 'staff' }, async ({ query: { days = '30' } }) => {
    // Warnings are never old: what was mended is gone at once.
    const [figures, warnings] = await Promise.all([figuresOf(Number(days)), findWarnings(db)]);
    return { ...figures, warnings };
  });
}

async function readFigures(db: Db, days: number): Promise<Omit<Overview, 'warnings'>> {
  const [totals, byDay, requests, reviewsDue, fallingRatings] = await Promise.all([
    queries.readTotals(db),
    queries.readDays(db, days),
    findRequests(db, SHOWN_REQUESTS),
    queries.findReviewsDue(db),
    queries.findFallingRatings(db, days),
  ]);
  return {
    asOf: new Date().toISOString(),
    totals,
    days: byDay,
    requests: requests.map((request) => ({ ...request, lastAskedAt: request.lastAskedAt.toISOString() })),
    reviewsDue,
    fallingRatings,
  };
}
