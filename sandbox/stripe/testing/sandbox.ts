import { createServer } from 'node:http';
import Stripe from 'stripe';
import { closeServer, listen } from '../../http.ts';
import type { Invoice, Subscription } from '../records.ts';
import { type SandboxPayments, startSandboxPayments } from '../start.ts';

export interface TestSandbox {
  payments: SandboxPayments;
  control: SandboxPayments['control'];
  /** The real SDK, calling the sandbox. */
  stripe: Stripe;
  prices: { basic: string; advanced: string; pro: string };
  /** What arrived at the app's webhook. */
  received: { body: string; signature: string }[];
  /** Verified by the SDK; each once, in the order of arrival. */
  events(): Promise<Stripe.Event[]>;
  /** What the receiver responds with from now on. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** A sandbox of its own with a receiver of webhooks, on ports of the system's choice. */
export async function startTestSandbox(options: { stateFile?: string } = {}): Promise<TestSandbox> {
  const received: TestSandbox['received'] = [];
  let status = 200;
  const app = createServer(async (request, response) => {
    let body = '';
    for await (const text of request.setEncoding('utf8')) body += text;
    received.push({ body, signature: String(request.headers['stripe-signature']) });
    response.writeHead(status).end('{}');
  });
  const port = await listen(app, 0);
  const payments = await startSandboxPayments({ port: 0, appUrl: `http://127.0.0.1:${port}`, ...options });
  const { credentials, control } = payments;
  const stripe = sdkFor(payments);
  return {
    payments,
    control,
    stripe,
    prices: {
      basic: credentials.STRIPE_PRICE_BASIC,
      advanced: credentials.STRIPE_PRICE_ADVANCED,
      pro: credentials.STRIPE_PRICE_PRO,
    },
    received,
    async events() {
      await control.webhooks.settled();
      const all = received.map(({ body, signature }) =>
        stripe.webhooks.constructEvent(body, signature, credentials.STRIPE_WEBHOOK_SECRET),
      );
      return [...new Map(all.map((event) => [event.id, event])).values()];
    },
    answerWith(next) {
      status = next;
    },
    async close() {
      await payments.close();
      await closeServer(app);
    },
  };
}

export function sdkFor({ credentials }: SandboxPayments, key = credentials.STRIPE_SECRET_KEY): Stripe {
  const { hostname, port } = new URL(credentials.STRIPE_API_BASE);
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
}

/** An error of the API, or the test fails. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const result = await call.then(
    (value) => value,
    (error: unknown) => error,
  );
  if (result instanceof Stripe.errors.StripeError) return result;
  throw new Error(`Not refused: ${JSON.stringify(result)}`);
}

export interface Subscribed {
  customer: string;
  id: string;
  itemId: string;
  invoice: string;
  /** Of the first payment. */
  secret: string;
}

/** A subscription as the app begins it: incomplete until its first payment is confirmed. */
export async function subscribe(
  { stripe }: TestSandbox,
  price: string,
  more: { customer?: string; isCardKept?: boolean } = {},
): Promise<Subscribed> {
  const customer = more.customer ?? (await stripe.customers.create({ email: 'ada@example.com' })).id;
  const saved = more.isCardKept === false ? 'off' : 'on_subscription';
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: saved, payment_method_types: ['card'] },
    metadata: { userId: 'ada' },
  });
  const invoice = String(made.latest_invoice);
  const secret = await secretOf(stripe, invoice);
  return { customer, id: made.id, itemId: made.items.data[0]?.id ?? '', invoice, secret };
}

/** Of an invoice's payment. */
export async function secretOf(stripe: Stripe, invoice: string): Promise<string> {
  const { confirmation_secret: found } = await stripe.invoices.retrieve(invoice, {
    expand: ['confirmation_secret'],
  });
  return found?.client_secret ?? '';
}

/** …and paid. */
export async function subscribeAndPay(
  sandbox: TestSandbox,
  price: string,
  more: { customer?: string } = {},
): Promise<Subscribed> {
  const made = await subscribe(sandbox, price, more);
  const { error } = sandbox.control.confirm(made.secret, '4242424242424242');
  if (error) throw new Error(error.message);
  return made;
}

/** A copy of a subscription as it is stored, with its latest invoice. */
export function readStored(
  { control }: TestSandbox,
  id: string,
): Omit<Subscription, 'latest_invoice'> & { latest_invoice: Invoice } {
  const { subscriptions, invoices } = control.tables;
  const subscription = subscriptions.require(id);
  const latest_invoice = invoices.require(String(subscription.latest_invoice));
  return structuredClone({ ...subscription, latest_invoice });
}
