import type { FastifyInstance } from 'fastify';
import { deleteAccount, exportAccount } from '#contract/account-settings.ts';
import type { Db } from '#server/core/database/pool.ts';
import { Download } from '#server/core/http/routing/download.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { logSecurityEvent } from '#server/core/logging/security-events.ts';
import type { TokenCookie } from '#server/core/sessions/session-cookie.ts';
import { type BillingServices, PAYMENT_RESPONSES } from '../billing/billing.public.ts';
import { writeArchive } from './account.archive.ts';
import { eraseAccount } from './account.erasure.ts';

interface Dependencies {
  db: Db;
  limits: ActionLimits;
  /** Of the session. */
  cookie: TokenCookie;
  billing: BillingServices | undefined;
}

/** In requests of the limit by address: it reads everything a member ever did. */
const EXPORT_COST = 20;

/** A member's data, to take along and to delete. */
export function personalDataRoutes(
  app: FastifyInstance,
  { db, limits, cookie, billing }: Dependencies,
): void {
  const options = { tag: 'account', ...limits.of('account') };

  addRoute(
    app,
    exportAccount,
    { ...options, cost: EXPORT_COST, fileTypes: ['application/zip'] },
    ({ viewer, request }) => {
      const { memberId } = viewer;
      logSecurityEvent(request.log, 'account exported', { memberId });
      const chunks = async function* () {
        yield await writeArchive(db, memberId);
      };
      return new Download({ name: 'promptarium-account.zip', type: 'application/zip' }, chunks());
    },
  );

  addRoute(
    app,
    deleteAccount,
    { ...options, otherResponses: PAYMENT_RESPONSES },
    async ({ viewer, body, request, reply }) => {
      const { memberId } = viewer;
      await eraseAccount({ db, billing }, memberId, body.comments);
      logSecurityEvent(request.log, 'account deleted', { memberId });
      reply.header('set-cookie', cookie.clear());
      return { deleted: true as const };
    },
  );
}
