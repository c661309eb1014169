import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Payment } from '#contract/billing.ts';
import type { Order } from '#contract/orders.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import type { TestMember } from '#server/testing/test-app.ts';
import { type BillingApp, CARD } from '../../billing/testing/billing-app.ts';

/** The prompt that is ordered. */
export const TITLE = 'An engineer prompt';
export const BRIEF = {
  goal: 'Plan a secretgoalzq week',
  context: 'For two children who eat at home on weekdays.',
  result: 'A table with a row for each day.',
};

/** Only the engineer prompt has it. */
const CANARY = 'canaryengineerzq';

/** What the provider sends about an order's payment. */
export const PAYMENT_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.created',
  'charge.succeeded',
  'charge.refunded',
];

type Intent = ReturnType<BillingApp['tables']['paymentIntents']['where']>[number];

/** What members do who buy a prompt. */
export interface Buyers {
  /** Orders the engineer prompt, unless `more` says otherwise. */
  place(member: TestMember, more?: object): Promise<Order>;
  /** Begins to pay. @returns what the browser gets */
  begin(member: TestMember, order: Order): Promise<Payment>;
  /** Orders and pays, and waits for the webhook events. */
  buy(member: TestMember): Promise<Order>;
  read(member: TestMember, order: Order): Promise<Order>;
  /** Whether the member reads the engineer prompt: its text, its card, and by searching for a word of it. */
  reads(member: TestMember): Promise<boolean>;
  /** The order's payments at the provider. */
  intentsOf(order: Order): Intent[];
  /** The id of the first of them. */
  intentOf(order: Order): string;
}

/** Writes the engineer prompt into the app's database. */
export async function createBuyers(app: BillingApp): Promise<Buyers> {
  await seedPrompts(app.database.db, [{ title: TITLE, tier: 'engineer', content: `The text: ${CANARY}.` }]);
  function intentsOf(order: Order): Intent[] {
    const { invoices, invoicePayments, paymentIntents } = app.tables;
    const bills = invoices.where(({ metadata }) => metadata['orderId'] === order.id).map(({ id }) => id);
    return invoicePayments
      .where(({ invoice }) => bills.includes(invoice))
      .map(({ payment }) => paymentIntents.require(payment.payment_intent));
  }
  async function buy(member: TestMember): Promise<Order> {
    const order = await place(member);
    const { clientSecret } = await begin(member, order);
    expect(app.sandbox.control.confirm(clientSecret, CARD).error).toBeUndefined();
    await app.settle();
    return await read(member, order);
  }
  return {
    place,
    begin,
    buy,
    read,
    reads,
    intentsOf,
    intentOf(order) {
      const [intent] = intentsOf(order);
      if (intent === undefined) throw new Error('This order has no payment.');
      return intent.id;
    },
  };
}

async function place(member: TestMember, more: object = { promptId: seedId(TITLE) }): Promise<Order> {
  const response = await member.post('/api/orders', { key: randomUUID(), brief: BRIEF, ...more });
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function begin(member: TestMember, order: Order): Promise<Payment> {
  const response = await member.post(`/api/orders/${order.id}/pay`);
  expect([response.statusCode, response.statusCode === 200 ? '' : response.payload]).toEqual([200, '']);
  return response.json();
}

async function read(member: TestMember, { id }: Order): Promise<Order> {
  return (await member.get(`/api/orders/${id}`)).json();
}

async function reads(member: TestMember): Promise<boolean> {
  const detail = await member.get(`/api/prompts/${seedId(TITLE)}`);
  const found = (await member.get(`/api/prompts/search?q=${CANARY}`)).json();
  const cards: { id: string; isLocked: boolean }[] = (await member.get('/api/categories/fitness')).json()
    .prompts;
  const card = cards.find(({ id }) => id === seedId(TITLE));
  const views = [detail.statusCode === 200, found.length === 1, card?.isLocked === false];
  expect(new Set(views).size).toBe(1);
  expect(detail.payload.includes(CANARY)).toBe(views[0]);
  return views[0] ?? false;
}
