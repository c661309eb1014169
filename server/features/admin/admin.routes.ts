import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { listAudit } from '#contract/audit.ts';
import type { CounterWrites } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { requirePage } from '#server/core/http/routing/cursor.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { BillingServices } from '../billing/billing.public.ts';
import { findAuditLines } from './admin.audit.queries.ts';
import { adminLibraryRoutes } from './library/library.routes.ts';
import { adminMemberRoutes } from './members/members.routes.ts';
import { adminModerationRoutes } from './moderation/moderation.routes.ts';
import { adminOrderRoutes } from './orders/orders.routes.ts';
import { adminOverviewRoutes } from './overview/overview.routes.ts';

const AUDIT_PAGE = 50;

interface Dependencies {
  db: Db;
  pool: pg.Pool;
  counters: CounterWrites;
  billing: BillingServices | undefined;
}

/** Everything for staff; the audit log is for admins alone. */
export function adminRoutes(
  app: FastifyInstance,
  dependencies: Dependencies,
  settings: { mode: string; mail: object | undefined },
): void {
  const { db } = dependencies;
  adminMemberRoutes(app, dependencies);
  adminOrderRoutes(app, dependencies);
  adminModerationRoutes(app, dependencies);
  adminOverviewRoutes(app, dependencies, settings);
  adminLibraryRoutes(app, dependencies);
  addRoute(app, listAudit, { tag: 'staff' }, async ({ query }) => {
    const { limit, cursor, ...filters } = query;
    const position = z.object({ id: z.string().regex(/^\d{1,18}$/) });
    const name = ['audit', JSON.stringify(filters)];
    const page = requirePage({ name, position, limit: AUDIT_PAGE }, { limit, cursor });
    const { shown, nextCursor } = page.split(await findAuditLines(db, filters, page));
    return { lines: shown, nextCursor };
  });
}
