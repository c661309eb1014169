import { join } from 'node:path';
import { expect } from '@playwright/test';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { type Components, type Opened, startComponents } from '#web/testing/component-page.ts';

let components: Components;
beforeAll(async () => {
  components = await startComponents(join(import.meta.dirname, 'card-form.fixture.tsx'));
});
afterAll(() => components.close());

let opened: Opened | undefined;
afterEach(() => expect(opened?.consoleErrors).toEqual([]));

/**
 * The provider's script as far as the form sees it: every question goes to the test as a call of `/provider/…`, whose
 * response is the provider's. A call that fails rejects.
 */
const PROVIDER = `
  const ask = async (what) => {
    const response = await fetch('/provider/' + what, { method: 'POST' });
    return await response.json();
  };
  const element = (type, options) => {
    window.askedFor = { type, ...options };
    const listeners = {};
    return {
      mount(node) {
        node.textContent = 'The provider’s fields';
        ask('open').then(({ error }) =>
          error ? listeners.loaderror?.({ elementType: type, error }) : listeners.ready?.({ elementType: type }));
      },
      on(name, listener) { listeners[name] = listener; return this; },
      off() { return this; }, once() { return this; }, update() {}, destroy() {}, unmount() {},
    };
  };
  window.Stripe = () => ({
    elements: () => ({ create: element, getElement: () => null, update() {}, submit: () => ask('submit'), on() {}, off() {} }),
    createToken() {}, createPaymentMethod() {}, confirmCardPayment() {}, registerAppInfo() {}, _registerWrapper() {},
    confirmPayment: () => ask('confirm'),
    retrievePaymentIntent: () => ask('retrieve'),
    handleNextAction: () => ask('next-action'),
  });
`;

type Reply = object | 'offline' | Promise<object>;

/** The form at a provider that takes every payment, but for what a test says. */
async function open(replies: Record<string, Reply | (() => Reply)> = {}, query = '', hasClock = false) {
  opened = await components.open({
    query,
    hasClock,
    respond: async ({ path }) => {
      const what = path.replace('/provider/', '');
      const reply = replies[what] ?? DEFAULTS[what] ?? {};
      const given = await (typeof reply === 'function' ? reply() : reply);
      if (given === 'offline') return given;
      return what === '/provider.js' ? { script: PROVIDER } : { json: given };
    },
  });
  const { page, calls } = opened;
  const asked = (what: string) => calls.filter(({ path }) => path === `/provider/${what}`).length;
  return {
    page,
    asked,
    button: page.getByRole('button', { name: 'Subscribe Now' }),
    end: page.locator('output'),
  };
}

const DEFAULTS: Record<string, object> = { confirm: { paymentIntent: { status: 'succeeded' } } };
const DECLINED = { error: { type: 'card_error', message: 'Your card was declined.' } };
const LOST = { error: { type: 'api_connection_error' } };

test('the button waits for the fields, then for the provider, and is pressed once', async () => {
  const confirmed = Promise.withResolvers<object>();
  const { page, asked, button, end } = await open({ confirm: confirmed.promise });
  await button.dblclick();
  const pending = page.getByRole('button', { name: 'Processing...' });
  await expect(pending).toBeDisabled();
  await expect(pending).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('Your payment is being processed.')).toHaveCount(1);
  await expect(end).toHaveCount(0);
  confirmed.resolve({ paymentIntent: { status: 'succeeded' } });
  await expect(end).toHaveText('paid');
  expect([asked('submit'), asked('confirm')]).toEqual([1, 1]);
  // The page goes on from here: a second press could only pay twice.
  await expect(pending).toBeDisabled();
});

test('Link is off: only a card is asked for', async () => {
  const { page, button } = await open();
  await expect(button).toBeEnabled();
  // As the page handed it to the provider’s script: what is left out there follows the account’s settings.
  expect(await page.evaluate('window.askedFor')).toEqual({
    type: 'payment',
    readOnly: false,
    layout: 'tabs',
    wallets: { link: 'never' },
  });
});

test('nothing can be paid before the fields are there', async () => {
  const { page, asked, button } = await open({ open: new Promise<object>(() => {}) });
  await expect(button).toBeDisabled();
  await expect(page.getByText('Loading the payment form')).toHaveCount(1);
  expect(asked('submit')).toBe(0);
});

