import type { Page } from '@playwright/test';
import { paidApp } from './apps.ts';
import { expect, open, test } from './fixtures.ts';
import {
  bank,
  CARDS,
  cardForm,
  currentPlan,
  fillCard,
  paid,
  subscribe,
  subscribeNow,
  subscriptionsOf,
} from './payment-steps.ts';
import { openAs } from './sign-in.ts';
import { startApp } from './start-app.ts';

// Payments with complications: a saved card that fails, another tab, nothing due, missing keys.
const app = paidApp;

const dialog = (page: Page) => page.getByRole('dialog');
const payUpgrade = (page: Page) => page.getByRole('button', { name: 'Pay $7.00 and upgrade' });
const failed = (page: Page) => page.getByText('Payment Failed', { exact: true });

/** A member on Basic with another card kept, who agrees to Pro. */
async function upgrade(page: Page, name: string, card: string): Promise<void> {
  await subscribe(page, app, name, 'basic');
  const [subscription] = await subscriptionsOf(app, name);
  await app.sandbox('card', { subscription: subscription?.id, number: card });
  await open(page, `${app.url}/subscribe?tier=pro`);
  await dialog(page)
    .getByRole('button', { name: /^Pay \$7\.00 and upgrade/ })
    .click();
}

test('an upgrade reports that the saved card failed, and another card pays it', async ({ page }) => {
  await upgrade(page, 'stan', CARDS.declinedLater);
  await expect(failed(page)).toBeVisible();
  await expect(page.getByText('Your saved card was declined, so it was not charged.')).toBeVisible();
  await fillCard(page, CARDS.good);
  await payUpgrade(page).click();
  await expect(page.getByText('Welcome to Pro!')).toBeVisible();
});

test('when the bank refuses the saved card the form opens, and the plan stays', async ({ page }) => {
  await upgrade(page, 'rita', CARDS.asksBankAlways);
  await bank(page).getByRole('button', { name: 'Fail' }).click();
  await expect(failed(page)).toBeVisible();
  await expect(page.getByText('Your saved card was not charged. Your bank didn’t confirm')).toBeVisible();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  await page.getByRole('button', { name: 'Back to plans' }).click();
  await expect(page.getByText('You have an unpaid invoice. Pay it')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('confirming a change twice changes the plan once', async ({ page }) => {
  await subscribe(page, app, 'dual', 'basic');
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await open(page, `${app.url}/subscribe?tier=pro`);
  const agree = dialog(page).getByRole('button', { name: /^Pay \$7\.00 and upgrade/ });
  await agree.evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 2; press += 1) button.click();
  });
  await expect(page).toHaveURL(`${app.url}/subscription`);
  expect(calls.filter((url) => url.endsWith('/api/subscription/change'))).toHaveLength(1);
});

test('when another tab has paid for another plan, this tab says so and leads to it', async ({ page }) => {
  await openAs(page, app, 'olga', '/subscribe?tier=basic');
  await fillCard(page, CARDS.good);
  const other = await page.context().newPage();
  await open(other, `${app.url}/subscribe?tier=pro`);
  await fillCard(other, CARDS.good);
  await subscribeNow(other).click();
  await expect(paid(other)).toBeVisible();
  await other.close();
  await subscribeNow(page).click();
  await expect(
    page.getByText('You’re now on the Pro plan. This payment wasn’t charged.', { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/subscription`);
  await expect(currentPlan(page)).toContainText('$9.99/month');
  await expect(dialog(page)).toHaveCount(0);
  expect((await subscriptionsOf(app, 'olga')).filter(({ status }) => status === 'active')).toHaveLength(1);
});

test('an upgrade undone in another tab cannot be paid here', async ({ page }) => {
  await upgrade(page, 'tina', CARDS.declinedLater);
  await fillCard(page, CARDS.good);
  const other = await page.context().newPage();
  await open(other, `${app.url}/subscription`);
  await other.getByRole('button', { name: 'Undo the upgrade' }).click();
  await expect(currentPlan(other)).not.toContainText('Your upgrade');
  await other.close();
  await payUpgrade(page).click();
  await expect(page).toHaveURL(`${app.url}/subscription`);
  await expect(currentPlan(page)).toContainText('$2.99/month');
  await expect(currentPlan(page)).not.toContainText('Your upgrade');
});

test('a due payment that was canceled elsewhere disappears from the page', async ({ page }) => {
  await upgrade(page, 'dunja', CARDS.declinedLater);
  await expect(failed(page)).toBeVisible();
  await open(page, `${app.url}/subscription`);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await fillCard(page, CARDS.good);
  const other = await page.context().newPage();
  await open(other, `${app.url}/subscription`);
  await other.getByRole('button', { name: 'Undo the upgrade' }).click();
  await expect(currentPlan(other)).not.toContainText('Your upgrade');
  await other.close();
  await page.getByRole('button', { name: 'Pay $7.00' }).click();
  await expect(currentPlan(page)).not.toContainText('Your upgrade');
  await expect(page.getByText('PaymentIntent')).toHaveCount(0);
});

test('when nothing is due the success page follows, without a form', async ({ page }) => {
  await page.route('**/api/get-or-create-subscription', (route) =>
    route.fulfill({
      json: {
        clientSecret: null,
        intent: 'payment',
        amountCents: 0,
        currency: 'usd',
        monthlyCents: 999,
        subscriptionId: 'sub_1',
      },
    }),
  );
  await openAs(page, app, 'zoe', '/subscribe');
  await page.getByRole('link', { name: 'Choose Pro', exact: true }).click();
  await page.waitForURL(`${app.url}/subscription-success?tier=pro`);
});

test('a missing payment secret while an amount is due is an error', async ({ page }) => {
  await page.route('**/api/get-or-create-subscription', (route) =>
    route.fulfill({ json: { clientSecret: null, intent: 'payment', amountCents: 999, currency: 'usd' } }),
  );
  await openAs(page, app, 'nils', '/subscribe');
  await page.getByRole('link', { name: 'Choose Pro', exact: true }).click();
  await expect(
    page.getByText('Subscription failed: No client secret returned from payment processor'),
  ).toBeVisible();
});

test('after returning from the bank the provider is asked, even with a fresh status', async ({ page }) => {
  await subscribe(page, app, 'fritz', 'basic');
  await open(page, `${app.url}/subscription`);
  const syncs: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/subscription/sync')) syncs.push(request.url());
  });
  await open(page, `${app.url}/subscription`);
  expect(syncs).toEqual([]);
  const sync = page.waitForResponse('**/api/subscription/sync');
  await open(page, `${app.url}/subscription?payment_intent=pi_1&redirect_status=succeeded`);
  expect((await sync).status()).toBe(200);
  await expect(page).toHaveURL(`${app.url}/subscription`);
});

test('the focus moves from the custom prompt form back to the plans', async ({ page }) => {
  await openAs(page, app, 'eva', '/subscribe?tier=engineer');
  await page.getByRole('link', { name: 'Back to plans' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Plan');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('without payment keys an existing plan cannot be changed or canceled, and the page says why', async ({
  page,
}) => {
  await subscribe(page, app, 'kurt', 'pro');
  // Sessions are in the database, and cookies know no ports.
  const without = await startApp('server/main.ts', { DATABASE_URL: app.databaseUrl });
  try {
    await open(page, `${without.url}/subscription`);
    await expect(currentPlan(page).getByText('Payment system not configured')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'See plans' })).toBeDisabled();
  } finally {
    await without.stop();
  }
});
