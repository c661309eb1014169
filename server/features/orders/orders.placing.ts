import { randomUUID } from 'node:crypto';
import { LIMITS } from '#contract/limits.ts';
import type { Brief } from '#contract/orders.ts';
import { PLANS } from '#contract/plans.ts';
import type { Db } from '#server/core/database/pool.ts';
import { badRequest, HttpProblem } from '#server/core/http/problems.ts';
import type { Member } from '#server/core/http/routes.ts';
import { makeId } from '#server/core/ids.ts';
import { CURRENCY } from '../billing/billing.access.ts';
import { findCards } from '../prompts/prompts.access.ts';
import { addOrder, countOrders, type EarlierOrder, findEarlierOrder, setBrief } from './orders.queries.ts';

export interface OrderForm {
  /** Made by the browser once per form. */
  key: string;
  brief: Brief;
  promptId?: string | undefined;
}

/** A refusal with a word for the page beside the sentence for people. */
export const conflict = (code: string, message: string, more: Readonly<Record<string, string>> = {}) =>
  new HttpProblem(409, message, {}, { code, ...more });

/**
 * Makes an order, or goes on with the one there is: a form sent twice is one order, and so is a second form for a
 * prompt whose order is not paid yet. What is not paid takes the newer brief.
 * @returns the order's id
 * @throws HttpProblem 400 for a prompt nobody can order, 409 when it is ordered and paid, or there are too many
 */
export async function placeOrderOf(db: Db, viewer: Member, form: OrderForm): Promise<string> {
  const { key, brief, promptId = null } = form;
  const own = { memberId: viewer.memberId, key, promptId };
  const earlier = await findEarlierOrder(db, own);
  if (earlier !== undefined) return await goOnWith(db, earlier, brief);
  if (promptId !== null) await requireOrderable(db, promptId, viewer);
  if ((await countOrders(db, viewer.memberId)) >= LIMITS.orders) {
    throw conflict('too_many_orders', `You have ${LIMITS.orders} orders, which is as many as can be kept.`);
  }
  const id = makeId(randomUUID());
  const isNew = await addOrder(db, { ...own, id, brief, amountCents: priceCents(), currency: CURRENCY });
  if (isNew) return id;
  // The same form, or another tab's, was there first by a moment.
  const first = await findEarlierOrder(db, own);
  if (first === undefined) throw conflict('order_changed', 'The order changed meanwhile. Please try again.');
  return await goOnWith(db, first, brief);
}

async function goOnWith(db: Db, { id, state, isOfSameForm }: EarlierOrder, brief: Brief): Promise<string> {
  if (state === 'awaiting_payment') await setBrief(db, id, brief);
  else if (!isOfSameForm) {
    throw conflict('already_ordered', 'You have ordered a prompt from this one already.', { orderId: id });
  }
  return id;
}

async function requireOrderable(db: Db, promptId: string, viewer: Member): Promise<void> {
  const [card] = await findCards(db, [promptId], viewer);
  if (card?.tier !== 'engineer') {
    throw badRequest('promptId: is not a prompt that can be ordered; leave it out to order without one');
  }
}

/** From the one price table. */
function priceCents(): number {
  const plan = PLANS.find(({ interval }) => interval === 'prompt');
  if (plan === undefined) throw new Error('the price table has no custom prompt');
  return plan.priceCents;
}
