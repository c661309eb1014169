import fc from 'fast-check';
import Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import {
  readStored,
  type Subscribed,
  secretOf,
  startTestSandbox,
  subscribe,
  subscribeAndPay,
  type TestSandbox,
} from './testing/sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  sandbox.control.setWebhooks({ drop: ['*'] });
  return () => sandbox.close();
});

const CARDS = [
  '4242424242424242',
  '4000000000009995',
  '4000000000000341',
  '4000002760003184',
  '4000002500003155',
];

const step = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), card: fc.constantFrom(...CARDS), isPassed: fc.boolean() }),
  fc.record({
    kind: fc.constant('change' as const),
    to: fc.constantFrom('basic', 'advanced', 'pro'),
    isPending: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(0.1, 1, 4, 16, 31) }),
  fc.record({ kind: fc.constant('card' as const), card: fc.constantFrom(...CARDS) }),
  fc.record({ kind: fc.constantFrom('cancel', 'portal', 'resume', 'end', 'void', 'refund') }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One step; that the API refuses it is a response like any other. */
async function take(made: Subscribed, taken: Step): Promise<void> {
  const { stripe, control, prices } = sandbox;
  const { id } = made;
  const invoice = readStored(sandbox, id).latest_invoice;
  if (taken.kind === 'pay') {
    const secret = await secretOf(stripe, invoice.id);
    control.confirm(secret, taken.card);
    control.authenticate(secret, taken.isPassed ? 'succeeded' : 'failed');
  } else if (taken.kind === 'change') {
    const items = [{ id: made.itemId, price: prices[taken.to as 'pro'] }];
    await stripe.subscriptions.update(id, {
      items,
      proration_behavior: 'always_invoice',
      ...(taken.isPending ? { payment_behavior: 'pending_if_incomplete' } : {}),
    });
  } else if (taken.kind === 'wait') control.advance({ seconds: taken.days * 86_400 });
  else if (taken.kind === 'card') control.setCard(id, taken.card);
  else if (taken.kind === 'cancel') await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  else if (taken.kind === 'portal') control.cancel(id, 'portal');
  else if (taken.kind === 'resume') await stripe.subscriptions.update(id, { cancel_at: '' });
  else if (taken.kind === 'end') await stripe.subscriptions.cancel(id);
  else if (taken.kind === 'void') await stripe.invoices.voidInvoice(invoice.id);
  else control.refund({ invoice: made.invoice });
}

/** A refusal is 400, 402 or 404; anything else is a fault of the sandbox. */
function isRefusal(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeError) return [400, 402, 404].includes(error.statusCode ?? 0);
  return error instanceof Error && error.name === 'StripeError';
}

function assertSound(made: Subscribed, statuses: string[]): void {
  const { tables } = sandbox.control;
  const subscription = readStored(sandbox, made.id);
  const invoices = tables.invoices.where(({ customer }) => customer === made.customer);
  const charges = tables.charges.where(({ customer }) => customer === made.customer);
  const charged = charges.reduce((sum, { amount_captured }) => sum + amount_captured, 0);
  const paid = invoices.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
  expect(charged).toBe(paid);
  // What was billed is paid, still open, or stands in the balance: no cent comes or goes elsewhere.
  const billed = invoices.filter(({ status }) => status === 'paid' || status === 'open');
  const open = billed.reduce((sum, { amount_remaining }) => sum + amount_remaining, 0);
  const total = billed.reduce((sum, invoice) => sum + invoice.total, 0);
  expect(tables.customers.require(made.customer).balance).toBe(total - paid - open);
  statuses.push(subscription.status);
  const ended = statuses.findIndex((status) => status === 'canceled' || status === 'incomplete_expired');
  if (ended >= 0) expect(new Set(statuses.slice(ended)).size).toBe(1);
  if (subscription.pending_update) expect(['active', 'past_due']).toContain(subscription.status);
  const [item] = subscription.items.data;
  if (subscription.status === 'active')
    expect(item?.current_period_end).toBeGreaterThan(sandbox.control.now());
}

test('whatever happens in whatever order, money adds up and what has ended stays ended', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(4), fc.array(step, { minLength: 4, maxLength: 12 }), async (begin, steps) => {
      const start = begin === 0 ? subscribe : subscribeAndPay;
      const made = await start(sandbox, sandbox.prices.advanced);
      const statuses: string[] = [];
      for (const taken of steps) {
        await take(made, taken).catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
        });
        assertSound(made, statuses);
      }
    }),
    { numRuns: 20 },
  );
  expect(sandbox.control.problems()).toEqual([]);
});
