import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  readStored,
  startTestSandbox,
  subscribe,
  subscribeAndPay,
  type TestSandbox,
} from './testing/sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  return () => sandbox.close();
});

const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${sandbox.payments.origin}/_sandbox${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('The private API', () => {
  test('moves the clock, changes what is stored and shows it', async () => {
    const made = await subscribeAndPay(sandbox, sandbox.prices.basic);
    const moved = await call('POST', '/clock', { until: 'renewal' });
    expect(moved.body).toMatchObject({ steps: 2 });
    expect((await call('GET', '/state')).body).toMatchObject({
      subscriptions: [{ id: made.id, status: 'active' }],
    });
    expect((await call('POST', '/card', { subscription: made.id, number: '4000000000000341' })).status).toBe(
      200,
    );
    expect((await call('POST', '/cancel', { subscription: made.id, how: 'portal' })).status).toBe(200);
    expect((await call('POST', '/refund', { invoice: made.invoice })).body).toMatchObject({
      amount_refunded: 299,
    });
    const dispute = await call('POST', '/dispute', { invoice: made.invoice });
    const closed = await call('POST', '/dispute/close', { dispute: dispute.body['id'], status: 'won' });
    expect(closed.body).toMatchObject({ status: 'won' });
    expect((await call('GET', '/problems')).body).toEqual([]);
    expect((await call('GET', '/')).body).toHaveProperty('POST /_sandbox/clock');
  });

  test('has switches for webhooks and faults', async () => {
    expect((await call('POST', '/webhooks', { drop: ['*'] })).body).toMatchObject({
      shuffle: true,
      drop: ['*'],
    });
    await call('POST', '/faults', { operation: 'customers.retrieve', times: 2 });
    expect(sandbox.control.faults.list()).toMatchObject([{ kind: 'error', status: 500, times: 2 }]);
    expect((await call('POST', '/webhooks/settle', {})).body).toEqual({ done: true });
    sandbox.control.reset();
    expect(sandbox.control.faults.list()).toEqual([]);
    expect(sandbox.control.setWebhooks({})).toMatchObject({ drop: [] });
  });

  test('refuses what it does not know, and any page', async () => {
    expect((await call('POST', '/clock', { years: 1 })).status).toBe(400);
    expect((await call('POST', '/clock', { until: 'nothing' })).status).toBe(400);
    expect((await call('POST', '/clock', { to: 1 })).status).toBe(400);
    expect((await call('GET', '/elsewhere')).status).toBe(404);
    expect((await call('POST', '/webhooks/settle', {}, { origin: 'https://evil.example' })).status).toBe(415);
    expect(
      (await call('POST', '/webhooks/settle', undefined, { origin: 'https://evil.example' })).status,
    ).toBe(415);
  });

  test('responds under its own host name only', async () => {
    const status = await new Promise((done, failed) => {
      get(`${sandbox.payments.origin}/_sandbox/state`, { headers: { host: 'evil.example' } }, (response) => {
        response.resume();
        done(response.statusCode);
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
  const { secret } = await subscribe(first, first.prices.pro);
  first.control.confirm(secret, '4111 1111 1111 1111');
  first.control.advance({ seconds: 3600 });
  await first.close();
  // What is no test card may be somebody's own.
  const file = await readFile(stateFile, 'utf8');
  expect([file.includes('"1111"'), file.includes('4111111111111111')]).toEqual([true, false]);
  const second = await startTestSandbox({ stateFile });
  expect(second.payments.credentials.STRIPE_WEBHOOK_SECRET).toBe(
    first.payments.credentials.STRIPE_WEBHOOK_SECRET,
  );
  expect(readStored(second, made.id)).toMatchObject({ status: 'active' });
  expect(second.control.now()).toBeGreaterThan(Date.now() / 1000 + 3500);
  const other = await second.stripe.customers.create({ email: 'ada@example.com' });
  expect(other.id).not.toBe(made.customer);
  await second.close();
  await rm(folder, { recursive: true });
});

test('a folder that went while it ran is not made again, and nothing is thrown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const sandbox = await startTestSandbox({ stateFile: join(folder, 'deep', 'payments.json') });
  await sandbox.stripe.customers.create({ email: 'ada@example.com' });
  await rm(folder, { recursive: true });
  await sandbox.close();
  await expect(readFile(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});
