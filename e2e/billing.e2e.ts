import { type PaidApp, startPaidApp } from './paid-app.ts';
import {
  bank,
  CARDS,
  cardForm,
  fillCard,
  paid,
  signIn,
  subscribe,
  subscribeNow,
  subscriptionsOf,
  tierBadge,
} from './paying-steps.ts';
import { expect, open, test } from './testing.ts';

// Choosing a plan and paying for it, in the page, with the sandbox's cards.
test.describe.configure({ mode: 'default', timeout: 60_000 });

let app: PaidApp;
test.beforeAll(async () => {
  // A database of its own, and both stand-ins.
  test.setTimeout(90_000);
  app = await startPaidApp();
});
test.afterAll(() => app.stop());

/** The browser notes every lost call; those are what the test is about, and nothing else. */
function expectLostCalls(noise: string[]): void {
  for (const line of noise.splice(0)) expect(line).toContain('ERR_FAILED');
}

test('a visitor signs in first and comes back to the plan they chose', async ({ page }) => {
  await open(page, `${app.url}/subscribe?tier=pro`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In Required');
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

test('the plans show prices, one Most Popular, who is signed in, and ways on', async ({ page }) => {
  await signIn(page, app, { name: 'pia' }, '/subscribe');
  await expect(page.getByText('Most Popular')).toHaveCount(1);
  const advanced = page.getByRole('article').filter({ hasText: 'Most Popular' });
  await expect(advanced).toContainText('$5.99/month');
  await expect(advanced).toContainText('You pay $4.99/month');
  await expect(page.getByRole('article').first()).toContainText('$2.99/month');
  await expect(page.getByText('Signed in as pia@example.com')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Test authentication' })).toHaveAttribute('href', '/test-auth');
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  // Nothing of the provider's before there is something to pay.
  await expect(page.locator('script[src*="stripe"], iframe')).toHaveCount(0);
});

test('an invalid plan in the address is ignored', async ({ page }) => {
  await signIn(page, app, { name: 'pia' }, '/subscribe');
  await open(page, `${app.url}/subscribe?tier=gold`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Plan');
});

test('a card is declined, the same form tries another, and the plan opens at once', async ({
  page,
  noise,
}) => {
  await signIn(page, app, { name: 'dora' }, '/subscribe');
  await page.getByRole('link', { name: 'Choose Advanced' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByLabel('What you buy')).toContainText('$4.99 USD');
  await fillCard(page, CARDS.declined);
  await subscribeNow(page).click();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Your card was declined. You were not charged')).toBeVisible();
  await fillCard(page, CARDS.good);
  await subscribeNow(page).click();
  await expect(paid(page)).toBeVisible();
  await expect(page.getByText('Welcome to Advanced! Your subscription is now active.')).toBeVisible();
  await expect(page.getByText('You are subscribed!', { exact: true })).toBeVisible();
  await expect(page.getByText('Access to advanced prompts')).toBeVisible();
  await expect(page.getByText('Premium fitness content')).toBeVisible();
  await expect(page.getByText(/^Redirecting to homepage in [1-5] seconds?\.\.\.$/)).toBeVisible();
  expect(page.url()).not.toContain('payment_intent');
  await page.waitForURL(`${app.url}/`, { timeout: 10_000 });
  await expect(tierBadge(page)).toHaveText('Advanced Tier');
  expect(await subscriptionsOf(app, 'dora')).toMatchObject([{ status: 'active' }]);
  expect(noise).toEqual([]);
});

test('an unfinished form asks nobody, and says where', async ({ page }) => {
  await signIn(page, app, { name: 'pia' }, '/subscribe?tier=basic');
  await cardForm(page).getByLabel('Card number').fill('4242');
  await subscribeNow(page).click();
  await expect(cardForm(page).getByText('Your card number is incomplete.')).toBeVisible();
  await expect(subscribeNow(page)).toBeEnabled();
});

test('the bank agrees', async ({ page }) => {
  await signIn(page, app, { name: 'bo' }, '/subscribe?tier=pro');
  await fillCard(page, CARDS.asksBank);
  await subscribeNow(page).click();
  await expect(bank(page).getByRole('heading', { name: 'Your bank asks' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await bank(page).getByRole('button', { name: 'Complete' }).click();
  await expect(paid(page)).toBeVisible();
});

test('the bank refuses, and the same payment is tried again', async ({ page }) => {
  await signIn(page, app, { name: 'rex' }, '/subscribe?tier=pro');
  await fillCard(page, CARDS.asksBankAlways);
  await subscribeNow(page).click();
  await bank(page).getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  await fillCard(page, CARDS.good);
  await subscribeNow(page).click();
  await expect(paid(page)).toBeVisible();
  expect(await subscriptionsOf(app, 'rex')).toHaveLength(1);
});

test('leaving the bank’s page loses nothing: the plan is paid on coming back', async ({ page }) => {
  await signIn(page, app, { name: 'gil' }, '/subscribe?tier=advanced');
  await fillCard(page, CARDS.asksBank);
  await subscribeNow(page).click();
  await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeEnabled();
  await open(page, `${app.url}/`);
  await expect(tierBadge(page)).toHaveText('Basic Tier');
  await open(page, `${app.url}/subscription`);
  await expect(page.getByText('A payment was begun and not finished.')).toBeVisible();
  await open(page, `${app.url}/subscribe?tier=advanced`);
  await fillCard(page, CARDS.good);
  await subscribeNow(page).click();
  await expect(paid(page)).toBeVisible();
  expect(await subscriptionsOf(app, 'gil')).toMatchObject([{ status: 'active' }]);
});

test('two clicks at once, and two tabs, are one subscription', async ({ page }) => {
  await signIn(page, app, { name: 'kim' }, '/subscribe?tier=pro');
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

test('another plan before paying: only the new one can be paid', async ({ page }) => {
  await signIn(page, app, { name: 'sue' }, '/subscribe?tier=basic');
  await fillCard(page, CARDS.good);
  const old = await page.context().newPage();
  await open(old, `${app.url}/subscribe?tier=basic`);
  await fillCard(old, CARDS.good);
  await page.getByRole('button', { name: 'Back to plans' }).click();
  await page.getByRole('link', { name: 'Choose Pro', exact: true }).click();
  await expect(page.getByLabel('What you buy')).toContainText('$9.99 USD');
  await expect(cardForm(page).getByLabel('Card number')).toHaveValue('');
  await subscribeNow(old).click();
  // Its payment can never be made: the words are ours, and nothing is begun that would end the other tab's.
  await expect(old.getByRole('alert').filter({ hasText: 'That payment was given up' })).toBeVisible();
  await expect(old).toHaveURL(`${app.url}/subscribe`);
  await expect(old.getByText('PaymentIntent')).toHaveCount(0);
  await old.close();
  await fillCard(page, CARDS.good);
  await subscribeNow(page).click();
  await expect(page.getByText('Welcome to Pro!')).toBeVisible();
});

test('Basic opens export and support, and says nothing of what it does not open', async ({ page }) => {
  await page.clock.install();
  await subscribe(page, app, { name: 'basil' }, 'basic');
  await expect(page.getByText('Export functionality')).toBeVisible();
  await expect(page.getByText('Priority support')).toBeVisible();
  await expect(page.getByText('Access to advanced prompts')).toHaveCount(0);
  await expect(page.getByText('Premium fitness content')).toHaveCount(0);
  await expect(page.getByText(/^Redirecting/)).toHaveCount(0);
  await page.clock.runFor(10_000);
  expect(new URL(page.url()).pathname).toBe('/subscription-success');
});

test('a forged address opens nothing and claims nothing', async ({ page }) => {
  await signIn(page, app, { name: 'mallory' }, '/');
  const secret = 'pi_1_secret_2';
  await open(
    page,
    `${app.url}/subscription-success?tier=pro&payment_intent=pi_1&payment_intent_client_secret=${secret}&redirect_status=succeeded`,
  );
  await expect.poll(() => page.url()).toBe(`${app.url}/subscription-success?tier=pro`);
  await expect(page.getByRole('heading', { name: 'Your payment is not confirmed yet' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(paid(page)).toHaveCount(0);
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('link', { name: 'Manage Subscription' }).click();
  await expect(page.getByText('No subscription')).toBeVisible();
  await expect(tierBadge(page)).toHaveText('Basic Tier');
});

test('a plain visit asks the provider too, and says success of a plan that is paid only', async ({
  page,
}) => {
  await subscribe(page, app, { name: 'vera' }, 'advanced');
  const sync = page.waitForResponse('**/api/subscription/sync');
  await open(page, `${app.url}/subscription-success`);
  expect((await sync).status()).toBe(200);
  await expect(page.getByText('Welcome to Advanced! Your subscription is now active.')).toBeVisible();
});

test('a bank that came back with a no is said at once', async ({ page }) => {
  await signIn(page, app, { name: 'mallory' }, '/');
  await open(page, `${app.url}/subscription-success?redirect_status=failed`);
  await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to plans' })).toHaveAttribute('href', '/subscribe');
});

test('signed out, the pages of a subscription lead to the sign-in page', async ({ page }) => {
  for (const path of ['/subscription', '/subscription-success']) {
    await page.goto(`${app.url}${path}`);
    await expect(page).toHaveURL(`${app.url}/login?returnUrl=${encodeURIComponent(path)}`);
  }
});

test('the provider away: the choice is taken back, with its reason', async ({ page, noise }) => {
  await signIn(page, app, { name: 'wanda' }, '/subscribe');
  await app.sandbox('faults', { operation: 'subscriptions.create', kind: 'error', status: 500, times: 3 });
  await page.getByRole('link', { name: 'Choose Pro', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Subscription failed: ' })).toContainText(
    'Subscription failed: Failed to create subscription. Nothing was charged; please try again in a moment.',
    { timeout: 30_000 },
  );
  await expect(page).toHaveURL(`${app.url}/subscribe`);
  expect(noise.splice(0)).toEqual([expect.stringContaining('503')]);
  // The provider is back: the same choice again begins anew.
  await page.getByRole('link', { name: 'Choose Pro', exact: true }).click();
  await fillCard(page, CARDS.good);
  await expect(page).toHaveURL(`${app.url}/subscribe?tier=pro`);
  await subscribeNow(page).click();
  await expect(page.getByText('Welcome to Pro!')).toBeVisible();
  expect(await subscriptionsOf(app, 'wanda')).toMatchObject([{ status: 'active' }]);
});

test('a payment that did not reach the provider is found out and tried again', async ({ page, noise }) => {
  await signIn(page, app, { name: 'lola' }, '/subscribe?tier=pro');
  await fillCard(page, CARDS.good);
  await page.route('**/elements/confirm', (route) => route.abort());
  await subscribeNow(page).click();
  await expect(page.getByText('We do not know yet whether your payment went through.')).toBeVisible();
  await expect(page.getByText('You were not charged')).toHaveCount(0);
  await expect(page.getByText('knows of no payment yet. You can try again')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('You were not charged')).toHaveCount(0);
  await page.unroute('**/elements/confirm');
  await subscribeNow(page).click();
  await expect(paid(page)).toBeVisible();
  expectLostCalls(noise);
});

test('a payment whose answer is lost is found out, without paying again', async ({ page, noise }) => {
  await signIn(page, app, { name: 'nora' }, '/subscribe?tier=pro');
  await fillCard(page, CARDS.good);
  await page.route('**/elements/confirm', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await subscribeNow(page).click();
  await expect(paid(page)).toBeVisible();
  expect(await subscriptionsOf(app, 'nora')).toMatchObject([{ status: 'active' }]);
  expectLostCalls(noise);
});

test('nobody answers about a payment: nothing is claimed, and it can be looked up later', async ({
  page,
  noise,
}) => {
  await signIn(page, app, { name: 'otto' }, '/subscribe?tier=pro');
  await fillCard(page, CARDS.good);
  await page.route('**/elements/read', (route) => route.abort());
  await page.route('**/elements/confirm', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await subscribeNow(page).click();
  await expect(page.getByText('the payment provider does not answer')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('You were not charged')).toHaveCount(0);
  await expect(page.getByText('Payment Failed', { exact: true })).toHaveCount(0);
  await page.unroute('**/elements/read');
  await page.getByRole('button', { name: 'Look Again' }).click();
  await expect(paid(page)).toBeVisible();
  expectLostCalls(noise);
});

test('a payment form that does not load says so and can be tried again', async ({ page, noise }) => {
  await page.route('**/endive/stripe.js', (route) => route.abort());
  await signIn(page, app, { name: 'fay' }, '/subscribe?tier=pro');
  await expect(page.getByText('The payment form could not be loaded.')).toBeVisible();
  await page.unroute('**/endive/stripe.js');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  noise.length = 0;
});

test('/test-auth creates a subscription for a real price, and hides what pays it', async ({ page }) => {
  await signIn(page, app, { name: 'tess' }, '/test-auth');
  await page.getByRole('button', { name: 'Test Subscription Creation' }).click();
  await expect(page.getByText('"amountCents": 299')).toBeVisible();
  expect(await page.content()).not.toMatch(/_secret_[A-Za-z0-9]/);
});
