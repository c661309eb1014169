import { paidApp } from './apps.ts';
import { expect, open, test } from './fixtures.ts';
import {
  bank,
  CARDS,
  cardForm,
  fillCard,
  paid,
  subscribe,
  subscribeNow,
  subscriptionsOf,
  tierBadge,
} from './payment-steps.ts';
import { openAs } from './sign-in.ts';

// Choosing a plan and paying for it, in the page, with the sandbox's cards.
const app = paidApp;

/** The browser notes every lost call; those are what the test is about, and nothing else. */
function expectLostCalls(consoleErrors: string[]): void {
  for (const line of consoleErrors.splice(0)) expect(line).toContain('ERR_FAILED');
}

test('a visitor signs in first and comes back to the plan they chose', async ({ page }) => {
  await open(page, `${app.url}/subscribe?tier=pro`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Plan');
  await expect(page.getByRole('heading', { level: 2, name: 'Sign In Required' })).toBeVisible();
  const google = page.getByRole('link', { name: 'Sign In with Google' });
  await expect(google).toHaveAttribute('href', '/api/auth/google?returnUrl=%2Fsubscribe%3Ftier%3Dpro');
  await google.click();
  await page.getByRole('button', { name: /Ada/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Your Subscription');
  await page.getByRole('button', { name: 'Back to plans' }).click();
  await expect(page).toHaveURL(`${app.url}/subscribe`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Plan');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a payment that is made later leads back to its prompt from the subscription page', async ({ page }) => {
  const [prompt] = await (await fetch(`${app.url}/api/prompts/search?tier=advanced&limit=1`)).json();
  await openAs(
    page,
    app,
    'late',
    `/subscription-success?tier=advanced&prompt=${prompt.id}&redirect_status=failed`,
  );
  await expect(page.getByRole('heading', { name: 'Your payment didn’t go through' })).toBeVisible();
  await page.getByRole('link', { name: 'Manage Subscription' }).click();
  await expect(page.getByText('No subscription')).toBeVisible();
  const back = page.getByRole('link', { name: 'Open your prompt' });
  await expect(back).toHaveCount(0);
  const address = page.url();
  await subscribe(page, app, 'late', 'advanced');
  await open(page, address);
  await back.click();
  await expect(page).toHaveURL(`${app.url}/prompt/${prompt.id}`);
});

test('a card is declined, the same form tries another, and the plan opens at once', async ({
  page,
  consoleErrors,
}) => {
  await openAs(page, app, 'dora', '/subscribe');
  await page.getByRole('link', { name: 'Choose Advanced' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByLabel('Order summary')).toContainText('$4.99 USD');
  await fillCard(page, CARDS.declined);
  await subscribeNow(page).click();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Your card was declined. You were not charged')).toBeVisible();
  await fillCard(page, CARDS.good);
  // Said where it happens, until the next page is there, which has its own words.
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (document.body.textContent.includes('You are subscribed!')) sessionStorage.setItem('said', 'yes');
    }).observe(document.body, { childList: true, subtree: true }),
  );
  await subscribeNow(page).click();
  await expect(paid(page)).toBeVisible();
  // Five seconds are not long for the rest.
  await expect(page.getByText(/^Redirecting to homepage in [1-5] seconds?\.\.\.$/)).toBeVisible();
  await expect(page.getByText('Welcome to Advanced! Your subscription is now active.')).toBeVisible();
  await expect(page.getByText('You are subscribed!', { exact: true })).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).toBe('yes');
  await expect(page.getByText('Access to advanced prompts')).toBeVisible();
  await expect(page.getByText('Premium fitness content')).toBeVisible();
  expect(page.url()).not.toContain('payment_intent');
  await page.waitForURL(`${app.url}/`);
  await expect(tierBadge(page)).toHaveText('Advanced Tier');
  expect(await subscriptionsOf(app, 'dora')).toMatchObject([{ status: 'active' }]);
  expect(consoleErrors).toEqual([]);
});

test('a plan bought for a prompt leads back to it, unlocked, also from the bank', async ({ page }) => {
  const [prompt] = await (await fetch(`${app.url}/api/prompts/search?tier=advanced&limit=1`)).json();
  await openAs(page, app, 'wim', `/prompt/${prompt.id}`);
  await page.getByRole('main').getByRole('link', { name: 'Choose Advanced' }).click();
  await page.getByRole('button', { name: 'Back to plans' }).click();
  await expect(page.getByText(`“${prompt.title}” opens with Advanced.`)).toBeVisible();
  await page.getByRole('link', { name: 'Choose Advanced' }).click();
  await fillCard(page, CARDS.good);
  await subscribeNow(page).click();
  await expect(page.getByText(/^Redirecting to your prompt in [1-5] seconds?\.\.\.$/)).toBeVisible();
  await expect(page.getByText(`“${prompt.title}” is open to you.`)).toBeVisible();
  await page.waitForURL(`${app.url}/prompt/${prompt.id}`);
  await expect(page.getByRole('button', { name: /^Copy/ }).first()).toBeVisible();
  const back = `/subscription-success?tier=advanced&prompt=${prompt.id}`;
  await open(page, `${app.url}${back}&redirect_status=succeeded&payment_intent=pi_1`);
  await expect(page).toHaveURL(`${app.url}${back}`);
  await page.getByRole('link', { name: 'Open your prompt' }).click();
  await expect(page).toHaveURL(`${app.url}/prompt/${prompt.id}`);
});

test('an incomplete card form sends nothing and marks the missing field', async ({ page }) => {
  await openAs(page, app, 'pia', '/subscribe?tier=basic');
  await cardForm(page).getByLabel('Card number').fill('4242');
  await subscribeNow(page).click();
  await expect(cardForm(page).getByText('Your card number is incomplete.')).toBeVisible();
  await expect(subscribeNow(page)).toBeEnabled();
});

test('a payment succeeds once the bank approves it', async ({ page }) => {
  await openAs(page, app, 'bo', '/subscribe?tier=pro');
  await fillCard(page, CARDS.asksBank);
  await subscribeNow(page).click();
  await expect(bank(page).getByRole('heading', { name: 'Your bank asks' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await bank(page).getByRole('button', { name: 'Complete' }).click();
  await expect(paid(page)).toBeVisible();
});

test('when the bank refuses, the same payment can be tried again', async ({ page }) => {
  await openAs(page, app, 'rex', '/subscribe?tier=pro');
  await fillCard(page, CARDS.asksBankAlways);
  await subscribeNow(page).click();
  await bank(page).getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await fillCard(page, CARDS.good);
  await subscribeNow(page).click();
  await expect(paid(page)).toBeVisible();
  expect(await subscriptionsOf(app, 'rex')).toHaveLength(1);
});

test('a payment left at the bank’s page can be finished after coming back', async ({ page }) => {
  await openAs(page, app, 'gil', '/subscribe?tier=advanced');
  await fillCard(page, CARDS.asksBank);
  await subscribeNow(page).click();
  await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeEnabled();
  await open(page, `${app.url}/`);
  await expect(tierBadge(page)).toHaveText('Basic Tier');
  await open(page, `${app.url}/subscription`);
  await expect(page.getByText('haven’t paid for it.')).toBeVisible();
  await open(page, `${app.url}/subscribe?tier=advanced`);
  await fillCard(page, CARDS.good);
  await subscribeNow(page).click();
  await expect(paid(page)).toBeVisible();
  expect(await subscriptionsOf(app, 'gil')).toMatchObject([{ status: 'active' }]);
});

test('two clicks at once, or two tabs, start one subscription', async ({ page }) => {
  await openAs(page, app, 'kim', '/subscribe?tier=pro');
  const other = await page.context().newPage();
  await open(other, `${app.url}/subscribe?tier=pro`);
  await fillCard(other, CARDS.good);
  await fillCard(page, CARDS.good);
  await subscribeNow(page).dblclick();
  await expect(paid(page)).toBeVisible();
  // The other tab's payment is the same one, which is paid: it goes on to what is true.
  await subscribeNow(other).click();
  await expect(paid(other)).toBeVisible();
  expect(await subscriptionsOf(app, 'kim')).toHaveLength(1);
  await other.close();
});

test('after choosing another plan before paying, only the new one can be paid', async ({ page }) => {
  await openAs(page, app, 'sue', '/subscribe?tier=basic');
  await fillCard(page, CARDS.good);
  const old = await page.context().newPage();
  await open(old, `${app.url}/subscribe?tier=basic`);
  await fillCard(old, CARDS.good);
  await page.getByRole('button', { name: 'Back to plans' }).click();
  await page.getByRole('link', { name: 'Choose Pro', exact: true }).click();
  await expect(page.getByLabel('Order summary')).toContainText('$9.99 USD');
  await expect(cardForm(page).getByLabel('Card number')).toHaveValue('');
  await subscribeNow(old).click();
  // Its payment can never be made: the words are ours, and nothing is started that would end the other tab's.
  await expect(
    old.getByRole('alert').filter({ hasText: 'That payment expired or was replaced' }),
  ).toBeVisible();
  await expect(old).toHaveURL(`${app.url}/subscribe`);
  await expect(old.getByText('PaymentIntent')).toHaveCount(0);
  await old.close();
  // What is chosen stands on the subscription page until it is paid or removed.
  await open(page, `${app.url}/subscription`);
  await expect(
    page.getByText('You started to subscribe to Pro ($9.99/month) but haven’t paid for it.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('You were not charged.', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Choose a Plan' })).toBeVisible();
  await open(page, `${app.url}/subscribe?tier=pro`);
  await expect(page.getByLabel('Order summary')).toContainText('$9.99 USD');
  await open(page, `${app.url}/subscription`);
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await fillCard(page, CARDS.good);
  await subscribeNow(page).click();
  await expect(page.getByText('Welcome to Pro!')).toBeVisible();
  await expect(page.getByText('You paid $9.99.')).toBeVisible();
  for (const benefit of ['Access to advanced prompts', 'Export functionality', 'JSON export', 'Exemplars']) {
    await expect(page.getByRole('listitem').filter({ hasText: benefit })).toHaveCount(1);
  }
});

test('a confirmation that takes long says that the page may be closed', async ({ page }) => {
  await page.route('**/api/subscription/sync', () => undefined);
  await openAs(page, app, 'wanda', '/subscription-success?tier=pro');
  const words = page.getByText('You can close this page');
  await expect(words).toBeAttached();
  await expect(words).toBeHidden();
  await expect(words).toBeVisible();
});

test('the success page of Basic names export and support, and nothing else', async ({ browser }) => {
  // In a context of its own, whose clock nobody else has.
  const page = await browser.newPage();
  await page.clock.install();
  await openAs(page, app, 'basil', '/subscribe?tier=basic');
  await fillCard(page, CARDS.good);
  await subscribeNow(page).click();
  await expect(paid(page)).toBeVisible();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page.getByText('Export functionality')).toBeVisible();
  await expect(page.getByText('Priority support')).toBeVisible();
  await expect(page.getByText('Access to advanced prompts')).toHaveCount(0);
  await expect(page.getByText('Premium fitness content')).toHaveCount(0);
  await expect(page.getByText(/^Redirecting/)).toHaveCount(0);
  await page.clock.runFor(10_000);
  expect(new URL(page.url()).pathname).toBe('/subscription-success');
  await page.close();
});

test('a forged address opens nothing and claims nothing', async ({ page }) => {
  await openAs(page, app, 'mallory', '/');
  const secret = 'pi_1_secret_2';
  await open(
    page,
    `${app.url}/subscription-success?tier=pro&payment_intent=pi_1&payment_intent_client_secret=${secret}&redirect_status=succeeded`,
  );
  await expect.poll(() => page.url()).toBe(`${app.url}/subscription-success?tier=pro`);
  await expect(page.getByRole('heading', { name: 'Your payment isn’t confirmed yet' })).toBeVisible();
  await expect(paid(page)).toHaveCount(0);
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('link', { name: 'Manage Subscription' }).click();
  await expect(page.getByText('No subscription')).toBeVisible();
  await expect(tierBadge(page)).toHaveText('Basic Tier');
});

test('a visit without parameters asks the provider too, and reports success only for a paid plan', async ({
  page,
}) => {
  await subscribe(page, app, 'vera', 'advanced');
  const sync = page.waitForResponse('**/api/subscription/sync');
  await open(page, `${app.url}/subscription-success`);
  expect((await sync).status()).toBe(200);
  await expect(page.getByText('Welcome to Advanced! Your subscription is now active.')).toBeVisible();
});

test('a refusal by the bank is shown at once', async ({ page }) => {
  await openAs(page, app, 'mallory', '/');
  await open(page, `${app.url}/subscription-success?redirect_status=failed`);
  await expect(page.getByRole('heading', { name: 'Your payment didn’t go through' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to plans' })).toHaveAttribute('href', '/subscribe');
});

test('signed out, the pages of a subscription lead to the sign-in page', async ({ page }) => {
  for (const path of ['/subscription', '/subscription-success']) {
    await page.goto(`${app.url}${path}`);
    await expect(page).toHaveURL(`${app.url}/login?returnUrl=${encodeURIComponent(path)}`);
  }
});

test('if the provider is unavailable the choice is undone with a reason', async ({ page, consoleErrors }) => {
  await openAs(page, app, 'wanda', '/subscribe');
  await app.sandbox('faults', { operation: 'subscriptions.create', kind: 'error', status: 500, times: 3 });
  await page.getByRole('link', { name: 'Choose Pro', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Subscription failed: ' })).toContainText(
    'Subscription failed: Failed to create subscription. Nothing was charged; please try again in a moment.',
  );
  await expect(page).toHaveURL(`${app.url}/subscribe`);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('503')]);
  // The provider is back: the same choice again begins again.
  await page.getByRole('link', { name: 'Choose Pro', exact: true }).click();
  await fillCard(page, CARDS.good);
  await expect(page).toHaveURL(`${app.url}/subscribe?tier=pro`);
  await subscribeNow(page).click();
  await expect(page.getByText('Welcome to Pro!')).toBeVisible();
  expect(await subscriptionsOf(app, 'wanda')).toMatchObject([{ status: 'active' }]);
});

test('a payment that did not reach the provider is detected and tried again', async ({
  page,
  consoleErrors,
}) => {
  await openAs(page, app, 'lola', '/subscribe?tier=pro');
  await fillCard(page, CARDS.good);
  await page.route('**/elements/confirm', (route) => route.abort());
  await subscribeNow(page).click();
  await expect(page.getByText('We don’t know yet whether your payment went through.')).toBeVisible();
  await expect(page.getByText('You were not charged')).toHaveCount(0);
  await expect(page.getByText('has no payment on record yet. You can try again')).toBeVisible();
  await expect(page.getByText('You were not charged')).toHaveCount(0);
  await page.unroute('**/elements/confirm');
  await subscribeNow(page).click();
  await expect(paid(page)).toBeVisible();
  expectLostCalls(consoleErrors);
});

test('a payment whose response was lost is detected, without paying twice', async ({
  page,
  consoleErrors,
}) => {
  await openAs(page, app, 'nora', '/subscribe?tier=pro');
  await fillCard(page, CARDS.good);
  await page.route('**/elements/confirm', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await subscribeNow(page).click();
  await expect(paid(page)).toBeVisible();
  expect(await subscriptionsOf(app, 'nora')).toMatchObject([{ status: 'active' }]);
  expectLostCalls(consoleErrors);
});

test('when the provider does not answer, nothing is claimed, and the payment can be checked later', async ({
  page,
  consoleErrors,
}) => {
  await openAs(page, app, 'otto', '/subscribe?tier=pro');
  await fillCard(page, CARDS.good);
  await page.route('**/elements/read', (route) => route.abort());
  await page.route('**/elements/confirm', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await subscribeNow(page).click();
  await expect(page.getByText('the payment provider isn’t responding')).toBeVisible();
  await expect(page.getByText('You were not charged')).toHaveCount(0);
  await expect(page.getByText('Payment Failed', { exact: true })).toHaveCount(0);
  await page.unroute('**/elements/read');
  await page.getByRole('button', { name: 'Check Again' }).click();
  await expect(paid(page)).toBeVisible();
  expectLostCalls(consoleErrors);
});

test('a payment form that does not load says so and can be tried again', async ({ page, consoleErrors }) => {
  await page.route('**/endive/stripe.js', (route) => route.abort());
  await openAs(page, app, 'fay', '/subscribe?tier=pro');
  await expect(page.getByText('The payment form could not be loaded.')).toBeVisible();
  await page.unroute('**/endive/stripe.js');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  // Its frame, which a policy or an ad blocker may stop: told to whoever pays, not to a developer.
  await page.route('**/elements/card', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('The payment form could not be loaded. Nothing was charged.')).toBeVisible();
  await expect(page.getByText('sandbox running')).toHaveCount(0);
  await page.unroute('**/elements/card');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  consoleErrors.length = 0;
});

test('/test-auth creates a subscription for a real price, and hides what pays it', async ({ page }) => {
  await openAs(page, app, 'tess', '/test-auth');
  await page.getByRole('button', { name: 'Test Subscription Creation' }).click();
  await expect(page.getByText('"amountCents": 299')).toBeVisible();
  expect(await page.content()).not.toMatch(/_secret_[A-Za-z0-9]/);
});
