import type { FastifyInstance } from 'fastify';
import { countUnreadNotices, listNotices, markNoticesRead } from '#contract/notices.ts';
import type { Db } from '#server/core/database/pool.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { runAtInterval } from '#server/core/jobs/interval.ts';
import { findNoticesWithReplies } from './notices.list.ts';
import { countUnread, deleteOldNotices, setRead } from './notices.queries.ts';
import { mailReplies } from './notices.replies.ts';

interface Dependencies {
  db: Db;
  limits: ActionLimits;
}

const MAIL_INTERVAL = 300_000;
const SWEEP_INTERVAL = 3_600_000;

/** What a notice in the app says. */
export function noticeRoutes(app: FastifyInstance, { db, limits }: Dependencies): void {
  const tag = 'notices';

  addRoute(app, listNotices, { tag }, ({ viewer }) => findNoticesWithReplies(db, viewer));

  addRoute(app, countUnreadNotices, { tag }, async ({ viewer }) => ({
    unread: await countUnread(db, viewer.memberId),
  }));

  addRoute(app, markNoticesRead, { tag, ...limits.of('notices') }, async ({ viewer, body }) => {
    await setRead(db, viewer.memberId, body.id);
    return { unread: await countUnread(db, viewer.memberId) };
  });

  runAtInterval(app, { name: 'replies by mail', every: MAIL_INTERVAL, run: () => mailReplies(db) });
  runAtInterval(app, { name: 'old notices', every: SWEEP_INTERVAL, run: () => deleteOldNotices(db) });
}
