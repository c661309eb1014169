import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { paidApp } from './apps.ts';
import { expect, open, test } from './fixtures.ts';
import {
  A_DATE,
  bank,
  CARDS,
  cardForm,
  currentPlan,
  fillCard,
  setCard,
  subscribe,
  subscriptionsOf,
  tierBadge,
} from './payment-steps.ts';

const app = paidApp;
const dialog = (page: Page) => page.getByRole('dialog');

async function renew(name: string): Promise<void> {
  const [subscription] = await subscriptionsOf(app, name);
  await app.sandbox('clock', { until: 'renewal', customer: subscription?.customer });
  await app.sandbox('webhooks/settle', {});
}

// In the last file of its project: the sandbox’s clock moves for everybody.
test('a failed renewal keeps the plan, is shown on every page, and can be paid', async ({ page }) => {
  await subscribe(page, app, 'petra', 'advanced');
  await setCard(app, 'petra', CARDS.declinedLater);
  await renew('petra');
  await open(page, `${app.url}/`);
  const banner = page.getByRole('complementary', { name: 'Payment overdue' });
  await expect(banner).toContainText(
    new RegExp(`Your last payment failed\\. You keep Advanced until ${A_DATE}`),
  );
  await expect(tierBadge(page)).toHaveText('Advanced Tier');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await banner.getByRole('link', { name: 'Pay now' }).click();
  await expect(currentPlan(page)).toContainText('Past due');
  await expect(currentPlan(page)).toContainText(new RegExp(`Payment due now\\. Plan kept until: ${A_DATE}`));
  await expect(currentPlan(page)).not.toContainText('Next billing date');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await open(page, `${app.url}/subscribe?tier=basic`);
  await expect(
    page.getByText('You have an unpaid invoice. Pay it before you change your plan.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Included' })).toBeDisabled();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Manage your subscription' }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await fillCard(page, CARDS.declined);
  await page.getByRole('button', { name: 'Pay $4.99' }).click();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay $4.99' }).click();
  await expect(page.getByText('You are subscribed!', { exact: true })).toBeVisible();
  await expect(currentPlan(page)).toContainText('Active');
  await open(page, `${app.url}/`);
  await expect(banner).toHaveCount(0);
});

test('a renewal whose bank requires authentication is confirmed with the saved card, without a form', async ({
  page,
}) => {
  await subscribe(page, app, 'runa', 'basic');
  await setCard(app, 'runa', CARDS.asksBankAlways);
  await renew('runa');
  await open(page, `${app.url}/subscription`);
  await expect(currentPlan(page)).toContainText('Your bank needs you to confirm your last payment.');
  await page.getByRole('button', { name: 'Continue with your bank' }).click();
  await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeVisible();
  await expect(cardForm(page).getByLabel('Card number')).toHaveCount(0);
  await bank(page).getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('You are subscribed!', { exact: true })).toBeVisible();
  await expect(currentPlan(page)).toContainText('Active');
});

test('canceling while a payment is overdue ends the plan at once, and nothing is owed', async ({ page }) => {
  await subscribe(page, app, 'odette', 'pro');
  await setCard(app, 'odette', CARDS.declinedLater);
  await renew('odette');
  await open(page, `${app.url}/subscription`);
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(dialog(page)).toContainText('Pro ($9.99/month) ends now. The open invoice is canceled');
  await dialog(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('You owe nothing.').first()).toBeVisible();
  await expect(currentPlan(page)).toContainText('Canceled');
  await expect(page.getByRole('complementary', { name: 'Payment overdue' })).toHaveCount(0);
});
