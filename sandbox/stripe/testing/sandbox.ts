import { createServer } from 'node:http';
import Stripe from 'stripe';
import { type SandboxPayments, startSandboxPayments } from '../payments.ts';

/** What arrived at the app's webhook, as it came. */
export interface Received {
  body: string;
  signature: string;
}

export interface TestSandbox {
  payments: SandboxPayments;
  control: SandboxPayments['control'];
  /** The real SDK, talking to the sandbox. */
  stripe: Stripe;
  prices: { basic: string; advanced: string; pro: string };
  received: Received[];
  /** Verified by the SDK; each once, in the order of arrival. */
  events(): Promise<Stripe.Event[]>;
  /** What the receiver answers from now on. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** A sandbox of its own with a receiver of webhooks, on ports of the system's choice. */
export async function startTestSandbox(
  options: { seed?: string; stateFile?: string } = {},
): Promise<TestSandbox> {
  const received: Received[] = [];
  let status = 200;
  const app = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      received.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((done) => app.listen(0, '127.0.0.1', done));
  const address = app.address();
  const port = typeof address === 'object' && address ? address.port : 0;
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
      await new Promise<void>((done) => {
        app.close(() => done());
        app.closeAllConnections();
      });
    },
  };
}

export function sdkFor({ credentials }: SandboxPayments, key = credentials.STRIPE_SECRET_KEY): Stripe {
  const { hostname, port } = new URL(credentials.STRIPE_API_BASE);
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
}

/** An error of the API, or the test fails. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const answer = await call.then(
    (value) => value,
    (error: unknown) => error,
  );
  if (answer instanceof Stripe.errors.StripeError) return answer;
  throw new Error(`Not refused: ${JSON.stringify(answer)}`);
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
  more: { customer?: string; clock?: string } = {},
): Promise<Subscribed> {
  const customer =
    more.customer ??
    (
      await stripe.customers.create({
        email: 'ada@example.com',
        ...(more.clock ? { test_clock: more.clock } : {}),
      })
    ).id;
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    metadata: { userId: 'ada' },
    expand: ['latest_invoice.confirmation_secret'],
  });
  const invoice = made.latest_invoice;
  if (typeof invoice === 'string' || !invoice?.confirmation_secret) throw new Error('no secret');
  return {
    customer,
    id: made.id,
    itemId: made.items.data[0]?.id ?? '',
    invoice: invoice.id,
    secret: invoice.confirmation_secret.client_secret,
  };
}

/** …and paid. */
export async function subscribeAndPay(
  sandbox: TestSandbox,
  price: string,
  more: { customer?: string; clock?: string } = {},
): Promise<Subscribed> {
  const made = await subscribe(sandbox, price, more);
  const { error } = sandbox.control.confirm(made.secret, '4242424242424242');
  if (error) throw new Error(error.message);
  return made;
}

/** Unix seconds of a moment in UTC. */
export function at(iso: string): number {
  return Date.parse(iso) / 1000;
}
