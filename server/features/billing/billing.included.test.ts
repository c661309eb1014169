import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlanTier } from '#contract/billing.ts';
import type { Tier } from '#contract/tiers.ts';
import { type BillingApp, createBillingApp, type Payer, subscriptionsOf } from './testing/billing-app.ts';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
});
afterAll(() => app.close());

describe('a plan below what a member has without one', () => {
  const refused = async (member: Payer, url: string, tier: PlanTier) =>
    (await member.post(url, { priceId: app.prices[tier] })).json();

  test('is not sold, since it would unlock nothing', async () => {
    const member = await app.member();
    await member.post('/api/subscription/trial');
    for (const tier of ['basic', 'advanced'] as const) {
      expect(await refused(member, '/api/get-or-create-subscription', tier)).toMatchObject({
        status: 409,
        code: 'plan_included',
        error: { message: expect.stringContaining('is included in what you have: Pro.') },
      });
    }
    expect(subscriptionsOf(app, member)).toEqual([]);
    await member.subscribe('pro');
    expect(await member.status()).toMatchObject({ plan: 'pro', status: 'active' });
  });

  test('nor is the one that was given to them, as long as they have it', async () => {
    const member = await app.member();
    const give = (tier: Tier) =>
      app.database.pool.query('update users set tier = $2 where id = $1', [member.id, tier]);
    await give('advanced');
    expect(await refused(member, '/api/get-or-create-subscription', 'advanced')).toMatchObject({
      status: 409,
      code: 'plan_included',
      error: { message: 'You have Advanced at no charge.' },
    });
    expect(subscriptionsOf(app, member)).toEqual([]);
    await give('basic');
    await member.subscribe('advanced');
    expect(await member.status()).toMatchObject({ plan: 'advanced', status: 'active' });
  });

  test('is not offered as an upgrade either', async () => {
    const member = await app.member();
    await member.subscribe('basic');
    await app.database.pool.query(`update users set tier = 'engineer' where id = $1`, [member.id]);
    for (const url of ['/api/subscription/change-preview', '/api/subscription/change']) {
      expect(await refused(member, url, 'pro')).toMatchObject({ status: 409, code: 'plan_included' });
    }
    // The very plan that was given, above the one that is paid for.
    await app.database.pool.query(`update users set tier = 'advanced' where id = $1`, [member.id]);
    for (const url of ['/api/subscription/change-preview', '/api/subscription/change']) {
      expect(await refused(member, url, 'advanced')).toMatchObject({ status: 409, code: 'plan_included' });
    }
  });
});
