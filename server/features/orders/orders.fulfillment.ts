// Working on paid orders and delivering them: for the command (scripts/orders.ts) and for /admin/orders.
import { randomUUID } from 'node:crypto';
import type { ORDER_QUEUES } from '#contract/admin-orders.ts';
import { expectedOn } from '#contract/business-days.ts';
import type { OrderState } from '#contract/orders.ts';
import type { Actor } from '#server/core/audit/acts.ts';
import { auditedTransaction, markUnchanged, recordAct } from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';
import { makeId } from '#server/core/ids.ts';
import { addMail } from '#server/core/mail/outbox.ts';
import { notify } from '../notices/notices.public.ts';
import { orderDeliveredMail } from './orders.delivered.mail.ts';
import {
  addDelivery,
  countOrders,
  type Delivery,
  type FulfillmentRow,
  findOrdersByState,
  type OrderPosition,
  type OrderSelection,
  setOrderState,
} from './orders.fulfillment.queries.ts';
import { lockOrder } from './orders.payment-sync.queries.ts';
import { findOrderToFulfill } from './orders.queries.ts';

/** The state of an order does not allow it; the message says why. */
export class FulfillmentError extends Error {
  override readonly name = 'FulfillmentRefusal';
}

/** Paid, and waiting for us. */
const WAITING: readonly OrderState[] = ['received', 'in_work', 'revision'];

const PAID: readonly OrderState[] = [...WAITING, 'delivered', 'accepted', 'refunded'];

/** Characters of a delivered prompt, which is part of every response about the order. */
const MAX_CHARACTERS = 50_000;

/** Orders that wait for work, the longest waiting first. */
export async function listWaiting(db: Db): Promise<FulfillmentRow[]> {
  return await findOrdersByState(db, { states: WAITING, buyers: 'members' }, 'oldest');
}

type Queue = (typeof ORDER_QUEUES)[number];

function selectionOf(queue: Queue): OrderSelection {
  if (queue === 'waiting') return { states: WAITING, buyers: 'members' };
  // Paid and not delivered when their buyer deleted the account: nothing to work by, but money to decide about.
  if (queue === 'dropped') return { states: WAITING, buyers: 'deleted' };
  return { states: queue === 'all' ? PAID : [queue], buyers: 'all' };
}

/** One page of a queue, and how many orders are in it. */
export async function listQueue(
  db: Db,
  queue: Queue,
  page: { after: OrderPosition | undefined; count: number },
): Promise<{ rows: FulfillmentRow[]; total: number }> {
  const selection = selectionOf(queue);
  // What somebody has to do something about: the longest waiting first.
  const first = queue === 'waiting' || queue === 'dropped' ? 'oldest' : 'newest';
  const [rows, total] = await Promise.all([
    findOrdersByState(db, selection, first, page),
    countOrders(db, selection),
  ]);
  return { rows, total };
}

/**
 * The day on which an order is expected: counted from the payment, or from what was asked to be changed last.
 * @returns YYYY-MM-DD; null for one that does not wait for us, or whose payment is disputed
 */
export function dueOn({
  state,
  isDisputed,
  memberId,
  waitsSince,
}: Pick<FulfillmentRow, 'state' | 'isDisputed' | 'memberId' | 'waitsSince'>): string | null {
  if (!WAITING.includes(state) || isDisputed || memberId === null) return null;
  return expectedOn(waitsSince.toISOString());
}

/** Shows the buyer that work has started. May be repeated. */
export async function startOrder(db: Db, actor: Actor, id: string): Promise<void> {
  await auditedTransaction(db, actor, async (transaction) => {
    const before = await setOrderState(transaction, id, { from: WAITING, to: 'in_work' });
    if (before === undefined) throw await refusal(transaction, id, 'started');
    if (before === 'in_work') return markUnchanged(transaction);
    await recordAct(transaction, {
      act: 'start order',
      subject: { kind: 'order', id },
      before: { state: before },
      after: { state: 'in_work' },
    });
  });
}

/**
 * Delivers a prompt to its buyer, and to nobody else. A corrected one may follow until the buyer accepts.
 * @returns false when the newest delivery is the same
 */
export async function deliverOrder(db: Db, actor: Actor, id: string, delivery: Delivery): Promise<boolean> {
  if (delivery.content.length > MAX_CHARACTERS) {
    throw new FulfillmentError(
      `The prompt has ${delivery.content.length} characters, at most ${MAX_CHARACTERS} fit.`,
    );
  }
  return await auditedTransaction(db, actor, async (transaction) => {
    const before = await setOrderState(transaction, id, { from: [...WAITING, 'delivered'], to: 'delivered' });
    if (before === undefined) throw await refusal(transaction, id, 'delivered');
    const deliveryId = makeId(randomUUID());
    const isNew = await addDelivery(transaction, id, { ...delivery, id: deliveryId });
    if (!isNew && before === 'delivered') markUnchanged(transaction);
    else {
      await recordAct(transaction, {
        act: 'deliver order',
        subject: { kind: 'order', id },
        before: { state: before },
        after: { state: 'delivered', ...(isNew ? { delivery: deliveryId } : {}) },
      });
    }
    if (isNew) await notifyBuyer(transaction, id, deliveryId);
    return isNew;
  });
}

async function notifyBuyer(transaction: Db, orderId: string, deliveryId: string): Promise<void> {
  const { memberId, goal: title } = (await lockOrder(transaction, orderId)) ?? {};
  if (!memberId || title === undefined) return;
  const data = { orderId, title };
  await addMail(transaction, orderDeliveredMail, { key: deliveryId, to: { memberId }, data });
  await notify(transaction, memberId, {
    kind: 'order_delivered',
    subject: title,
    path: `/orders?order=${orderId}`,
  });
}

async function refusal(db: Db, id: string, verb: string): Promise<FulfillmentError> {
  const row = await findOrderToFulfill(db, id);
  if (row === undefined) return new FulfillmentError(`There is no order ${id}.`);
  const isGone = row.memberId === null ? ', and its buyer is gone' : '';
  const state = `${row.state}${row.isDisputed ? ', and its payment is disputed' : ''}${isGone}`;
  return new FulfillmentError(`Order ${id} is ${state}: it cannot be ${verb}.`);
}
