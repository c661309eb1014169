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
import { addSession, openAs } from './sign-in.ts';

// What a member does with a plan they have, and how the pages look on the way.
const app = paidApp;

const dialog = (page: Page) => page.getByRole('dialog');

test('the trial is offered, starts with a click, counts down, and is available once', async ({ page }) => {
  await openAs(page, app, 'tilda', '/subscribe?trial=1');
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.getByRole('button', { name: 'Start Your Free Trial' }).evaluate((button) => {
    // Two presses before the page has drawn anything between them.
    for (let press = 0; press < 2; press += 1) (button as HTMLButtonElement).click();
  });
  await expect(page.getByText('Trial started', { exact: true })).toBeVisible();
  await expect(page.getByText('available once')).toHaveCount(0);
  expect(calls.filter((url) => url.endsWith('/api/subscription/trial'))).toHaveLength(1);
  await expect(page).toHaveURL(`${app.url}/subscribe`);
  await expect(tierBadge(page)).toHaveText('Pro Tier');
  const running = page.getByRole('heading', { name: /^You have Pro free until / });
  await expect(running).toBeFocused();
  await expect(page.getByRole('link', { name: /^Explore \d+ Pro prompts$/ })).toHaveAttribute(
    'href',
    '/search?tier=pro',
  );
  await open(page, `${app.url}/subscribe?trial=1`);
  await expect(running).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Your Free Trial' })).toHaveCount(0);
  await expect(page.getByRole('article').filter({ hasText: /^Your trial/ })).toContainText('Choose Pro');
  await expect(page.getByText(/your paid month\s+starts today/)).toBeVisible();
  await page.getByRole('link', { name: 'Choose Pro' }).click();
  await expect(
    page.getByText(/^Your free trial, until .*, ends with the payment: your paid month starts today/),
  ).toBeVisible();
  await open(page, `${app.url}/subscription`);
  await expect(currentPlan(page)).toContainText('trialing');
  await expect(currentPlan(page)).toContainText(new RegExp(`Trial ends: ${A_DATE}`));
  await open(page, `${app.url}/`);
  await expect(page.getByRole('complementary', { name: 'Trial' })).toContainText(
    'Your Pro trial: 7 days left',
  );
});

test('a locked prompt offers the trial first, which opens the prompt on the same page', async ({
  page,
  consoleErrors,
}) => {
  const [prompt] = await (await fetch(`${app.url}/api/prompts/search?tier=pro&limit=1`)).json();
  // On the list's first page.
  await app.query('update prompt_stats set copy_count = 100000 where prompt_id = $1', [prompt.id]);
  const list = `/category/${prompt.category.slug}?prompt=${prompt.id}`;
  await openAs(page, app, 'tabea', list);
  await expect(dialog(page)).toContainText('It needs the Pro plan. You’re on Basic.');
  await expect(dialog(page).getByRole('link', { name: 'Choose Pro' })).toHaveAttribute(
    'href',
    `/subscribe?tier=pro&prompt=${prompt.id}`,
  );
  await expect(dialog(page)).toContainText('Try Pro free for 7 days, no card');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expectRefusals(consoleErrors, 403);
  await dialog(page).getByRole('button', { name: 'Start Your Free Trial' }).click();
  await expect(dialog(page).getByRole('heading', { level: 2, name: prompt.title })).toBeFocused();
  await expect(dialog(page).getByRole('button', { name: /^Copy/ }).first()).toBeVisible();
  await expect(page).toHaveURL(`${app.url}${list}`);
  await expect(tierBadge(page)).toHaveText('Pro Tier');
  // The list behind it is open now, too.
  await expect(dialog(page).getByRole('button', { name: 'Next prompt' })).toBeVisible();
  await open(page, `${app.url}/subscribe`);
  await expect(page.getByRole('button', { name: 'Included' })).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Choose Pro', exact: true })).toBeVisible();
});

