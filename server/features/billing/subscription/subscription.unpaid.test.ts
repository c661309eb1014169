import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingApp, CARD, createBillingApp } from '../testing/billing-app.ts';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
});
afterAll(() => app.close());

test('a first payment is removed before it is made: its bill can be paid no more, and another begins', async () => {
  const member = await app.member();
  const { clientSecret } = await member.begin('advanced');
  const unpaid = { plan: 'advanced', amountCents: 499, currency: 'usd', tax: null };
  expect(await member.status()).toMatchObject({ unpaid });
  for (let time = 0; time < 2; time += 1) {
    const response = await member.del('/api/subscription/unpaid');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ plan: null, unpaid: null, trial: { isAvailable: true } });
  }
  expect(app.sandbox.control.confirm(clientSecret, CARD).error).toBeDefined();
  await member.subscribe('pro');
  expect(await member.status()).toMatchObject({ plan: 'pro', unpaid: null });
});

test('one that was made meanwhile is not removed', async () => {
  const member = await app.member();
  const { clientSecret } = await member.begin('advanced');
  app.sandbox.control.setWebhooks({ drop: ['*'] });
  expect(app.sandbox.control.confirm(clientSecret, CARD).error).toBeUndefined();
  const refused = await member.del('/api/subscription/unpaid');
  app.sandbox.control.setWebhooks({ drop: [] });
  expect(refused.statusCode).toBe(409);
  expect(refused.json().code).toBe('already_subscribed');
  expect(await member.status()).toMatchObject({ plan: 'advanced', cancelAtPeriodEnd: false, unpaid: null });
});
