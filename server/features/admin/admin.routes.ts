import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listAudit } from '#contract/audit.ts';
import type { Db } from '#server/core/database/pool.ts';
import { requirePage } from '#server/core/http/routing/cursor.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import { findAuditLines } from './admin.audit.queries.ts';

const AUDIT_PAGE = 50;

/** The audit log, for admins alone. */
export function adminRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  addRoute(app, listAudit, { tag: 'staff' }, async ({ query }) => {
    const { limit, cursor, ...filters } = query;
    const position = z.object({ id: z.string().regex(/^\d{1,18}$/) });
    const name = ['audit', JSON.stringify(filters)];
    const page = requirePage({ name, position, limit: AUDIT_PAGE }, { limit, cursor });
    const { shown, nextCursor } = page.split(await findAuditLines(db, filters, page));
    return { lines: shown, nextCursor };
  });
}
