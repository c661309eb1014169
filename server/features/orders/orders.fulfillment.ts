// Working on paid orders and delivering them; scripts/orders.ts is the command for it.
import { randomUUID } from 'node:crypto';
import type { OrderState } from '#contract/orders.ts';
import type { Db } from '#server/core/database/pool.ts';
import { makeId } from '#server/core/ids.ts';
import { addMail } from '#server/core/mail/outbox.ts';
import { notify } from '../notices/notices.public.ts';
import { orderDeliveredMail } from './orders.delivered.mail.ts';
import {
  addDelivery,
  type Delivery,
  type FulfillmentRow,
  findOrdersIn,
  moveOrder,
} from './orders.fulfillment.queries.ts';
import { findBuyer } from './orders.payment-sync.queries.ts';
import { findOrderToFulfill } from './orders.queries.ts';

/** The state of an order does not allow it; the message says why. */
export class FulfillmentRefusal extends Error {
  override readonly name = 'FulfillmentRefusal';
}

/** Paid, and waiting for us. */
const WAITING: readonly OrderState[] = ['received', 'in_work', 'revision'];

/** Characters of a delivered prompt, which is part of every response about the order. */
const MAX_CHARACTERS = 50_000;

/** Orders that wait for work, the longest waiting first. */
export async function listWaiting(db: Db): Promise<FulfillmentRow[]> {
  return await findOrdersIn(db, WAITING);
}

/** Shows the buyer that work has started. May be repeated. */
export async function startOrder(db: Db, id: string): Promise<void> {
  if (!(await moveOrder(db, id, { from: WAITING, to: 'in_work' }))) throw await refusal(db, id, 'started');
}

/**
 * Delivers a prompt to its buyer, and to nobody else. A corrected one may follow until the buyer accepts.
 * @returns false when the newest delivery is the same
 */
export async function deliverOrder(db: Db, id: string, delivery: Delivery): Promise<boolean> {
  if (delivery.content.length > MAX_CHARACTERS) {
    throw new FulfillmentRefusal(
      `The prompt has ${delivery.content.length} characters, at most ${MAX_CHARACTERS} fit.`,
    );
  }
  return await db.transaction().execute(async (transaction) => {
    const isOpen = await moveOrder(transaction, id, { from: [...WAITING, 'delivered'], to: 'delivered' });
    if (!isOpen) throw await refusal(transaction, id, 'delivered');
    const deliveryId = makeId(randomUUID());
    if (!(await addDelivery(transaction, id, { ...delivery, id: deliveryId }))) return false;
    await tellBuyer(transaction, id, deliveryId);
    return true;
  });
}

async function tellBuyer(transaction: Db, orderId: string, deliveryId: string): Promise<void> {
  const memberId = await findBuyer(transaction, orderId);
  if (!memberId) return;
  await addMail(transaction, orderDeliveredMail, { key: deliveryId, to: { memberId }, data: { orderId } });
  await notify(transaction, memberId, {
    kind: 'order_delivered',
    subject: '',
    path: `/orders?order=${orderId}`,
  });
}

async function refusal(db: Db, id: string, verb: string): Promise<FulfillmentRefusal> {
  const row = await findOrderToFulfill(db, id);
  if (row === undefined) return new FulfillmentRefusal(`There is no order ${id}.`);
  const state = row.isDisputed ? `${row.state}, and its payment is disputed` : row.state;
  return new FulfillmentRefusal(`Order ${id} is ${state}: it cannot be ${verb}.`);
}
