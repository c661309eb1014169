import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as contract from '#contract/admin-members.ts';
import { problemSchema } from '#contract/errors.ts';
import { idSchema } from '#contract/field-schemas.ts';
import {
  actorOf,
  auditedTransaction,
  inAuditedTransaction,
  recordAct,
  recordActOnce,
} from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';
import { notFound } from '#server/core/http/errors/problems.ts';
import { requirePage } from '#server/core/http/routing/cursor.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import { logSecurityEvent } from '#server/core/logging/security-events.ts';
import { addMail } from '#server/core/mail/outbox.ts';
import { eraseAccount } from '../../account/account.public.ts';
import {
  type BillingServices,
  customerUrl,
  PAYMENT_RESPONSES,
  readBills,
  readPlanPayment,
  refundPlan,
  runForMember,
  syncMember,
} from '../../billing/billing.public.ts';
import { invalidateSharedCollectionsOf } from '../../collections/collections.public.ts';
import { findTicketsOfMember } from '../../support/support.public.ts';
import { setRole } from '../admin.roles.queries.ts';
import { requireMayChange, requireOther } from './members.access.ts';
import * as changes from './members.changes.queries.ts';
import { countMembers, findMemberDetail, findMemberRows } from './members.queries.ts';
import { suspendedMail } from './members.suspended.mail.ts';

interface Dependencies {
  db: Db;
  billing: BillingServices | undefined;
}

const PAGE = 50;
const DONE = { done: true as const };
const REFUSED = { 403: { description: 'Not to this member.', schema: problemSchema } };

/** Finding members, helping them, and what has to be done to a few. */
export function adminMemberRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, billing } = dependencies;
  const options = { tag: 'staff' };

  addRoute(app, contract.findMembers, options, async ({ query }) => {
    const { limit, cursor, ...filters } = query;
    const position = z.object({ id: idSchema, memberSince: z.iso.datetime() });
    const name = ['members', JSON.stringify(filters)];
    const page = requirePage({ name, position, limit: PAGE }, { limit, cursor });
    const [rows, total] = await Promise.all([findMemberRows(db, filters, page), countMembers(db, filters)]);
    const { shown, nextCursor } = page.split(rows);
    return { members: shown, total, nextCursor };
  });

  addRoute(app, contract.getMember, options, async ({ params }) => {
    const found = await findMemberDetail(db, params.memberId);
    if (found === undefined) throw notFound('Member');
    const { customerId, ...detail } = found;
    const tickets = await findTicketsOfMember(db, params.memberId);
    return { ...detail, tickets, customerUrl: customerId && customerUrl(billing, customerId) };
  });

  const otherResponses = PAYMENT_RESPONSES;
  addRoute(app, contract.listMemberPayments, { ...options, otherResponses }, async ({ params }) => {
    if ((await findMemberDetail(db, params.memberId)) === undefined) throw notFound('Member');
    const [{ bills }, planPayment] = await runForMember(billing, 'Failed to read the payments', (services) =>
      Promise.all([readBills(services, params.memberId), readPlanPayment(services, params.memberId)]),
    );
    return { payments: bills, planPayment };
  });

  addRoute(app, contract.endMemberSessions, { ...options, otherResponses: REFUSED }, async (call) => {
    const { params, body, viewer } = call;
    await auditedTransaction(db, actorOf(call.request), async (transaction) => {
      requireMayChange(viewer, await changes.lockMember(transaction, params.memberId));
      await changes.endAccess(transaction, params.memberId, body.reason);
    });
    return DONE;
  });

  addRoute(app, contract.suspendMember, { ...options, otherResponses: REFUSED }, async (call) => {
    const { params, body, viewer } = call;
    requireOther(viewer, params.memberId);
    await auditedTransaction(db, actorOf(call.request), async (transaction) => {
      requireMayChange(viewer, await changes.lockMember(transaction, params.memberId));
      if (!(await changes.setSuspended(transaction, params.memberId, body))) return;
      const { isSuspended } = body;
      const to = { memberId: params.memberId };
      await addMail(transaction, suspendedMail, { key: randomUUID(), to, data: { isSuspended } });
      await invalidateSharedCollectionsOf(transaction, params.memberId);
    });
    if (body.isSuspended && billing) await endPlan(billing, params.memberId);
    return DONE;
  });

  grantRoutes(app, dependencies);
  refundRoute(app, dependencies);
  erasureRoute(app, dependencies);
}

