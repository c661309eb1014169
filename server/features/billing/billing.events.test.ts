import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINT_EVENTS } from './billing.events.ts';
import { KNOWN_STATUSES } from './subscription/subscription.state.ts';
import { type BillingApp, createBillingApp, customerOf, type Payer } from './testing/billing-app.ts';
import { makeEvent, postEvent, signEvent } from './testing/webhook-events.ts';

const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'docs', 'billing-states.md');

const NONE = 'no_subscription';
const STATUSES = [NONE, ...KNOWN_STATUSES];

const isOfPayment = (type: string) => type.startsWith('payment_intent.') || type === 'charge.refunded';
const isOfDispute = (type: string) => type.startsWith('charge.dispute.');
const ABOUT_PLAN = ENDPOINT_EVENTS.filter((type) => !(isOfPayment(type) || isOfDispute(type)));
const ABOUT_CLAIM = ENDPOINT_EVENTS.filter((type) => isOfDispute(type) && type !== 'charge.dispute.closed');

let app: BillingApp;
let table: Map<string, string[]>;
beforeAll(async () => {
  app = await createBillingApp();
  table = await readTable();
});
afterAll(() => app.close());

/** "Every status, every event": a status, and what is shown after the events of each column; "–" cannot be. */
async function readTable(): Promise<Map<string, string[]>> {
  const text = await readFile(DOCUMENT, 'utf8');
  const [, section = ''] = /## Every status, every event\n(.*?)\n## /s.exec(text) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const cells = rows.map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
  return new Map(cells.map(([, status = '', ...after]) => [status, after.slice(0, 5)]));
}

/** A member whose subscription is in this status at the provider; no event of it is sent. */
async function arrange(status: string): Promise<{ member: Payer; intent: string }> {
  app.sandbox.control.setWebhooks({ drop: [] });
  const member = await app.member();
  const id = await member.subscribe('pro');
  app.sandbox.control.setWebhooks({ drop: ['*'] });
  const stored = app.tables.subscriptions.require(id);
  const [payment] = app.tables.invoicePayments.where(({ invoice }) => invoice === stored.latest_invoice);
  if (status === NONE) app.tables.subscriptions.remove(id);
  // Also one that the sandbox has no word for.
  else Object.assign(stored, { status });
  return { member, intent: payment?.payment.payment_intent ?? '' };
}

async function send(type: string, object: object): Promise<void> {
  const event = makeEvent('', { type, data: { object } });
  const { statusCode } = await postEvent(app.server, event, signEvent(event, app.payments.webhookSecret));
  expect([type, statusCode]).toEqual([type, 200]);
}

/** What the member is shown once one of these events has come, whichever it is. */
async function shownAfter(member: Payer, types: readonly string[], object: object): Promise<string> {
  const shown = new Set<string>();
  for (const type of types) {
    // As if nothing had been heard yet.
    if (ABOUT_PLAN.some((name) => name === type))
      await sql`delete from subscriptions where user_id = ${member.id}`.execute(app.database.db);
    await send(type, object);
    shown.add((await member.status()).status);
  }
  return [...shown].join(' or ');
}

test('the table has a row for every status', () => {
  expect([...table.keys()]).toEqual(STATUSES);
});

test.each(STATUSES)('%s: the outcome of each event', async (status) => {
  const { member, intent } = await arrange(status);
  const customer = customerOf(app, member);
  const ofCustomer = ABOUT_PLAN.filter((type) => /^customer\.\w+$/.test(type));
  const others = ABOUT_PLAN.filter((type) => !ofCustomer.includes(type));
  const plan = await shownAfter(member, ofCustomer, { id: customer, object: 'customer' });
  expect(await shownAfter(member, others, { id: 'any_1', object: 'any', customer })).toBe(plan);
  const payment = await shownAfter(member, ENDPOINT_EVENTS.filter(isOfPayment), {
    id: intent,
    object: 'payment_intent',
    payment_intent: intent,
    customer,
  });
  const after = [plan, payment];
  const [, , claimed] = table.get(status) ?? [];
  if (claimed === '–') after.push('–', '–', '–');
  else {
    for (const outcome of ['needs_response', 'won', 'lost'] as const) {
      const dispute = app.sandbox.control.dispute({ payment_intent: intent });
      if (outcome !== 'needs_response') app.sandbox.control.closeDispute(dispute.id, outcome);
      const types = outcome === 'needs_response' ? ABOUT_CLAIM : ['charge.dispute.closed'];
      after.push(await shownAfter(member, types, dispute));
      if (outcome !== 'needs_response') continue;
      // Before the next one.
      app.sandbox.control.closeDispute(dispute.id, 'won');
      await send('charge.dispute.closed', dispute);
    }
  }
  expect(after).toEqual(table.get(status));
});
