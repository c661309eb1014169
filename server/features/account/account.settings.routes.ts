import type { FastifyInstance } from 'fastify';
import {
  endOneSession,
  endOtherSessions,
  getAccount,
  listSessions,
  setOpenInUrl,
  setOwnName,
} from '#contract/account-settings.ts';
import type { Db } from '#server/core/database/pool.ts';
import { unauthorized } from '#server/core/http/errors/problems.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { logSecurityEvent } from '#server/core/logging/security-events.ts';
import {
  endSessionById,
  endSessionsExcept,
  findAccount,
  findSessions,
  setName,
  setOpenInAddress,
} from './account.settings.queries.ts';

interface Dependencies {
  db: Db;
  limits: ActionLimits;
}

/** What members see and change of their account. */
export function accountSettingsRoutes(app: FastifyInstance, { db, limits }: Dependencies): void {
  const read = { tag: 'account' };
  const change = { tag: 'account', ...limits.of('account') };

  addRoute(app, getAccount, read, async ({ viewer }) => {
    const account = await findAccount(db, viewer.memberId);
    if (account === undefined) throw unauthorized();
    return account;
  });
  addRoute(app, setOwnName, change, async ({ viewer, body }) => {
    await setName(db, viewer.memberId, body.name);
    return { ownName: body.name };
  });
  addRoute(app, setOpenInUrl, change, async ({ viewer, body }) => {
    await setOpenInAddress(db, viewer.memberId, body.url);
    return { openInUrl: body.url };
  });
  addRoute(app, listSessions, read, async ({ viewer }) => ({
    sessions: await findSessions(db, viewer.memberId, viewer.sessionId),
  }));
  addRoute(app, endOneSession, change, async ({ viewer, params, request }) => {
    const { memberId } = viewer;
    const ended = await endSessionById(db, memberId, params.sessionId);
    if (ended > 0) logSecurityEvent(request.log, 'session ended', { memberId, ended });
    return { ended };
  });
  addRoute(app, endOtherSessions, change, async ({ viewer, request }) => {
    const { memberId, sessionId } = viewer;
    const ended = await endSessionsExcept(db, memberId, sessionId);
    if (ended > 0) logSecurityEvent(request.log, 'session ended', { memberId, ended });
    return { ended };
  });
}
