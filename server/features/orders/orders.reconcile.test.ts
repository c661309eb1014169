import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember } from '#server/testing/test-app.ts';
import { type BillingApp, createBillingApp } from '../billing/testing/billing-app.ts';
import { reconcileOrders } from './orders.reconcile.ts';
import { type Buyers, createBuyers, PAYMENT_EVENTS } from './testing/buyers.ts';

let app: BillingApp;
let buyers: Buyers;
beforeAll(async () => {
  app = await createBillingApp();
  buyers = await createBuyers(app);
});
afterAll(() => app.close());

test('the comparison finds what was paid and refunded without an event, and reports it', async () => {
  const billing = app.services();
  const { control } = app.sandbox;
  await reconcileOrders(billing, () => undefined);
  control.setWebhooks({ drop: PAYMENT_EVENTS });
  const [ada, eve] = [await createMember(app), await createMember(app)];
  const [paid, back] = [await buyers.buy(ada), await buyers.buy(eve)];
  expect([paid.state, back.state]).toEqual(['awaiting_payment', 'awaiting_payment']);
  control.refund({ payment_intent: buyers.intentOf(back) });
  await app.settle();
  const lines: string[] = [];
  const result = await reconcileOrders(billing, (line) => lines.push(line));
  expect(result).toMatchObject({ repaired: 2, failed: 0 });
  expect(lines.sort()).toEqual(
    [
      `order ${paid.id}: its payment was not recorded, it is received now`,
      `order ${back.id}: its payment was not recorded, it is refunded now`,
    ].sort(),
  );
  expect([await buyers.reads(ada), await buyers.reads(eve)]).toEqual([true, false]);
  expect(await reconcileOrders(billing, (line) => lines.push(line))).toMatchObject({
    repaired: 0,
    failed: 0,
  });
  expect((await billing.provider.orders.readPayment(buyers.intentOf(back))).isRefunded).toBe(true);
});