test('canceling says when access ends, and resuming undoes it', async ({ page }) => {
  await subscribe(page, app, 'carla', 'advanced');
  await open(page, `${app.url}/subscription`);
  await expect(currentPlan(page)).toContainText('$4.99/month');
  await expect(currentPlan(page)).toContainText(new RegExp(`Next billing date: ${A_DATE}`));
  await expect(currentPlan(page)).toContainText('Active');
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(dialog(page).getByRole('heading', { name: /^(Other options|Another option)$/ })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Subscription canceled', { exact: true })).toBeVisible();
  await expect(currentPlan(page)).toContainText(
    new RegExp(`Your subscription ends on ${A_DATE}\\. You keep access until then\\.`),
  );
  await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toHaveCount(0);
  await expect(currentPlan(page)).toContainText('Status: Ending');
  await expect(currentPlan(page)).toBeFocused();
  await expect(tierBadge(page)).toHaveText('Advanced Tier');
  await open(page, `${app.url}/subscribe`);
  await expect(page.getByText(/Your subscription ends on .* Resume it\s+before you change/)).toBeVisible();
  await page.getByRole('link', { name: 'Resume it' }).click();
  await page.getByRole('button', { name: 'Resume Subscription' }).click();
  await expect(page.getByText('Your subscription continues', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeVisible();
});

test('a cancellation that fails shows an error and changes nothing', async ({ page, consoleErrors }) => {
  await subscribe(page, app, 'frida', 'pro');
  await open(page, `${app.url}/subscription`);
  await app.sandbox('faults', { operation: 'subscriptions.update', kind: 'error', status: 500, times: 3 });
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(dialog(page).getByRole('heading', { name: /^(Other options|Another option)$/ })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(dialog(page).getByRole('alert').first()).toHaveText('Failed to cancel subscription');
  await dialog(page).getByRole('button', { name: 'Keep it', exact: true }).click();
  await expect(currentPlan(page)).toContainText('Active');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('503')]);
});

test('an upgrade shows its amount first, takes effect now, and the plan is marked', async ({ page }) => {
  await subscribe(page, app, 'uma', 'basic');
  await open(page, `${app.url}/subscribe`);
  await expect(page.getByRole('button', { name: 'Current plan' })).toBeDisabled();
  await page.getByRole('link', { name: 'Upgrade to Pro' }).click();
  await expect(dialog(page)).toContainText('Pro starts immediately');
  // Seconds into the month the difference is the whole one.
  await expect(dialog(page).getByText('$7.00').first()).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Pay $7.00 and upgrade' }).click();
  await expect(page).toHaveURL(`${app.url}/subscription`);
  await expect(currentPlan(page)).toContainText('$9.99/month');
  await expect(tierBadge(page)).toHaveText('Pro Tier');
  expect(await subscriptionsOf(app, 'uma')).toHaveLength(1);
});

test('an upgrade whose bank requires authentication waits for the approval', async ({ page }) => {
  await subscribe(page, app, 'bert', 'basic');
  await setCard(app, 'bert', CARDS.asksBankAlways);
  await open(page, `${app.url}/subscribe?tier=advanced`);
  await dialog(page)
    .getByRole('button', { name: /^Pay \$2\.00 and upgrade/ })
    .click();
  // The bank of the saved card, at once: no card is asked for again.
  await expect(bank(page).getByRole('heading', { name: 'Your bank asks' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Your Subscription');
  await expect(cardForm(page).getByLabel('Card number')).toHaveCount(0);
  await expect(tierBadge(page)).toHaveText('Basic Tier');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await bank(page).getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('Welcome to Advanced!')).toBeVisible();
});

test('a declined upgrade keeps the old plan, and can be paid or undone later', async ({ page }) => {
  await subscribe(page, app, 'deke', 'basic');
  await setCard(app, 'deke', CARDS.declinedLater);
  await open(page, `${app.url}/subscribe?tier=pro`);
  await dialog(page)
    .getByRole('button', { name: /^Pay \$7\.00 and upgrade/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Your Subscription');
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Your saved card was declined, so it was not charged.')).toBeVisible();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  await expect(page.getByText('You stay on Basic until the upgrade is paid.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo the upgrade' })).toBeVisible();
  await open(page, `${app.url}/subscription`);
  await expect(currentPlan(page)).toContainText('Your upgrade to Pro ($7.00) is waiting for payment.');
  // The form leads back, and keeps the way out in sight.
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo the upgrade' })).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo the upgrade' }).click();
  await expect(currentPlan(page)).not.toContainText('Your upgrade');
  await expect(currentPlan(page)).toContainText('$2.99/month');
});

test('a downgrade takes effect at the end of the month and can be undone', async ({ page }) => {
  await subscribe(page, app, 'dina', 'pro');
  await open(page, `${app.url}/subscribe?tier=basic`);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Change to/ })).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Change to Basic' }).click();
  // The link asks at once; put off, the question does not come back with the page.
  await dialog(page).getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('button', { name: 'Change to Basic' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Change to Basic' })).toBeInViewport();
  await expect(page).toHaveURL(`${app.url}/subscription`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Change to Basic' }).click();
  await expect(dialog(page)).toContainText(
    new RegExp(`You keep Pro \\(\\$9\\.99/month\\) until ${A_DATE}\\. Then Basic begins`),
  );
  await expect(dialog(page)).toContainText('Due today$0.00');
  await expect(dialog(page).getByRole('list', { name: 'Price over time' }).getByRole('listitem')).toHaveText([
    '$9.99/monthToday',
    new RegExp(`^\\$2\\.99/monthFrom ${A_DATE}$`),
  ]);
  await dialog(page).getByRole('button', { name: 'Change to Basic' }).click();
  await expect(currentPlan(page)).toBeFocused();
  await expect(currentPlan(page)).toContainText(
    new RegExp(`Your plan changes to Basic \\(\\$2\\.99/month\\) on ${A_DATE}`),
  );
  await expect(tierBadge(page)).toHaveText('Pro Tier');
  await open(page, `${app.url}/subscribe`);
  await expect(page.getByRole('button', { name: 'Starts next month' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Change to Advanced' })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Your next plan' })).toContainText(
    new RegExp(`Basic\\$2\\.99/monthFrom ${A_DATE}`),
  );
  // Chosen once more, either plan leads to where they stand.
  for (const tier of ['basic', 'pro']) {
    await open(page, `${app.url}/subscribe?tier=${tier}`);
    await expect(dialog(page)).toContainText(
      new RegExp(`You’re on Pro until ${A_DATE}, then Basic \\(\\$2\\.99/month\\)`),
    );
  }
  await dialog(page).getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByText('You stay on Pro.').first()).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/subscribe`);
  await expect(page.getByText('Your next plan')).toHaveCount(0);
  await open(page, `${app.url}/subscription`);
  await page.getByRole('button', { name: 'Change to Basic' }).click();
  await dialog(page).getByRole('button', { name: 'Change to Basic' }).click();
  await expect(currentPlan(page)).toContainText('Your plan changes to Basic');
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByRole('button', { name: 'Resume Subscription' }).click();
  await expect(page.getByText('It changes to Basic when this month ends').first()).toBeVisible();
  await page.getByRole('button', { name: 'Keep Pro' }).click();
  await expect(currentPlan(page)).not.toContainText('Your plan changes');
});

test('an upgrade over a planned downgrade undoes that first, and shows its price', async ({
  page,
  consoleErrors,
}) => {
  await subscribe(page, app, 'edna', 'advanced');
  await open(page, `${app.url}/subscription`);
  await page.getByRole('button', { name: 'Change to Basic' }).click();
  await dialog(page).getByRole('button', { name: 'Change to Basic' }).click();
  await expect(currentPlan(page)).toContainText('Your plan changes to Basic');
  await open(page, `${app.url}/subscribe?tier=pro`);
  await expect(dialog(page)).toContainText('You already have a plan change scheduled. Undo it first.');
  expectRefusals(consoleErrors, 409);
  await dialog(page).getByRole('button', { name: 'Undo the planned change' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Pay $5.00 and upgrade' })).toBeEnabled();
  await expect(dialog(page)).not.toContainText('Undo it first');
});

test('the address of a member’s own plan shows it as current', async ({ page }) => {
  await subscribe(page, app, 'cora', 'pro');
  await open(page, `${app.url}/subscribe?tier=pro`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Plan');
  await expect(page.getByRole('button', { name: 'Current plan' })).toBeDisabled();
  await expect(dialog(page)).toHaveCount(0);
});

test('a plan that ended at the provider is removed, and can be bought again', async ({ page }) => {
  await subscribe(page, app, 'lars', 'pro');
  const [ended] = await subscriptionsOf(app, 'lars');
  await app.sandbox('cancel', { subscription: ended?.id, how: 'now' });
  await app.sandbox('webhooks/settle', {});
  await open(page, `${app.url}/subscription`);
  await expect(currentPlan(page)).toContainText('Canceled');
  await expect(currentPlan(page)).not.toContainText('Paid until');
  await expect(currentPlan(page).locator('time')).toHaveCount(0);
  await expect(tierBadge(page)).toHaveText('Basic Tier');
  await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Choose a Plan' }).click();
  await expect(page.getByRole('button', { name: 'Current plan' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Choose Pro', exact: true }).click();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Subscribe Now' }).click();
  await expect(page.getByText('Welcome to Pro!')).toBeVisible();
  expect((await subscriptionsOf(app, 'lars')).map(({ status }) => status).sort()).toEqual([
    'active',
    'canceled',
  ]);
});

test('after returning from the bank, no secret stays in the address or history', async ({ page }) => {
  await openAs(page, app, 'hana', '/subscription');
  const secret = 'pi_1_secret_2';
  await open(
    page,
    `${app.url}/subscription?payment_intent=pi_1&payment_intent_client_secret=${secret}&redirect_status=succeeded`,
  );
  await expect(page).toHaveURL(`${app.url}/subscription`);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Subscription');
  expect(page.url()).toBe(`${app.url}/subscription`);
});

test('card and invoices are the provider’s own pages', async ({ page }) => {
  await subscribe(page, app, 'ines', 'basic');
  await open(page, `${app.url}/subscription`);
  await expect(page.getByText('visa ending in 4242')).toBeVisible();
  const bill = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem');
  await expect(bill).toHaveCount(1);
  await expect(bill).toContainText('Basic plan$2.99Paid');
  await expect(bill.getByRole('link', { name: /^Invoice of/ })).toHaveAttribute('href', /\/receipts\//);
  await page.getByRole('button', { name: 'Invoices' }).click();
  await page.waitForURL((url) => url.origin !== app.url);
  await page
    .getByRole('link', { name: /Return|Back/ })
    .first()
    .click();
  await expect(page).toHaveURL(`${app.url}/subscription`);
});

test('client-side navigation to a payment page loads a new document with its policy', async ({ page }) => {
  await subscribe(page, app, 'nell', 'basic');
  await open(page, `${app.url}/`);
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Manage Subscription' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Subscription');
  expect(loads).toContain('/subscription');
});

for (const [name, path] of [
  ['plans', '/subscribe'],
  ['checkout', '/subscribe?tier=pro'],
  ['brief', '/subscribe?tier=engineer'],
  ['subscription', '/subscription'],
  ['unconfirmed', '/subscription-success?redirect_status=failed'],
  ['authentication test', '/test-auth'],
] as const) {
  test(`${name}: axe finds nothing in either theme, and it fits every width`, async ({ page }) => {
    await addSession(page, app, 'axel');
    // Light on a desktop, dark on a phone.
    for (const [colorScheme, viewport] of [
      ['light', { width: 1440, height: 900 }],
      ['dark', { width: 390, height: 844 }],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await open(page, `${app.url}${path}`);
      if (name === 'checkout') await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
      if (name === 'unconfirmed') await expect(page.getByText('didn’t go through')).toBeVisible();
      expect(await findAccessibilityProblems(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalScroll(page);
  });
}

test('the subscription and success pages fit and have no accessibility problems', async ({ page }) => {
  await subscribe(page, app, 'alba', 'advanced');
  for (const path of ['/subscription-success', '/subscription', '/subscribe', '/subscribe?tier=pro']) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, `${app.url}${path}`);
    if (path.endsWith('success')) await page.getByRole('button', { name: 'Stay on this page' }).click();
    if (path.endsWith('pro')) await expect(dialog(page)).toContainText('Due today');
    expect(await findAccessibilityProblems(page), `${path} light`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findAccessibilityProblems(page, 'colors'), `${path} dark`).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalScroll(page, path);
  }
});
