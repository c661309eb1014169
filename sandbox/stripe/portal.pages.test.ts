import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  readStored,
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

/** The last digits of the customer's default card. */
function cardOf(id: string): string | undefined {
  const { customers, paymentMethods } = sandbox.control.tables;
  return paymentMethods.find(customers.require(id).invoice_settings.default_payment_method)?.last4;
}

async function confirmAtBank(url: string, asked: Response, outcome: string): Promise<Response> {
  const page = await asked.text();
  const id = /name="id" value="([^"]+)"/.exec(page)?.[1] ?? '';
  return await submit(`${url}/bank`, { id, outcome });
}

describe('The customer’s pages', () => {
  test('list invoices and the card that pays', async () => {
    const made = await subscribeAndPay(sandbox, sandbox.prices.pro);
    const page = await show(await open(made.customer));
    expect(page).toContain('9.99 USD · paid');
    expect(page).toContain('visa ending in 4242');
  });

  test('change the customer’s card and lead back; a subscription keeps its own', async () => {
    const made = await subscribeAndPay(sandbox, sandbox.prices.basic);
    const before = readStored(sandbox, made.id).default_payment_method;
    const url = await open(made.customer, 'card');
    expect(await show(url)).toContain('Card number');
    for (const [number, problem] of [
      ['4000 0000 0000 0002', 'Your card was declined.'],
      ['4242 4242 4242 4241', 'Your card number is invalid.'],
    ] as const) {
      const declined = await submit(`${url}/card`, card(number));
      expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining(problem)]);
    }
    const changed = await submit(`${url}/card`, card('4000 0000 0000 0341'));
    expect(changed.headers.get('location')).toBe(RETURN);
    expect(cardOf(made.customer)).toBe('0341');
    expect(readStored(sandbox, made.id).default_payment_method).toBe(before);
    const types = (await sandbox.events()).map(({ type }) => type);
    expect(types).toContain('customer.updated');
  });

  test('ask the bank for a card that wants it', async () => {
    const made = await subscribeAndPay(sandbox, sandbox.prices.basic);
    const url = await open(made.customer, 'card');
    for (const outcome of ['failed', 'succeeded']) {
      const response = await confirmAtBank(
        url,
        await submit(`${url}/card`, card('4000 0025 0000 3155')),
        outcome,
      );
      expect(response.status).toBe(outcome === 'failed' ? 402 : 303);
    }
    expect(cardOf(made.customer)).toBe('3155');
  });

  test('are nobody else’s: not another customer’s card, not another site’s form, not for ever', async () => {
    const { stripe, control, prices } = sandbox;
    const mine = await subscribeAndPay(sandbox, prices.basic);
    const other = await subscribe(sandbox, prices.basic);
    control.confirm(other.secret, '4000 0025 0000 3155');
    const foreign = sandbox.control.tables.paymentMethods.all().at(-1)?.id ?? '';
    const url = await open(mine.customer);
    control.authenticate(other.secret, 'succeeded');
    expect((await submit(`${url}/bank`, { id: foreign, outcome: 'succeeded' })).status).toBe(400);
    expect((await submit(`${url}/card`, card('4242 4242 4242 4242'), 'https://evil.example')).status).toBe(
      403,
    );
    expect(cardOf(mine.customer)).toBeUndefined();
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
      /^default-src 'none'; style-src 'self'; img-src data:; frame-src 'none'; form-action 'self' http/,
    );
    // With `no-referrer` a browser's forms would come from origin `null`, and be refused.
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });
});
