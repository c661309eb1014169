import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callsWith } from '#server/testing/test-app.ts';
import {
  type BillingApp,
  createBillingApp,
  type Payer,
  subscriptionsOf,
  tierOf,
} from '../testing/billing-app.ts';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
});
afterAll(() => app.close());
afterEach(() => app.sandbox.control.faults.clear());

const begin = (member: Payer) => member.post('/api/get-or-create-subscription', { priceId: app.prices.pro });

describe('while the provider', () => {
  test.each<
    [string, { kind: 'error' | 'hang up' | 'lost' | 'delay'; status?: number; delay?: number }, number]
  >([
    ['answers 500', { kind: 'error', status: 500 }, 503],
    ['is busy with the same question', { kind: 'error', status: 409 }, 503],
    ['answers 429', { kind: 'error', status: 429 }, 503],
    ['answers nonsense', { kind: 'error', status: 404 }, 502],
    ['hangs up', { kind: 'hang up' }, 503],
    ['loses its response', { kind: 'lost' }, 503],
    ['takes too long', { kind: 'delay', delay: 60_000 }, 503],
  ])(
    '%s, the member is informed, nothing opens, and the next attempt succeeds',
    async (_name, fault, status) => {
      // A node for each: the circuit breaker of one must not affect another.
      const other = await app.node(fault.kind === 'delay' ? { request: 800 } : {});
      const member = await app.member();
      const call = callsWith(other, member.cookie).post;
      app.sandbox.control.faults.add({ operation: 'subscriptions.create', times: 3, ...fault });
      const failed = await call('/api/get-or-create-subscription', { priceId: app.prices.pro });
      expect([failed.statusCode, failed.json().message]).toEqual([status, 'Failed to create subscription']);
      expect(failed.json().error).toEqual({ message: 'Failed to create subscription' });
      if (status === 503) expect(Number(failed.headers['retry-after'])).toBeGreaterThan(0);
      expect(await tierOf(member)).toBe('basic');
      app.sandbox.control.faults.clear();
      // What took too long is still running there, and nothing else is started in parallel.
      await expect.poll(async () => (await begin(member)).statusCode, { interval: 200 }).toBe(200);
      await member.subscribe('pro');
      expect(
        subscriptionsOf(app, member).filter((subscription) => subscription.status !== 'incomplete_expired'),
      ).toHaveLength(1);
    },
  );

  test('is down, the status still answers from what is stored', async () => {
    const member = await app.member();
    await member.subscribe('advanced');
    app.sandbox.control.faults.add({ kind: 'hang up' });
    const status = await member.get('/api/subscription/status');
    expect([status.statusCode, status.json().tier]).toEqual([200, 'advanced']);
    const sync = await member.post('/api/subscription/sync');
    expect([sync.statusCode, sync.json().code]).toEqual([503, 'payments_unavailable']);
    const cancel = await member.post('/api/subscription/cancel');
    expect([cancel.statusCode, cancel.json().message]).toEqual([503, 'Failed to cancel subscription']);
    expect(await member.status()).toMatchObject({ tier: 'advanced', cancelAtPeriodEnd: false });
  });
});
