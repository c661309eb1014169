import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  refusal,
  startTestSandbox,
  subscribe,
  subscribeAndPay,
  type TestSandbox,
} from './testing/sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  return () => sandbox.close();
});

afterEach(() => {
  const problems = sandbox.control.problems();
  sandbox.control.reset();
  expect(problems).toEqual([]);
});

const RETURN = 'http://127.0.0.1:9/subscription';

async function open(customer: string, purpose?: 'card'): Promise<string> {
  const session = await sandbox.stripe.billingPortal.sessions.create({
    customer,
    return_url: RETURN,
    ...(purpose ? { flow_data: { type: 'payment_method_update' } } : {}),
  });
  return session.url;
}

/** A form of the page, as a browser sends it. */
const submit = (url: string, fields: Record<string, string>, origin = sandbox.payments.origin) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers: { origin }, redirect: 'manual' });

const show = async (url: string) => (await fetch(url)).text();
const card = (number: string) => ({ number, expiry: '12 / 34', cvc: '123' });

describe('The customer’s pages', () => {
  test('list invoices, and cancel by `cancel_at` alone', async () => {
    const { stripe, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.pro);
    const url = await open(made.customer);
    const page = await show(url);
    expect(page).toContain('9.99 USD · paid');
    expect(page).toContain('visa ending in 4242');
    const invoice = /href="(\/invoice\/[^"]+)"/.exec(page)?.[1] ?? '';
    expect(await show(`${sandbox.payments.origin}${invoice}`)).toContain('1 × Pro');
    const cancelled = await submit(`${url}/cancel`, { subscription: made.id });
    expect(cancelled.status).toBe(303);
    const subscription = await stripe.subscriptions.retrieve(made.id);
    expect(subscription).toMatchObject({ cancel_at_period_end: false, status: 'active' });
    expect(subscription.cancel_at).toBe(subscription.items.data[0]?.current_period_end);
    expect(await show(url)).toContain('Don&#39;t cancel'.replace('&#39;', "'"));
    await submit(`${url}/resume`, { subscription: made.id });
    expect((await stripe.subscriptions.retrieve(made.id)).cancel_at).toBeNull();
  });

  test('change the card, which then pays for the subscription, and lead back', async () => {
    const { stripe, control, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    const url = await open(made.customer, 'card');
    expect(await show(url)).toContain('Card number');
    const declined = await submit(`${url}/card`, card('4000 0000 0000 0002'));
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('Your card was declined.');
    const changed = await submit(`${url}/card`, card('5555 5555 5555 4444'));
    expect(changed.headers.get('location')).toBe(RETURN);
    const { default_payment_method: method } = await stripe.subscriptions.retrieve(made.id);
    expect((await stripe.paymentMethods.retrieve(String(method))).card?.last4).toBe('4444');
    control.advance({ until: 'renewal' });
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
  });

  test('ask the bank for a card that wants it', async () => {
    const { stripe, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    const url = await open(made.customer, 'card');
    for (const outcome of ['failed', 'succeeded']) {
      const asked = await (await submit(`${url}/card`, card('4000 0025 0000 3155'))).text();
      const intent = /name="intent" value="([^"]+)"/.exec(asked)?.[1] ?? '';
      const answer = await submit(`${url}/bank`, { intent, outcome });
      expect(answer.status).toBe(outcome === 'failed' ? 402 : 303);
    }
    const { default_payment_method: method } = await stripe.subscriptions.retrieve(made.id);
    expect((await stripe.paymentMethods.retrieve(String(method))).card?.last4).toBe('3155');
  });

  test('take the money of an open invoice', async () => {
    const { stripe, control, prices } = sandbox;
    const made = await subscribeAndPay(sandbox, prices.basic);
    control.setCard(made.id, '4000 0000 0000 0341');
    control.advance({ until: 'renewal' });
    const url = await open(made.customer);
    const invoice = String((await stripe.subscriptions.retrieve(made.id)).latest_invoice);
    expect((await submit(`${url}/pay`, { invoice })).status).toBe(402);
    await submit(`${url}/card`, card('4242 4242 4242 4242'));
    expect((await submit(`${url}/pay`, { invoice })).status).toBe(303);
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
  });

  test('are nobody else’s: not another customer’s subscription, not another site’s form, not for ever', async () => {
    const { stripe, control, prices } = sandbox;
    const mine = await subscribeAndPay(sandbox, prices.basic);
    const other = await subscribe(sandbox, prices.basic);
    const url = await open(mine.customer);
    expect((await submit(`${url}/cancel`, { subscription: other.id })).status).toBe(400);
    expect((await submit(`${url}/pay`, { invoice: other.invoice })).status).toBe(400);
    expect((await submit(`${url}/cancel`, { subscription: mine.id }, 'https://evil.example')).status).toBe(
      403,
    );
    expect((await stripe.subscriptions.retrieve(mine.id)).cancel_at).toBeNull();
    expect((await fetch(`${sandbox.payments.origin}/portal/guess`)).status).toBe(404);
    control.advance({ seconds: 3700 });
    expect((await fetch(url)).status).toBe(404);
    const nowhere = stripe.billingPortal.sessions.create({ customer: mine.customer, return_url: 'nowhere' });
    expect((await refusal(nowhere)).code).toBe('url_invalid');
  });

  test('are under a policy without scripts', async () => {
    const made = await subscribeAndPay(sandbox, sandbox.prices.basic);
    const { headers } = await fetch(await open(made.customer));
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; form-action 'self' /,
    );
  });
});
