import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestSandbox, subscribeAndPay, type TestSandbox } from './testing/sandbox.ts';
import { signature } from './webhook-sender.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  return () => sandbox.close();
});

afterEach(async () => {
  await sandbox.control.webhooks.settled();
  const problems = sandbox.control.problems();
  sandbox.control.reset();
  sandbox.received.length = 0;
  sandbox.answerWith(200);
  expect(problems).toEqual([]);
});

const types = () => sandbox.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
const secret = () => sandbox.payments.credentials.STRIPE_WEBHOOK_SECRET;

describe('Webhooks', () => {
  test('are signed with the real time, whatever the time in the sandbox', async () => {
    const { stripe, control, prices } = sandbox;
    await subscribeAndPay(sandbox, prices.basic);
    control.advance({ seconds: 3 * 365 * 86_400 });
    const events = await sandbox.events();
    expect(Math.max(...events.map(({ created }) => created))).toBeGreaterThan(
      Date.now() / 1000 + 2 * 365 * 86_400,
    );
    const [first] = sandbox.received;
    expect(() =>
      stripe.webhooks.constructEvent(first?.body ?? '', first?.signature ?? '', 'whsec_other'),
    ).toThrow();
    const old = signature('{}', secret(), Math.floor(Date.now() / 1000) - 400);
    expect(() => stripe.webhooks.constructEvent('{}', old, secret())).toThrow(/tolerance/);
  });

  test('come twice and in any order, unless configured otherwise', async () => {
    const { control } = sandbox;
    const ids = await customers(8);
    await Promise.all(ids.map((id, n) => rename(id, n)));
    await control.webhooks.settled();
    const events = sandbox.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
    expect(events).toHaveLength(16);
    expect(new Set(events).size).toBe(8);
    sandbox.received.length = 0;
    control.setWebhooks({ duplicate: false, shuffle: false });
    const [id = ''] = ids;
    for (let n = 10; n < 16; n += 1) await rename(id, n);
    await control.webhooks.settled();
    const names = sandbox.received.map(({ body }) => /"email": "(\d+)@/.exec(body)?.[1]);
    expect(names).toEqual(['10', '11', '12', '13', '14', '15']);
  });

  test('can be dropped and sent later, held back and released', async () => {
    const { stripe, control } = sandbox;
    const [id = ''] = await customers(1);
    control.setWebhooks({ drop: ['customer.deleted'], duplicate: false });
    await rename(id, 1);
    await stripe.customers.del(id);
    await control.webhooks.settled();
    expect(types()).toEqual(['customer.updated']);
    expect(control.webhooks.resend({})).toBe(1);
    await control.webhooks.settled();
    expect(types()).toEqual(['customer.updated', 'customer.deleted']);
    expect(control.webhooks.resend({ type: 'customer.updated' })).toBe(1);
    await control.webhooks.settled();
    control.setWebhooks({ hold: true, drop: [] });
    await subscribeAndPay(sandbox, sandbox.prices.basic);
    await control.webhooks.settled();
    expect(types()).toHaveLength(3);
    control.webhooks.release();
    await control.webhooks.settled();
    expect(types()).toContain('invoice.paid');
  });

  test('are tried again when the receiver fails, then on demand', async () => {
    const { control } = sandbox;
    const [id = ''] = await customers(1);
    sandbox.answerWith(500);
    control.setWebhooks({ duplicate: false, retries: [30] });
    await rename(id, 1);
    await expect.poll(types).toHaveLength(2);
    await control.webhooks.settled();
    sandbox.answerWith(200);
    expect(control.webhooks.resend({})).toBe(1);
    await control.webhooks.settled();
    expect(types()).toHaveLength(3);
    expect(control.webhooks.resend({})).toBe(0);
  });

  test('can arrive before the response of the call that caused them', async () => {
    const [id = ''] = await customers(1);
    sandbox.control.setWebhooks({ beforeResponse: true, duplicate: false });
    await rename(id, 1);
    expect(types()).toEqual(['customer.updated']);
  });

  test('say which request caused them, and what was before', async () => {
    const { stripe } = sandbox;
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const options = { idempotencyKey: 'k' };
    const { lastResponse } = await stripe.customers.update(
      customer.id,
      { email: 'bob@example.com' },
      options,
    );
    expect(await sandbox.events()).toMatchObject([
      {
        type: 'customer.updated',
        api_version: '2026-10-28.endive',
        livemode: false,
        request: { id: lastResponse.requestId, idempotency_key: 'k' },
        data: {
          object: { email: 'bob@example.com' },
          previous_attributes: { email: 'ada@example.com' },
        },
      },
    ]);
  });
});

async function customers(count: number): Promise<string[]> {
  const { stripe } = sandbox;
  const made = Array.from({ length: count }, () => stripe.customers.create({ email: 'ada@example.com' }));
  return (await Promise.all(made)).map(({ id }) => id);
}

/** Causes one event. */
function rename(id: string, n: number) {
  return sandbox.stripe.customers.update(id, { email: `${n}@example.com` });
}
