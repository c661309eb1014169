import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { paidApp } from './apps.ts';
import { expect, expectNoHorizontalScroll, open, test } from './fixtures.ts';
import {
  A_DATE,
  bank,
  CARDS,
  cardForm,
  currentPlan,
  expectRefusals,
  fillCard,
  setCard,
  subscribe,
  subscriptionsOf,
  tierBadge,
} from './payment-steps.ts';
import { addSession, openAs, startSession } from './sign-in.ts';

// What may go with a plan: codes, what whoever cancels is offered, and money that is given back.
const app = paidApp;

const dialog = (page: Page) => page.getByRole('dialog');
const bills = (page: Page) => page.getByRole('list', { name: 'Invoices' });

async function askToCancel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(dialog(page)).toContainText('Cancel your subscription?');
}

test('a promotion code is refused with a message, applied to the amounts, and removed', async ({
  page,
  consoleErrors,
}, { retry }) => {
  await openAs(page, app, `orla${retry}`, '/subscribe?tier=pro');
  const summary = page.getByRole('complementary', { name: 'Order summary' });
  const entry = page.getByRole('form', { name: 'Promotion code' });
  const code = entry.getByRole('textbox');
  await expect(summary).toContainText('$9.99 USD');
  await expect(summary).toContainText('No tax is added.');
  await fillCard(page, CARDS.good);
  await code.fill('NOSUCHCODE');
  await page.keyboard.press('Enter');
  await expect(entry.getByRole('alert')).toHaveText('This promotion code isn’t valid. Check its spelling.');
  await expect(cardForm(page).getByLabel('Card number')).toHaveValue(/4242 ?4242/);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expectRefusals(consoleErrors, 400);
  await code.fill(' launch20 ');
  await entry.getByRole('button', { name: 'Apply' }).click();
  await expect(summary).toContainText(/Code LAUNCH20\s*−\$2\.00 for 3 months.*\$7\.99 USD/);
  await expect(summary).toContainText(new RegExp(`Renews\\s*\\$7\\.99 on ${A_DATE}`));
  await expect(summary).toContainText(new RegExp(`After your discount\\s*\\$9\\.99 from ${A_DATE}`));
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(entry).toContainText('Code LAUNCH20 applied.');
  await expect(entry.getByRole('button', { name: 'Remove' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(summary).toContainText('$9.99 USD');
  await expect(code).toHaveValue('');
  await expect(summary).not.toContainText('Code LAUNCH20');
});

test('a plan bought with a code shows its reduced bills, and when the discount ends', async ({ page }, {
  retry,
}) => {
  await subscribe(page, app, `odin${retry}`, 'pro', { promotionCode: 'LAUNCH20' });
  await open(page, `${app.url}/subscription`);
  await expect(currentPlan(page)).toContainText('$7.99/month');
  await expect(currentPlan(page)).toContainText(
    new RegExp(`With your discount until ${A_DATE}, then \\$9\\.99/month\\.`),
  );
  await expect(bills(page)).toContainText('$7.99');
  // What the other plans cost is before it.
  await open(page, `${app.url}/subscribe`);
  await expect(page.getByText('Before your discount, which carries over')).toHaveCount(2);
  await expect(
    page.getByText('“Your plan” is priced with your discount, the others before it.'),
  ).toBeVisible();
  await open(page, `${app.url}/subscription`);
  // A second discount would replace the one that runs: only a pause is offered.
  await askToCancel(page);
  await expect(dialog(page).getByRole('button', { name: 'Pause for a month' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Keep it for less' })).toHaveCount(0);
  // A planned plan costs the same on its card and in the table.
  await open(page, `${app.url}/subscribe`);
  await page.getByRole('link', { name: 'Change to Advanced' }).click();
  await dialog(page).getByRole('button', { name: 'Change to Advanced' }).click();
  await expect(currentPlan(page)).toContainText('Your plan changes to Advanced');
  await expect(page.getByRole('columnheader', { name: /^Your next plan/ })).toHaveText(/\$3\.99\/month$/);
  await open(page, `${app.url}/subscribe`);
  await expect(page.getByRole('article').filter({ hasText: 'Your next plan' })).toContainText(
    new RegExp(`\\$3\\.99/monthFrom ${A_DATE}, with your discount until ${A_DATE}, then \\$4\\.99`),
  );
  await expect(page.getByRole('columnheader', { name: /^Your next plan/ })).toHaveText(/\$3\.99\/month$/);
});

test('canceling offers a discount to stay, once', async ({ page }, { retry }) => {
  await subscribe(page, app, `otis${retry}`, 'pro');
  await open(page, `${app.url}/subscription`);
  // The dialog opens with what is offered in it, so that its buttons never move.
  await page.route('**/api/subscription/stay', async (route) => {
    await new Promise((done) => setTimeout(done, 700));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  await expect(dialog(page)).toHaveCount(0);
  await expect(dialog(page).getByRole('heading', { name: /^(Other options|Another option)$/ })).toBeVisible();
  await expect(dialog(page)).toContainText(
    'Your next 2 invoices are $4.99 each, instead of $9.99. Then it is $9.99 again.',
  );
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog(page).getByRole('button', { name: 'Keep it for less' }).click();
  await expect(page.getByText('Your discount is on.', { exact: true })).toBeVisible();
  await expect(currentPlan(page)).toBeFocused();
  await expect(currentPlan(page)).toContainText('$4.99/month');
  await askToCancel(page);
  await expect(dialog(page)).toContainText('Pro ($4.99/month) ends on');
  await expect(dialog(page)).toContainText('You’ve used your one-time pause or discount');
  await expect(dialog(page).getByRole('heading', { name: /^(Other options|Another option)$/ })).toHaveCount(
    0,
  );
  await dialog(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(currentPlan(page)).toContainText('Your subscription ends on');
});

test('whoever cancels is told when what is offered could not be read', async ({ page, consoleErrors }) => {
  await subscribe(page, app, 'ruth', 'pro');
  await open(page, `${app.url}/subscription`);
  await page.route('**/api/subscription/stay', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '240' },
      json: { message: 'Too many requests.' },
    }),
  );
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(dialog(page)).toContainText('We couldn’t check whether you can pause or pay less instead.');
  await expect(dialog(page).getByRole('button', { name: 'Cancel Subscription' })).toBeEnabled();
  await page.unroute('**/api/subscription/stay');
  expectRefusals(consoleErrors, 429);
});

test('a month is skipped, the skip is undone, and a pause ends early once the bank agrees', async ({ page }, {
  retry,
}) => {
  const name = `olga${retry}`;
  await subscribe(page, app, name, 'pro');
  await open(page, `${app.url}/subscription`);
  await askToCancel(page);
  await dialog(page).getByRole('button', { name: 'Pause for a month' }).click();
  await expect(currentPlan(page)).toContainText(
    new RegExp(`Pro pauses on ${A_DATE}: it is locked from then, and nothing is charged\\.`),
  );
  await expect(tierBadge(page)).toHaveText('Pro Tier');
  const [subscription] = await subscriptionsOf(app, name);
  await page.getByRole('button', { name: 'Don’t pause' }).click();
  await expect(currentPlan(page)).not.toContainText('pauses on');

  // As if the month had begun: the app's own clock cannot be moved.
  const { items } = (
    await app.sandbox<{
      subscriptions: { id: string; items: { data: { current_period_start: number }[] } }[];
    }>('state')
  ).subscriptions.find(({ id }) => id === subscription?.id) ?? { items: { data: [] } };
  const metadata = { pausedFrom: String(items.data[0]?.current_period_start) };
  await app.sandbox('metadata', { subscription: subscription?.id, metadata });
  await setCard(app, name, CARDS.asksBankAlways);
  await app.sandbox('webhooks/settle', {});
  await open(page, `${app.url}/subscription`);
  await expect(tierBadge(page)).toHaveText('Basic Tier');
  await expect(currentPlan(page)).toContainText(
    new RegExp(`Pro is paused and locked\\. It starts again on ${A_DATE}`),
  );
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start again now' }).click();
  await expect(dialog(page)).toContainText('Pro opens at once, and a new month begins today.');
  await expect(dialog(page)).toContainText(/Due today\s*\$9\.99/);
  await dialog(page).getByRole('button', { name: 'Pay $9.99 and start' }).click();
  await expect(currentPlan(page)).toContainText('Starting again ($9.99) is waiting for your bank.');
  await expect(tierBadge(page)).toHaveText('Basic Tier');
  await page.getByRole('button', { name: 'Stay paused' }).click();
  await expect(currentPlan(page)).not.toContainText('waits for');
  await page.getByRole('button', { name: 'Start again now' }).click();
  await dialog(page).getByRole('button', { name: 'Pay $9.99 and start' }).click();
  await page.getByRole('button', { name: 'Continue with your bank' }).click();
  await bank(page).getByRole('button', { name: 'Complete' }).click();
  await expect(currentPlan(page)).toContainText('Active');
  await expect(tierBadge(page)).toHaveText('Pro Tier');
  await expect(currentPlan(page)).not.toContainText('paused');
});

test('staff refund the last payment, and the plan ends with it', async ({ page }, { retry }) => {
  const name = `oona${retry}`;
  await subscribe(page, app, name, 'advanced');
  await startSession(app, 'oskar');
  await app.admin('grant', 'oskar@example.com');
  await page.context().addCookies(await startSession(app, 'oskar', true));
  const answering = Promise.withResolvers<void>();
  await page.route('**/api/admin/members/*/payments', async (route) => {
    await answering.promise;
    await route.continue();
  });
  await open(page, `${app.url}/admin/members?q=${name}`);
  await page
    .getByRole('row')
    .filter({ hasText: `${name}@example.com` })
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: 'Refund the plan', exact: true }).click();
  // Nothing can be pressed before it says what it does, and what was typed meanwhile stays.
  const act = dialog(page).getByRole('button', { name: 'Refund and end the plan' });
  await expect(dialog(page)).toContainText('Reading the last payment...');
  await expect(act).toBeDisabled();
  await dialog(page).getByLabel('Reason, for the record').fill('Asked on the first day');
  answering.resolve();
  await expect(dialog(page)).toContainText(/Returns \$4\.99, paid on \d{4}-\d\d-\d\d\. The plan ends/);
  await expect(dialog(page).getByLabel('Reason, for the record')).toHaveValue('Asked on the first day');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await act.click();
  await expect(page.getByText('Refunded', { exact: true }).first()).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Advanced: Canceled', { exact: true })).toBeVisible();
  // A second time there is nothing to give back: the title and the text say so, and it can only be closed.
  await page.getByRole('button', { name: 'Refund the plan', exact: true }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Nothing to refund' })).toBeVisible();
  await expect(dialog(page)).toContainText(/returned already, and the plan has ended/);
  await expect(dialog(page).getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0);
  await expect(dialog(page).getByLabel('Reason, for the record')).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect((await subscriptionsOf(app, name)).map(({ status }) => status)).toEqual(['canceled']);

  await addSession(page, app, name);
  await open(page, `${app.url}/subscription`);
  await expect(tierBadge(page)).toHaveText('Basic Tier');
  await expect(currentPlan(page).getByRole('link', { name: 'Choose a Plan' })).toBeVisible();
  await expect(bills(page)).toContainText(/\$4\.99\s*Refunded/);
});
