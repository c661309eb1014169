import type { FastifyInstance } from 'fastify';
import { getOverview, type Overview } from '#contract/admin-overview.ts';
import type { Db } from '#server/core/database/pool.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import { findJobStates } from '#server/core/jobs/job-health.ts';
import { mailHealth } from '#server/core/mail/mail-health.ts';
import { findRequests } from '../../search/search.public.ts';
import * as queries from './overview.queries.ts';
import { findWarnings } from './overview.warnings.ts';

/** Figures are computed once for everybody who looks within this time. Milliseconds. */
const KEPT = 60_000;

const SHOWN_REQUESTS = 20;

type Figures = Omit<Overview, 'warnings' | 'mail' | 'jobs'>;

/** How the library does. */
export function adminOverviewRoutes(
  app: FastifyInstance,
  { db }: { db: Db },
  { mode, mail }: { mode: string; mail: object | undefined },
): void {
  const kept = new Map<number, { at: number; figures: Promise<Figures> }>();

  function figuresOf(days: number): Promise<Figures> {
    const found = kept.get(days);
    if (found !== undefined && performance.now() - found.at < KEPT) return found.figures;
    const figures = readFigures(db, days);
    kept.set(days, { at: performance.now(), figures });
    figures.catch(() => kept.delete(days));
    return figures;
  }

  addRoute(app, getOverview, { tag: 'staff' }, async ({ query: { days = '30' } }) => {
    // What is wrong is never old: what was mended is gone at once.
    const [figures, health, jobs] = await Promise.all([
      figuresOf(Number(days)),
      mailHealth(db, mail !== undefined),
      findJobStates(db),
    ]);
    const warnings = await findWarnings(db, { mail: health, jobs, isProduction: mode === 'production' });
    return {
      ...figures,
      warnings,
      mail: { ...health, lastSentAt: health.lastSentAt?.toISOString() ?? null },
      jobs: jobs.map((job) => ({ ...job, since: job.since?.toISOString() ?? null })),
    };
  });
}

async function readFigures(db: Db, days: number): Promise<Figures> {
  const [totals, period, byDay, requests, reviewsDue, fallingRatings] = await Promise.all([
    queries.readTotals(db),
    queries.readPeriod(db, days),
    queries.readDays(db, days),
    findRequests(db, SHOWN_REQUESTS),
    queries.findReviewsDue(db),
    queries.findFallingRatings(db, days),
  ]);
  const { paying, monthlyRevenueCents } = totals;
  return {
    asOf: new Date().toISOString(),
    totals,
    period,
    // Today's are saved now and then only.
    days: byDay.map((row, index) => (index > 0 ? row : { ...row, paying, monthlyRevenueCents })),
    requests: requests.map((request) => ({ ...request, lastAskedAt: request.lastAskedAt.toISOString() })),
    reviewsDue,
    fallingRatings,
  };
}