/** Nobody pays for what they cannot open. While the provider is away the daily comparison makes up for it. */
async function endPlan(billing: BillingServices, memberId: string): Promise<void> {
  await runForMember(billing, 'The plan could not be ended', (services) =>
    syncMember(services, memberId),
  ).catch((error: unknown) =>
    billing.log.error(
      { memberId, reason: String(error) },
      'the plan of a suspended member could not be ended',
    ),
  );
}

function grantRoutes(app: FastifyInstance, { db }: Dependencies): void {
  const options = { tag: 'staff', otherResponses: REFUSED };
  const refusing = (description: string) => ({
    tag: 'staff',
    otherResponses: { ...REFUSED, 409: { description, schema: problemSchema } },
  });
  const nothingGranted = refusing('There is nothing to take back.');

  addRoute(app, contract.setMemberRole, options, async ({ params, body, viewer, request }) => {
    requireOther(viewer, params.memberId);
    await auditedTransaction(db, actorOf(request), async (transaction) => {
      await changes.lockMember(transaction, params.memberId);
      await setRole(transaction, params.memberId, body.role, body.reason);
    });
    return DONE;
  });

  addRoute(app, contract.setMemberTier, nothingGranted, async ({ params, body, request }) => {
    await auditedTransaction(db, actorOf(request), async (transaction) => {
      await changes.lockMember(transaction, params.memberId);
      await changes.setTier(transaction, params.memberId, body);
    });
    return DONE;
  });

  addRoute(
    app,
    contract.grantMemberPrompt,
    refusing('An order opened it, or there is nothing to take back.'),
    async ({ params, body, request }) => {
      await auditedTransaction(db, actorOf(request), async (transaction) => {
        await changes.lockMember(transaction, params.memberId);
        await changes.setGrant(transaction, params, body);
      });
      return DONE;
    },
  );
}

function refundRoute(app: FastifyInstance, { db, billing }: Dependencies): void {
  const otherResponses = { ...PAYMENT_RESPONSES, ...REFUSED };
  addRoute(app, contract.refundMember, { tag: 'staff', otherResponses }, async (call) => {
    const { params, body, request } = call;
    const { memberId } = params;
    if ((await findMemberDetail(db, memberId)) === undefined) throw notFound('Member');
    const actor = actorOf(request);
    await runForMember(billing, 'Failed to refund', (services) =>
      refundPlan(services, memberId, (transaction, done, before) =>
        inAuditedTransaction(transaction, actor, (staff) =>
          recordActOnce(staff, {
            act: 'refund plan',
            subject: { kind: 'member', id: memberId },
            before,
            after: { ...done },
            reason: body.reason,
          }),
        ),
      ),
    );
    return DONE;
  });
}

function erasureRoute(app: FastifyInstance, { db, billing }: Dependencies): void {
  const otherResponses = { ...PAYMENT_RESPONSES, ...REFUSED };
  addRoute(app, contract.eraseMember, { tag: 'staff', otherResponses }, async (call) => {
    const { params, body, viewer, request } = call;
    const { memberId } = params;
    requireOther(viewer, memberId);
    if ((await findMemberDetail(db, memberId)) === undefined) throw notFound('Member');
    const actor = actorOf(request);
    await eraseAccount({ db, billing }, memberId, body.comments, (transaction) =>
      inAuditedTransaction(transaction, actor, (staff) =>
        recordAct(staff, {
          act: 'erase',
          subject: { kind: 'member', id: memberId },
          after: { comments: body.comments },
          reason: body.reason,
        }),
      ),
    );
    logSecurityEvent(request.log, 'account deleted', { memberId, by: viewer.memberId });
    return DONE;
  });
}
