import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestSandbox, subscribe, subscribeAndPay, type TestSandbox } from './testing/sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox({ seed: 'test' });
  return () => sandbox.close();
});

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${sandbox.payments.origin}/_sandbox${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

describe('The private API', () => {
  test('pays, moves the clock and shows what is stored', async () => {
    const made = await subscribe(sandbox, sandbox.prices.basic);
    const paid = await call('POST', '/confirm', { client_secret: made.secret, number: '4242424242424242' });
    expect(paid.body).toMatchObject({ intent: { status: 'succeeded' } });
    const moved = await call('POST', '/clock', { until: 'renewal' });
    expect(moved.body).toMatchObject({ steps: 2 });
    expect((await call('GET', '/state')).body).toMatchObject({
      subscriptions: [{ id: made.id, status: 'active' }],
    });
    expect((await call('POST', '/card', { subscription: made.id, number: '4000000000000341' })).status).toBe(
      200,
    );
    expect((await call('POST', '/cancel', { subscription: made.id, how: 'portal' })).status).toBe(200);
    expect((await call('POST', '/refund', { invoice: made.invoice })).body).toMatchObject({ amount: 299 });
    const dispute = await call('POST', '/dispute', { invoice: made.invoice });
    const closed = await call('POST', '/dispute/close', { dispute: dispute.body['id'], status: 'won' });
    expect(closed.body).toMatchObject({ status: 'won' });
    expect((await call('GET', '/problems')).body).toEqual([]);
    expect((await call('GET', '/')).body).toHaveProperty('POST /_sandbox/clock');
  });

  test('has switches for webhooks, faults and the account', async () => {
    expect((await call('POST', '/webhooks', { shuffle: false })).body).toMatchObject({
      shuffle: false,
      duplicate: true,
    });
    expect((await call('POST', '/account', { afterRetries: 'unpaid' })).body).toMatchObject({
      afterRetries: 'unpaid',
    });
    await call('POST', '/faults', { operation: 'customers.list', times: 2 });
    expect((await call('GET', '/faults')).body).toMatchObject([{ kind: 'error', status: 500, times: 2 }]);
    await call('POST', '/webhooks/settle');
    await call('POST', '/reset');
    expect((await call('GET', '/faults')).body).toEqual([]);
    expect((await call('GET', '/webhooks')).body).toMatchObject({
      switches: { shuffle: true },
      deliveries: [],
    });
  });

  test('refuses what it does not know, and any page', async () => {
    expect((await call('POST', '/clock', { years: 1 })).status).toBe(400);
    expect((await call('POST', '/clock', { until: 'nothing' })).status).toBe(400);
    expect((await call('POST', '/clock', { to: 1 })).status).toBe(400);
    expect((await call('GET', '/elsewhere')).status).toBe(404);
    expect((await call('POST', '/reset', {}, { origin: 'https://evil.example' })).status).toBe(415);
    expect((await call('POST', '/reset', undefined, { origin: 'https://evil.example' })).status).toBe(415);
  });

  test('answers to its own name only', async () => {
    const status = await new Promise((done, failed) => {
      get(`${sandbox.payments.origin}/_sandbox/state`, { headers: { host: 'evil.example' } }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      }).on('error', failed);
    });
    expect(status).toBe(421);
  });
});

test('everything is remembered from one start to the next, where a file is given', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const stateFile = join(folder, 'deep', 'payments.json');
  const first = await startTestSandbox({ stateFile });
  const made = await subscribeAndPay(first, first.prices.pro);
  first.control.advance({ seconds: 86_400 });
  await first.close();
  expect(await readFile(stateFile, 'utf8')).not.toContain('4000');
  const second = await startTestSandbox({ stateFile });
  expect(second.payments.credentials.STRIPE_WEBHOOK_SECRET).toBe(
    first.payments.credentials.STRIPE_WEBHOOK_SECRET,
  );
  expect(await second.stripe.subscriptions.retrieve(made.id)).toMatchObject({ status: 'active' });
  expect(second.control.now()).toBeGreaterThan(Date.now() / 1000 + 86_000);
  const other = await second.stripe.customers.create({});
  expect(other.id).not.toBe(made.customer);
  await second.close();
  await rm(folder, { recursive: true });
});

test('a folder that went while it ran is not made anew, and nothing is thrown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const sandbox = await startTestSandbox({ stateFile: join(folder, 'deep', 'payments.json') });
  await sandbox.stripe.customers.create({});
  await rm(folder, { recursive: true });
  await sandbox.close();
  await expect(readFile(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});
