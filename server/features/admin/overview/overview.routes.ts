import type { FastifyInstance } from 'fastify';
import type { LibraryFilter } from '#contract/admin-library.ts';
import { dismissIncident, getOverview, type Overview, resendMail } from '#contract/admin-overview.ts';
import { problemSchema } from '#contract/errors.ts';
import {
  actorOf,
  auditedTransaction,
  markUnchanged,
  recordAct,
} from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import { findJobStates } from '#server/core/jobs/job-health.ts';
import { findUndeliverableMail, mailHealth } from '#server/core/mail/mail-health.ts';
import { retryUndeliverable } from '#server/core/mail/outbox.ts';
import { dismissIncident as removeIncident } from '../../billing/billing.public.ts';
import { dueOn, listWaiting } from '../../orders/orders.public.ts';
import { findRequests } from '../../search/search.public.ts';
import { countTickets } from '../../support/support.public.ts';
import { findPrompts } from '../library/library.queries.ts';
import { countOpenCases } from '../moderation/moderation.queries.ts';
import * as queries from './overview.queries.ts';
import { findWarnings } from './overview.warnings.ts';

/** Figures are computed once for everybody who looks within this time. Milliseconds. */
const CACHE_MILLISECONDS = 60_000;

/** Of each list of the library's pages: what is most urgent. */
const MAX_SHOWN = 5;
const MAX_SHOWN_MAILS = 20;

type Figures = Omit<Overview, 'work' | 'warnings' | 'mail' | 'jobs'>;

/** How the library does. */
export function adminOverviewRoutes(
  app: FastifyInstance,
  { db }: { db: Db },
  { mode, mail }: { mode: string; mail: object | undefined },
): void {
  const kept = new Map<number, { at: number; figures: Promise<Figures> }>();

  function figuresOf(days: number): Promise<Figures> {
    const found = kept.get(days);
    if (found !== undefined && performance.now() - found.at < CACHE_MILLISECONDS) return found.figures;
    const figures = readFigures(db, days);
    kept.set(days, { at: performance.now(), figures });
    figures.catch(() => kept.delete(days));
    return figures;
  }

  const otherResponses = {
    409: { description: 'It was not given up, or is not kept any more.', schema: problemSchema },
  };
  addRoute(app, resendMail, { tag: 'staff', otherResponses }, async ({ params: { mailId }, request }) => {
    await auditedTransaction(db, actorOf(request), async (transaction) => {
      if (!(await retryUndeliverable(transaction, mailId))) {
        throw new HttpProblem(409, 'This email can’t be sent again.');
      }
      await recordAct(transaction, {
        act: 'resend mail',
        subject: { kind: 'mail', id: mailId },
        before: { state: 'dead' },
        after: { state: 'pending' },
      });
    });
    return { done: true as const };
  });

  addRoute(app, getOverview, { tag: 'staff' }, async ({ query: { days = '30' } }) => {
    // What is wrong is never old: what was mended is gone at once.
    const [figures, work, health, deadMail, jobs] = await Promise.all([
      figuresOf(Number(days)),
      readWork(db),
      mailHealth(db, mail !== undefined),
      findUndeliverableMail(db, MAX_SHOWN_MAILS),
      findJobStates(db),
    ]);
    const warnings = await findWarnings(db, { mail: health, jobs, isProduction: mode === 'production' });
    return {
      ...figures,
      work,
      warnings,
      mail: {
        ...health,
        lastSentAt: health.lastSentAt?.toISOString() ?? null,
        givenUp: deadMail.map((one) => ({ ...one, at: one.at.toISOString() })),
      },
      jobs: jobs.map((job) => ({ ...job, since: job.since?.toISOString() ?? null })),
    };
  });

  addRoute(app, dismissIncident, { tag: 'staff' }, async ({ body, request }) => {
    await auditedTransaction(db, actorOf(request), async (transaction) => {
      const times = await removeIncident(transaction, body);
      if (times === undefined) return markUnchanged(transaction);
      const { subject: id, detail } = body;
      await recordAct(transaction, {
        act: 'dismiss incident',
        subject: { kind: 'incident', id },
        before: { detail, times },
      });
    });
    return { done: true as const };
  });
}

async function readWork(db: Db): Promise<Overview['work']> {
  const [tickets, orders, openReports] = await Promise.all([
    countTickets(db, { state: 'open', topic: undefined }),
    listWaiting(db),
    countOpenCases(db),
  ]);
  const today = new Date().toISOString().slice(0, 10);
  const isLate = (day: string | null) => day !== null && day < today;
  return {
    openTickets: tickets.total,
    priorityTickets: tickets.priority,
    waitingOrders: orders.length,
    lateOrders: orders.filter((order) => isLate(dueOn(order))).length,
    openReports,
  };
}

async function readFigures(db: Db, days: number): Promise<Figures> {
  const mostUrgent = (show: LibraryFilter) =>
    findPrompts(db, { show }, { after: undefined, count: MAX_SHOWN });
  const [totals, period, byDay, requests, due, falling] = await Promise.all([
    queries.readTotals(db),
    queries.readPeriod(db, days),
    queries.readDays(db, days),
    findRequests(db, MAX_SHOWN),
    mostUrgent('review due'),
    mostUrgent('falling rating'),
  ]);
  const { paying, monthlyRevenueCents } = totals;
  return {
    asOf: new Date().toISOString(),
    totals,
    period,
    // Today's are saved now and then only.
    days: byDay.map((row, index) => (index > 0 ? row : { ...row, paying, monthlyRevenueCents })),
    requests: requests.map((request) => ({ ...request, lastAskedAt: request.lastAskedAt.toISOString() })),
    reviewsDue: due.map(({ id, title, reviewDue }) => ({ id, title, value: reviewDue ?? '' })),
    fallingRatings: falling.map(({ id, title, recentVotes: { up, down } }) => ({
      id,
      title,
      value: `${up} up, ${down} down`,
    })),
  };
}