test('incomplete fields return to the form without a message of ours', async () => {
  const { page, asked, button } = await open({ submit: { error: { type: 'validation_error' } } });
  await button.click();
  await expect.poll(() => asked('submit')).toBe(1);
  await expect(button).toBeEnabled();
  await expect(page.getByText('Payment Failed')).toHaveCount(0);
  expect(asked('confirm')).toBe(0);
});

test('a card that is declined says so, in the form and as a toast, and can be tried again', async () => {
  let reply = DECLINED as object;
  const { page, button, end } = await open({ confirm: () => reply });
  await button.click();
  await expect(
    page.getByText('Your card was declined. You were not charged. You can try again.'),
  ).toBeVisible();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  const confirmed = Promise.withResolvers<object>();
  reply = confirmed.promise;
  await button.click();
  // What is said of the first attempt would lie over the bank's dialog of the second.
  await expect(page.getByText('Payment Failed', { exact: true })).toBeHidden();
  confirmed.resolve({ paymentIntent: { status: 'processing' } });
  await expect(end).toHaveText('paid');
});

test('a payment without a response is looked up, and found', async () => {
  const found = Promise.withResolvers<object>();
  const { page, button, end } = await open({ confirm: 'offline', retrieve: found.promise });
  await button.click();
  await expect(page.getByText('We don’t know yet whether your payment went through.')).toBeVisible();
  await expect(page.getByText(/not charged/)).toHaveCount(0);
  found.resolve({ paymentIntent: { status: 'succeeded' } });
  await expect(end).toHaveText('paid');
});

test('while the provider does not answer the outcome is unknown, and Check Again finds it', async () => {
  let respond: Reply = 'offline';
  const { page, asked, button, end } = await open({ confirm: LOST, retrieve: () => respond }, '', true);
  await button.click();
  for (let look = 1; look <= 4; look += 1) {
    await expect.poll(() => asked('retrieve')).toBe(look);
    await page.clock.runFor(1500);
  }
  const again = page.getByRole('button', { name: 'Check Again' });
  await expect(again).toBeVisible();
  await expect(page.getByText(/You won’t be charged twice/)).toBeVisible();
  respond = { paymentIntent: { status: 'succeeded' } };
  await again.click();
  await expect(end).toHaveText('paid');
});

test('a payment canceled in another tab ends this one', async () => {
  const { page, button, end } = await open({
    confirm: { error: { type: 'invalid_request_error', payment_intent: { status: 'canceled' } } },
  });
  await button.click();
  await expect(end).toHaveText('void');
  await expect(page.getByText('This payment expired. You were not charged.')).toBeVisible();
});

test('a form that cannot be opened says why, and asks for another', async () => {
  const { page, end } = await open({ open: { error: { message: 'No such payment.' } } });
  await expect(page.getByText('The payment form could not be loaded. Nothing was charged.')).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(end).toHaveText('reload');
});

test('a payment that ended elsewhere is not told in the provider’s words', async () => {
  const error = { type: 'invalid_request_error', message: 'This payment_intent is in a terminal state.' };
  const { page } = await open({ open: { error } });
  await expect(page.getByRole('alert')).toContainText(
    'The payment form could not be opened. This payment may have expired.',
  );
  await expect(page.getByText('terminal state')).toBeHidden();
});

test('a script that does not load shows an error, and Try Again loads it', async () => {
  let script: Reply = 'offline';
  const { page, button } = await open({ '/provider.js': () => script });
  await expect(page.getByText(/The payment form could not be loaded/)).toBeVisible();
  script = {};
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(button).toBeEnabled();
});

test('a saved card is finished first: its bank asks, then it is paid without a form', async () => {
  const { button, end } = await open(
    {
      retrieve: { paymentIntent: { status: 'requires_action' } },
      'next-action': { paymentIntent: { status: 'succeeded' } },
    },
    '?kept-card',
  );
  await expect(end).toHaveText('paid');
  await expect(button).toHaveCount(0);
});

test('a saved card that was refused opens the form for another, and says that it was not charged', async () => {
  const declined = {
    status: 'requires_payment_method',
    last_payment_error: { message: 'Insufficient funds.' },
  };
  const { page, button } = await open({ retrieve: { paymentIntent: declined } }, '?kept-card');
  await expect(
    page.getByText(/Your saved card was not charged. Insufficient funds. Pay with another card/),
  ).toBeVisible();
  await expect(button).toBeEnabled();
});
