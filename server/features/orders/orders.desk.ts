// What whoever writes custom prompts does with orders; scripts/orders.ts is its terminal.
import { randomUUID } from 'node:crypto';
import type { OrderState } from '#contract/orders.ts';
import type { Variable } from '#contract/prompts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { makeId } from '#server/core/ids.ts';
import { addDelivery, type DeskRow, findDeskRow, findOrdersIn, moveOrder } from './orders-desk.queries.ts';

/** What can be done with an order is decided by its state; the message says why not. */
export class DeskRefusal extends Error {
  override readonly name = 'DeskRefusal';
}

/** Paid, and waiting for us. */
const WAITING: readonly OrderState[] = ['received', 'in_work', 'revision'];

/** Characters of a delivered prompt; every answer of the order carries it. */
const MOST_CHARACTERS = 50_000;

/** Orders that wait for work, the longest waiting first. */
export async function listWaiting(db: Db): Promise<DeskRow[]> {
  return await findOrdersIn(db, WAITING);
}

/** Tells the buyer that somebody is at it. May be repeated. */
export async function startOrder(db: Db, id: string): Promise<void> {
  if (!(await moveOrder(db, id, { from: WAITING, to: 'in_work' }))) throw await refusal(db, id, 'started');
}

export interface Delivery {
  title: string;
  content: string;
  variables: readonly Variable[];
  note: string | null;
}

/**
 * Hands a prompt over to its buyer, and to nobody else. A mended one may follow until the buyer accepts.
 * @returns false when this very delivery was made already
 */
export async function deliverOrder(db: Db, id: string, delivery: Delivery): Promise<boolean> {
  if (delivery.content.length > MOST_CHARACTERS) {
    throw new DeskRefusal(
      `The prompt has ${delivery.content.length} characters, at most ${MOST_CHARACTERS} fit.`,
    );
  }
  return await db.transaction().execute(async (transaction) => {
    const isOpen = await moveOrder(transaction, id, { from: [...WAITING, 'delivered'], to: 'delivered' });
    if (!isOpen) throw await refusal(transaction, id, 'delivered');
    return await addDelivery(transaction, id, { ...delivery, id: makeId(randomUUID()) });
  });
}

async function refusal(db: Db, id: string, verb: string): Promise<DeskRefusal> {
  const row = await findDeskRow(db, id);
  if (row === undefined) return new DeskRefusal(`There is no order ${id}.`);
  const state = row.isDisputed ? `${row.state}, and its payment is disputed` : row.state;
  return new DeskRefusal(`Order ${id} is ${state}: it cannot be ${verb}.`);
}
