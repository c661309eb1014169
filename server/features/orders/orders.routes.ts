import type { FastifyInstance } from 'fastify';
import {
  acceptOrder,
  changeBrief,
  discardOrder,
  getOrder,
  getOrderBill,
  listOrders,
  type Order,
  payOrder,
  placeOrder,
  requestRevision,
  syncOrder,
} from '#contract/orders.ts';
import type { Db } from '#server/core/database/pool.ts';
import { withTransactionRetry } from '#server/core/database/transaction-retry.ts';
import { notFound } from '#server/core/http/errors/problems.ts';
import { addRoute, type Member } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import {
  type BillingServices,
  PAYMENT_RESPONSES,
  readOrderBill,
  requireBilling,
  runForMember,
} from '../billing/billing.public.ts';
import { startCheckout } from './orders.checkout.ts';
import { syncOrderPayment } from './orders.payment-sync.ts';
import { conflict, placeOrderOf } from './orders.placement.ts';
import { toOrder } from './orders.projection.ts';
import { acceptDelivery, findOrder, findOrders, type OrderRow } from './orders.queries.ts';
import { reconcileOrdersDaily } from './orders.reconcile.ts';
import { askForRevision } from './orders.revision.ts';
import { changeBriefOf, discardUnpaid } from './orders.unpaid.ts';

interface Dependencies {
  db: Db;
  limits: ActionLimits;
  /** Undefined: nothing can be paid here. */
  billing: BillingServices | undefined;
}

export function orderRoutes(app: FastifyInstance, { db, limits, billing }: Dependencies): void {
  const read = { tag: 'orders' };
  const write = { ...read, ...limits.of('order'), otherResponses: PAYMENT_RESPONSES };
  const readOrder = async (viewer: Member, id: string) => toOrder(await requireOrder(db, viewer, id));

  addRoute(app, listOrders, read, async ({ viewer }) => (await findOrders(db, viewer.memberId)).map(toOrder));

  addRoute(app, getOrder, read, ({ params, viewer }) => readOrder(viewer, params.id));

  addRoute(app, placeOrder, write, async ({ body, viewer }) => {
    // A brief that cannot be paid for is wasted work.
    requireBilling(billing);
    return await readOrder(viewer, await placeOrderOf(db, viewer, body));
  });

  addRoute(app, changeBrief, write, async ({ params, body, viewer }) => {
    await changeBriefOf(db, await requireOrder(db, viewer, params.id), body.brief);
    return await readOrder(viewer, params.id);
  });

  addRoute(app, discardOrder, write, async ({ params, viewer }) => {
    await discardUnpaid(db, billing, await requireOrder(db, viewer, params.id));
    return { isDeleted: true as const };
  });

  addRoute(app, payOrder, write, async ({ params, viewer }) => {
    const order = await requireOrder(db, viewer, params.id);
    return await startCheckout(requireBilling(billing), order);
  });

  addRoute(app, getOrderBill, { ...read, otherResponses: PAYMENT_RESPONSES }, async ({ params, viewer }) => {
    const { invoiceId, paidAt } = await requireOrder(db, viewer, params.id);
    if (invoiceId === null || paidAt === null) throw notFound('Invoice');
    return await runForMember(billing, 'Failed to read the invoice', (services) =>
      readOrderBill(services, invoiceId),
    );
  });

  addRoute(app, syncOrder, write, async ({ params, viewer }) => {
    const { id: orderId, paymentIntentId } = await requireOrder(db, viewer, params.id);
    if (paymentIntentId !== null) {
      await runForMember(billing, 'Failed to look for the payment', (services) =>
        syncOrderPayment(services, { orderId, paymentIntentId }),
      );
    }
    return await readOrder(viewer, params.id);
  });

  addRoute(app, acceptOrder, write, async ({ params, viewer }) => {
    await requireOrder(db, viewer, params.id);
    const isAccepted = await withTransactionRetry(() => acceptDelivery(db, viewer.memberId, params.id));
    if (!isAccepted) throw nothingDelivered();
    return await readOrder(viewer, params.id);
  });

  addRoute(app, requestRevision, write, async ({ params, body, viewer }) => {
    const before = await requireOrder(db, viewer, params.id);
    const isAdded = await withTransactionRetry(() =>
      askForRevision(db, viewer.memberId, params.id, body.text),
    );
    const order = await readOrder(viewer, params.id);
    if (!isAdded && !isRepeated(order, body.text)) {
      throw before.state === 'revision'
        ? conflict(
            'revision_under_way',
            'Your changes are being made. You can ask for more once they are delivered.',
          )
        : nothingDelivered();
    }
    return order;
  });

  if (billing !== undefined) reconcileOrdersDaily(app, billing);
}

/** @throws HttpProblem 404 for an unknown order, and for anybody else's */
async function requireOrder(db: Db, viewer: Member, id: string): Promise<OrderRow> {
  const order = await findOrder(db, viewer.memberId, id);
  if (order === undefined) throw notFound('Order');
  return order;
}

const nothingDelivered = () => conflict('nothing_delivered', 'No delivery is waiting for your answer.');

/** A second click. */
function isRepeated({ state, revisions }: Order, text: string): boolean {
  return state === 'revision' && revisions.at(-1)?.text === text;
}
