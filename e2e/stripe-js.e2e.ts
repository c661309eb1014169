import type { FrameLocator, Page } from '@playwright/test';
import { Stripe } from 'stripe';
import { startSandboxPayments } from '../sandbox/stripe/start.ts';
import { type Checkout, startCheckout } from '../sandbox/stripe-js/testing/checkout.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { bank, CARDS, cardForm, fillCard } from './payment-steps.ts';

// Stripe's own libraries, in a page written for Stripe, against the sandbox's stripe.js.

let checkout: Checkout;

test.beforeAll(async () => {
  checkout = await startCheckout();
});

test.afterAll(async () => {
  await checkout.close();
});

async function openCheckout(page: Page, query: Record<string, string>): Promise<FrameLocator> {
  await page.goto(`${checkout.url}/?${new URLSearchParams(query)}`);
  return cardForm(page);
}

/** By the keyboard: a click can miss while the form, in a process of its own, gives back the room of its messages. */
async function pay(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Pay' });
  await expect(button).toBeEnabled();
  await button.press('Enter');
}
const result = (page: Page) => page.getByLabel('Result');
const events = (page: Page) => page.getByLabel('Events');

test('pays with a card the page never sees', async ({ page }) => {
  const secret = checkout.payments.create();
  const frame = await openCheckout(page, { secret });
  await expect(frame.getByText('Sandbox: no real payment')).toBeVisible();
  await expect(events(page)).toHaveText('ready');
  await fillCard(page, CARDS.good);
  await expect(frame.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await expect(frame.getByLabel('Expiration date')).toHaveValue('12 / 34');
  await pay(page);
  await expect(result(page)).toContainText('"status":"succeeded"');
  expect(JSON.parse((await result(page).textContent()) ?? '').paymentIntent.id).toBe(
    secret.split('_secret_')[0],
  );
  expect(checkout.payments.cards.at(-1)).toEqual({
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2034,
    cvc: '123',
  });
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(result(page)).toContainText(`"client_secret":"${secret}"`);
});

test('tries the same secret again after a declined card', async ({ page }) => {
  const secret = checkout.payments.create();
  await openCheckout(page, { secret });
  await fillCard(page, CARDS.declined);
  await pay(page);
  await expect(result(page)).toContainText('"code":"card_declined"');
  await expect(result(page)).toContainText('"decline_code":"generic_decline"');
  expect(checkout.payments.statusOf(secret)).toBe('requires_payment_method');
  await fillCard(page, CARDS.good);
  await pay(page);
  await expect(result(page)).toContainText('"status":"succeeded"');
});

test('keeps an unfinished or mistyped card to itself', async ({ page }) => {
  const before = checkout.payments.cards.length;
  const frame = await openCheckout(page, { secret: checkout.payments.create() });
  await expect(events(page)).toHaveText('ready');
  await pay(page);
  await expect(result(page)).toContainText('"type":"validation_error","code":"incomplete_number"');
  await expect(frame.getByText('Your card number is incomplete.')).toBeVisible();
  await expect(frame.getByText('Your card’s expiration date is incomplete.')).toBeVisible();
  await expect(frame.getByLabel('Card number')).toBeFocused();
  await fillCard(page, '4242424242424241');
  await expect(frame.getByText('Your card number is invalid.')).toBeVisible();
  await expect(frame.getByLabel('Card number')).toHaveAccessibleDescription('Your card number is invalid.');
  await pay(page);
  await expect(result(page)).toContainText('"code":"invalid_number"');
  await fillCard(page, CARDS.good);
  await expect(frame.getByText('Your card number is invalid.')).toBeHidden();
  await frame.getByLabel('Expiration date').fill('01/20');
  await pay(page);
  await expect(result(page)).toContainText('"code":"invalid_expiry_year_past"');
  expect(checkout.payments.cards).toHaveLength(before);
});

test('asks the bank, which agrees', async ({ page }) => {
  const secret = checkout.payments.create();
  await openCheckout(page, { secret });
  await fillCard(page, CARDS.asksBank);
  await pay(page);
  await expect(bank(page).getByRole('heading', { name: 'Your bank asks' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Bank authentication' })).toBeVisible();
  expect(checkout.payments.statusOf(secret)).toBe('requires_action');
  await bank(page).getByRole('button', { name: 'Complete' }).click();
  await expect(result(page)).toContainText('"status":"succeeded"');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const [how, leave] of [
  ['refuses', (page: Page) => bank(page).getByRole('button', { name: 'Fail' }).click()],
  [
    'is left with Escape',
    async (page: Page) => {
      const button = bank(page).getByRole('button', { name: 'Fail' });
      // A key, other than a click, does not wait for the page to be ready.
      await expect(button).toBeEnabled();
      await button.press('Escape');
    },
  ],
] as const) {
  test(`asks the bank, which ${how}, and the secret stays good`, async ({ page }) => {
    const secret = checkout.payments.create();
    await openCheckout(page, { secret });
    await fillCard(page, CARDS.asksBankAlways);
    await pay(page);
    await leave(page);
    await expect(result(page)).toContainText('"code":"payment_intent_authentication_failure"');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(checkout.payments.statusOf(secret)).toBe('requires_payment_method');
    await fillCard(page, CARDS.good);
    await pay(page);
    await expect(result(page)).toContainText('"status":"succeeded"');
  });
}

test('asks the bank about a payment that was confirmed elsewhere, and about no other', async ({ page }) => {
  const secret = checkout.payments.create();
  const number = '4000002760003184';
  await openCheckout(page, { secret });
  const ask = () =>
    page.evaluate(async (clientSecret) => {
      const stripe = window.Stripe?.('pk_test_fake');
      return JSON.stringify(await stripe?.handleNextAction({ clientSecret }));
    }, secret);
  await expect(ask()).rejects.toThrow('does not require an action');
  checkout.payments.confirmIntent(secret, { number, expMonth: 1, expYear: 2034, cvc: '123' });
  const refused = ask();
  await bank(page).getByRole('button', { name: 'Fail' }).click();
  expect(await refused).toContain('"code":"payment_intent_authentication_failure"');
  checkout.payments.confirmIntent(secret, { number, expMonth: 1, expYear: 2034, cvc: '123' });
  const agreed = ask();
  await bank(page).getByRole('button', { name: 'Complete' }).click();
  expect(await agreed).toContain('"status":"succeeded"');
});

test('accepts the same secret after the payer left the bank’s page and came back', async ({ page }) => {
  const secret = checkout.payments.create();
  await openCheckout(page, { secret });
  await fillCard(page, CARDS.asksBank);
  await pay(page);
  await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeEnabled();
  await page.reload();
  expect(checkout.payments.statusOf(secret)).toBe('requires_action');
  await fillCard(page, CARDS.good);
  await pay(page);
  await expect(result(page)).toContainText('"status":"succeeded"');
});

test('refuses what would fail with Stripe, and names what it does not do', async ({ page }) => {
  const secret = checkout.payments.create();
  await openCheckout(page, { secret, without: 'submit' });
  await fillCard(page, CARDS.good);
  await pay(page);
  await expect(result(page)).toHaveText(/IntegrationError: elements\.submit\(\) must be called/);
  await page.getByRole('button', { name: 'Token' }).click();
  await expect(result(page)).toHaveText(/does not support stripe\.createToken\(\)/);
  await openCheckout(page, { secret, redirect: 'always' });
  await fillCard(page, CARDS.good);
  await pay(page);
  await expect(result(page)).toHaveText(/does not support .* redirect other than if_required/);
  await openCheckout(page, { secret, return_url: '/done' });
  await fillCard(page, CARDS.good);
  await pay(page);
  await expect(result(page)).toContainText('"code":"url_invalid"');
  expect(checkout.payments.statusOf(secret)).toBe('requires_payment_method');
});

test('gives a form for an open intent only', async ({ page }) => {
  const secret = checkout.payments.create();
  checkout.payments.confirmIntent(secret, {
    number: '4242424242424242',
    expMonth: 1,
    expYear: 2034,
    cvc: '123',
  });
  const frame = await openCheckout(page, { secret });
  await expect(events(page)).toHaveText(/^loaderror: This payment_intent is in a terminal state/);
  await expect(frame.getByLabel('Card number')).toBeHidden();
  await openCheckout(page, { secret: 'pi_0_secret_unknown' });
  await expect(events(page)).toHaveText('loaderror: No such payment_intent.');
});

test('is recreated for another secret, and when it is mounted again', async ({ page }) => {
  const secret = checkout.payments.create();
  const next = checkout.payments.create();
  const frame = await openCheckout(page, { secret, next });
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Another plan' }).click();
  await expect(frame.getByLabel('Card number')).toHaveValue('');
  await page.getByRole('button', { name: 'Show or hide' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show or hide' }).click();
  await fillCard(page, CARDS.good);
  await pay(page);
  await expect(result(page)).toContainText('"status":"succeeded"');
  expect(checkout.payments.statusOf(secret)).toBe('requires_payment_method');
  expect(checkout.payments.statusOf(next)).toBe('succeeded');
});

test('works by keyboard alone', async ({ page }) => {
  const secret = checkout.payments.create();
  const frame = await openCheckout(page, { secret });
  await expect(events(page)).toHaveText('ready');
  await page.keyboard.press('Tab');
  await expect(frame.getByLabel('Card number')).toBeFocused();
  await page.keyboard.type('4000002500003155');
  await page.keyboard.press('Tab');
  await page.keyboard.type('134');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await expect(frame.getByLabel('Expiration date')).toHaveValue('01 / 34');
  await page.keyboard.press('Enter');
  await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(result(page)).toContainText('"status":"succeeded"');
});

test('follows the page’s theme, and is accessible in both', async ({ page }) => {
  const secret = checkout.payments.create();
  const frame = await openCheckout(page, { secret, theme: 'night' });
  const input = frame.getByLabel('Card number');
  await expect(input).toHaveCSS('color', 'rgb(236, 241, 242)');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await input.fill('4242424242424242');
  await page.getByRole('button', { name: 'Other theme' }).click();
  await expect(input).toHaveCSS('color', 'rgb(16, 27, 32)');
  await expect(input).toHaveValue('4242 4242 4242 4242');
  await pay(page);
  await frame.getByText('Test cards').click();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await frame.getByRole('button', { name: '4000 0027 6000 3184' }).click();
  await pay(page);
  await expect(bank(page).getByRole('button', { name: 'Complete' })).toBeEnabled();
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('is served at Stripe’s own address to a page that loads it itself', async ({ page }) => {
  await page.route('https://js.stripe.com/endive/stripe.js', async (route) => {
    await route.fulfill({ response: await page.request.get(`${checkout.payments.origin}/endive/stripe.js`) });
  });
  const secret = checkout.payments.create();
  await openCheckout(page, { secret, stripes: '1' });
  await fillCard(page, CARDS.good);
  await pay(page);
  await expect(result(page)).toContainText('"status":"succeeded"');
});

test('serves one app only', async ({ browser }) => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${checkout.otherUrl}/?secret=${checkout.payments.create()}`);
  await expect.poll(() => errors.join()).toContain(`The payment sandbox serves ${checkout.url}`);
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.close();
});

test('pays a subscription of the sandbox’s API', async ({ page }) => {
  const { credentials, origin, control, close } = await startSandboxPayments({
    port: 0,
    appUrl: checkout.url,
  });
  const { hostname: host, port } = new URL(origin);
  const stripe = new Stripe(credentials.STRIPE_SECRET_KEY, { host, port, protocol: 'http' });
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const { id, latest_invoice: invoice } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: credentials.STRIPE_PRICE_PRO }],
    payment_behavior: 'default_incomplete',
  });
  const { confirmation_secret: secret } = await stripe.invoices.retrieve(String(invoice), {
    expand: ['confirmation_secret'],
  });
  await openCheckout(page, {
    secret: secret?.client_secret ?? '',
    key: credentials.STRIPE_PUBLISHABLE_KEY,
    sandbox: origin,
  });
  await fillCard(page, CARDS.declined);
  await pay(page);
  await expect(result(page)).toContainText('"code":"card_declined"');
  expect(control.tables.subscriptions.require(id).status).toBe('incomplete');
  await fillCard(page, CARDS.asksBank);
  await pay(page);
  await bank(page).getByRole('button', { name: 'Complete' }).click();
  await expect(result(page)).toContainText('"status":"succeeded"');
  await expect(result(page)).toContainText('"amount":999');
  expect(control.tables.subscriptions.require(id).status).toBe('active');
  expect(control.problems()).toEqual([]);
  await close();
});
