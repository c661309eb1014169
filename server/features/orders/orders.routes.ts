import type { FastifyInstance } from 'fastify';
import {
  acceptOrder,
  getOrder,
  listOrders,
  type Order,
  payOrder,
  placeOrder,
  requestRevision,
  syncOrder,
} from '#contract/orders.ts';
import type { Db } from '#server/core/database/pool.ts';
import { retried } from '#server/core/database/retry.ts';
import type { ActionLimits } from '#server/core/http/action-limit.ts';
import { notFound } from '#server/core/http/problems.ts';
import { addRoute, type Member } from '#server/core/http/routes.ts';
import { PAYMENT_ANSWERS, type Payments, requirePayments, withWords } from '../billing/billing.access.ts';
import { paymentFor } from './orders.paying.ts';
import { applyPayment } from './orders.payment.ts';
import { conflict, placeOrderOf } from './orders.placing.ts';
import { toOrder } from './orders.projection.ts';
import { acceptDelivery, addRevision, findOrder, findOrders, type OrderRow } from './orders.queries.ts';
import { sweepOrders } from './orders.sweep.ts';

interface Parts {
  db: Db;
  limits: ActionLimits;
  /** Undefined: nothing can be paid here. */
  payments: Payments | undefined;
}

export function orderRoutes(app: FastifyInstance, { db, limits, payments }: Parts): void {
  const read = { tag: 'orders' };
  const write = { ...read, ...limits.of('order'), otherAnswers: PAYMENT_ANSWERS };
  const answer = async (viewer: Member, id: string) => toOrder(await requireOrder(db, viewer, id));

  addRoute(app, listOrders, read, async ({ viewer }) => (await findOrders(db, viewer.memberId)).map(toOrder));

  addRoute(app, getOrder, read, ({ params, viewer }) => answer(viewer, params.id));

  addRoute(app, placeOrder, write, async ({ body, viewer }) => {
    // A brief that nobody can pay for would only be lost work.
    requirePayments(payments);
    return await answer(viewer, await placeOrderOf(db, viewer, body));
  });

  addRoute(app, payOrder, write, async ({ params, viewer }) => {
    const order = await requireOrder(db, viewer, params.id);
    return await paymentFor(requirePayments(payments), order);
  });

  addRoute(app, syncOrder, write, async ({ params, viewer }) => {
    const { id: orderId, paymentIntentId } = await requireOrder(db, viewer, params.id);
    if (paymentIntentId !== null) {
      await withWords('Failed to look for the payment', () =>
        applyPayment(requirePayments(payments), { orderId, paymentIntentId }),
      );
    }
    return await answer(viewer, params.id);
  });

  addRoute(app, acceptOrder, write, async ({ params, viewer }) => {
    await requireOrder(db, viewer, params.id);
    const isAccepted = await retried(() => acceptDelivery(db, viewer.memberId, params.id));
    if (!isAccepted) throw nothingDelivered();
    return await answer(viewer, params.id);
  });

  addRoute(app, requestRevision, write, async ({ params, body, viewer }) => {
    const before = await requireOrder(db, viewer, params.id);
    const isNoted = await retried(() => addRevision(db, viewer.memberId, params.id, body.text));
    const order = await answer(viewer, params.id);
    if (!isNoted && !isSaidAlready(order, body.text)) {
      throw before.state === 'revision'
        ? conflict(
            'revision_under_way',
            'Your changes are being made. You can ask for more once they are delivered.',
          )
        : nothingDelivered();
    }
    return order;
  });

  if (payments !== undefined) sweepOrders(app, payments);
}

/** @throws HttpProblem 404 for an unknown order, and for anybody else's */
async function requireOrder(db: Db, viewer: Member, id: string): Promise<OrderRow> {
  const order = await findOrder(db, viewer.memberId, id);
  if (order === undefined) throw notFound('Order');
  return order;
}

const nothingDelivered = () =>
  conflict('nothing_delivered', 'Nothing is delivered that waits for your answer.');

/** A second click asks for what the first one did. */
function isSaidAlready({ state, revisions }: Order, text: string): boolean {
  return state === 'revision' && revisions.at(-1)?.text === text;
}
