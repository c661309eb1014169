import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as contract from '#contract/admin-orders.ts';
import { listAudit } from '#contract/audit.ts';
import { problemSchema } from '#contract/errors.ts';
import { idSchema } from '#contract/field-schemas.ts';
import { hasRole } from '#contract/roles.ts';
import { actorOf } from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';
import { badRequest, HttpProblem, notFound } from '#server/core/http/errors/problems.ts';
import { requirePage } from '#server/core/http/routing/cursor.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { Viewer } from '#server/core/sessions/viewer.ts';
import { type BillingServices, PAYMENT_RESPONSES, runForMember } from '../../billing/billing.public.ts';
import * as orders from '../../orders/orders.public.ts';
import { findOrderRefund } from '../admin.audit.queries.ts';

const PAGE = 50;
const OPTIONS = { tag: 'staff' };
const CHANGE = {
  tag: 'staff',
  otherResponses: {
    409: { description: 'The state of the order does not allow it.', schema: problemSchema },
  },
};

type QueueRow = Awaited<ReturnType<typeof orders.listQueue>>['rows'][number];

interface Dependencies {
  db: Db;
  billing: BillingServices | undefined;
}

/** Custom prompts, from the queue to the buyer: by the code of `npm run orders`. */
export function adminOrderRoutes(app: FastifyInstance, { db, billing }: Dependencies): void {
  addRoute(app, contract.listOrderQueue, OPTIONS, async ({ query: { queue = 'waiting', limit, cursor } }) => {
    const position = z.object({ id: idSchema, orderedAt: z.iso.datetime() });
    const page = requirePage({ name: ['orders', queue], position, limit: PAGE }, { limit, cursor });
    const { rows, total } = await orders.listQueue(db, queue, page);
    const { shown, nextCursor } = page.split(rows);
    return { orders: shown.map(toQueueRow), total, nextCursor };
  });

  addRoute(app, contract.getStaffOrder, OPTIONS, ({ params, viewer }) =>
    requireOrder(db, params.orderId, viewer),
  );

  addRoute(app, contract.startStaffOrder, CHANGE, async ({ params, request, viewer }) => {
    await requireOrder(db, params.orderId, viewer);
    await refusedAs409(orders.startOrder(db, actorOf(request), params.orderId));
    return await requireOrder(db, params.orderId, viewer);
  });

  const refund = { tag: 'staff', otherResponses: PAYMENT_RESPONSES };
  addRoute(app, contract.refundStaffOrder, refund, async ({ params, body, request, viewer }) => {
    const order = await requirePaid(db, params.orderId);
    const by = { actor: actorOf(request), reason: body.reason };
    await runForMember(billing, 'Failed to refund', (services) => orders.refundOrder(services, by, order));
    return await requireOrder(db, params.orderId, viewer);
  });

  addRoute(app, contract.previewDelivery, OPTIONS, ({ body }) => {
    const read = orders.readDelivery(body.file);
    return 'problems' in read
      ? { prompt: null, problems: read.problems }
      : { prompt: { ...read, variables: [...read.variables] }, problems: [] };
  });

  addRoute(app, contract.deliverStaffOrder, CHANGE, async ({ params, body, request, viewer }) => {
    await requireOrder(db, params.orderId, viewer);
    const prompt = orders.readDelivery(body.file);
    if ('problems' in prompt) {
      throw badRequest(prompt.problems.map(({ line, message }) => `line ${line}: ${message}`).join('; '));
    }
    const delivery = { ...prompt, note: body.note?.trim() || null };
    await refusedAs409(orders.deliverOrder(db, actorOf(request), params.orderId, delivery));
    return await requireOrder(db, params.orderId, viewer);
  });
}

function toQueueRow(found: QueueRow): contract.OrderQueueRow {
  const { memberId, email, paidAt, waitsSince, deliveredAt, refundedAt, ...row } = found;
  return {
    ...row,
    buyer: memberId === null || email === null ? null : { id: memberId, email },
    paidAt: paidAt?.toISOString() ?? null,
    waitsSince: waitsSince.toISOString(),
    dueOn: orders.dueOn(found),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    refundedAt: refundedAt?.toISOString() ?? null,
  };
}

/** @throws HttpProblem 404 also for one that was never paid: there is nothing to do about it */
async function requirePaid(db: Db, id: string) {
  const row = await orders.findOrderToFulfill(db, id);
  if (row === undefined || row.paidAt === null) throw notFound('Order');
  return { ...row, paidAt: row.paidAt };
}

async function requireOrder(db: Db, id: string, viewer: Viewer): Promise<contract.StaffOrder> {
  const row = await requirePaid(db, id);
  const { memberId, email, paidAt, paymentIntentId } = row;
  const changesAskedAt = row.revisions.at(-1)?.at;
  const isAuditor = viewer.kind === 'member' && hasRole(viewer.role, listAudit.access);
  const waitsSince = changesAskedAt === undefined ? paidAt : new Date(changesAskedAt);
  return {
    order: { ...orders.toOrder(row), paidAt: paidAt.toISOString() },
    buyer: memberId === null || email === null ? null : { id: memberId, email },
    dueOn: orders.dueOn({ ...row, waitsSince }),
    hasPayment: paymentIntentId !== null,
    refund: isAuditor && row.state === 'refunded' ? ((await findOrderRefund(db, id)) ?? null) : null,
  };
}

async function refusedAs409<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof orders.FulfillmentError) throw new HttpProblem(409, error.message);
    throw error;
  }
}
