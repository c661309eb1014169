import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refusal, startTestSandbox, subscribeAndPay, type TestSandbox } from './testing/sandbox.ts';
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

  test('come twice and in any order, unless told otherwise', async () => {
    const { stripe, control } = sandbox;
    await Promise.all(Array.from({ length: 8 }, (_, n) => stripe.customers.create({ name: `${n}` })));
    await control.webhooks.settled();
    const ids = sandbox.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
    expect(ids).toHaveLength(16);
    expect(new Set(ids).size).toBe(8);
    sandbox.received.length = 0;
    control.setWebhooks({ duplicate: false, shuffle: false });
    for (let n = 0; n < 6; n += 1) await stripe.customers.create({ name: `${n}` });
    await control.webhooks.settled();
    const names = sandbox.received.map(({ body }) => /"name": "(\d)"/.exec(body)?.[1]);
    expect(names).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  test('can be dropped and sent later, held back and released', async () => {
    const { stripe, control } = sandbox;
    control.setWebhooks({ drop: ['customer.created'], duplicate: false });
    const customer = await stripe.customers.create({});
    await stripe.customers.update(customer.id, { name: 'Ada' });
    await control.webhooks.settled();
    expect(types()).toEqual(['customer.updated']);
    expect(control.webhooks.resend({})).toBe(1);
    await control.webhooks.settled();
    expect(types()).toEqual(['customer.updated', 'customer.created']);
    control.setWebhooks({ hold: true, drop: [] });
    await stripe.customers.update(customer.id, { name: 'Bob' });
    await sleep(60);
    expect(types()).toHaveLength(2);
    control.webhooks.release();
    await control.webhooks.settled();
    expect(types()).toHaveLength(3);
  });

  test('are tried again when the receiver fails, then on demand', async () => {
    const { stripe, control } = sandbox;
    sandbox.answerWith(500);
    control.setWebhooks({ duplicate: false, retries: [30] });
    await stripe.customers.create({});
    await sleep(150);
    expect(types()).toHaveLength(2);
    expect(control.webhooks.deliveries()).toMatchObject([{ attempts: 2, status: 500, state: 'failed' }]);
    sandbox.answerWith(200);
    control.webhooks.resend({});
    await control.webhooks.settled();
    expect(control.webhooks.deliveries()).toMatchObject([{ attempts: 3, status: 200, state: 'delivered' }]);
  });

  test('can arrive before the answer of the call that caused them', async () => {
    const { stripe, control } = sandbox;
    control.setWebhooks({ beforeAnswer: true, duplicate: false });
    await stripe.customers.create({});
    expect(types()).toEqual(['customer.created']);
  });

  test('say which request caused them, and what was before', async () => {
    const { stripe } = sandbox;
    const customer = await stripe.customers.create({ name: 'Ada' });
    const { lastResponse } = await stripe.customers.update(
      customer.id,
      { name: 'Bob' },
      { idempotencyKey: 'k' },
    );
    const updated = (await sandbox.events()).find(({ type }) => type === 'customer.updated');
    expect(updated).toMatchObject({
      api_version: '2026-10-28.endive',
      livemode: false,
      request: { id: lastResponse.requestId, idempotency_key: 'k' },
      data: { object: { name: 'Bob' }, previous_attributes: { name: 'Ada' } },
    });
    const { data } = await stripe.events.list({ type: 'customer.updated' });
    expect(data.map(({ id }) => id)).toEqual([updated?.id]);
  });

  test('go to other endpoints of this machine too, with a secret of their own', async () => {
    const { stripe, control } = sandbox;
    const url = String(control.webhooks.deliveries()[0]?.url ?? (await ownUrl()));
    const made = await stripe.webhookEndpoints.create({ url, enabled_events: ['customer.deleted'] });
    expect(made.secret).toMatch(/^whsec_/);
    control.setWebhooks({ duplicate: false });
    const customer = await stripe.customers.create({});
    await stripe.customers.del(customer.id);
    await control.webhooks.settled();
    expect(types().filter((type) => type === 'customer.deleted')).toHaveLength(2);
    expect(types().filter((type) => type === 'customer.created')).toHaveLength(1);
    const far = stripe.webhookEndpoints.create({ url: 'https://example.org', enabled_events: ['*'] });
    expect((await refusal(far)).statusCode).toBe(400);
    await stripe.webhookEndpoints.del(made.id);
  });
});

/** The receiver's address, from an event on its way there. */
async function ownUrl(): Promise<string> {
  await sandbox.stripe.customers.create({});
  const url = sandbox.control.webhooks.deliveries()[0]?.url ?? '';
  await sandbox.control.webhooks.settled();
  sandbox.received.length = 0;
  return url;
}
