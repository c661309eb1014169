import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readStyles } from '../identity-styles.ts';
import { handleStripeJs } from '../stripe-js/pages.ts';
import { answerApi } from './api.ts';
import { createBrowserPayments } from './browser-payments.ts';
import { PLAN_PRICE_IDS, publishPlans } from './catalog.ts';
import { catchUp } from './clock.ts';
import { SandboxControl } from './control.ts';
import { answerControl } from './control-api.ts';
import { Faults } from './faults.ts';
import { Idempotency } from './idempotency.ts';
import { handlePortal } from './portal.ts';
import { Problems } from './problems.ts';
import { StateFile } from './state-file.ts';
import { newWebhookSecret } from './webhook-endpoints.ts';
import { WebhookSender } from './webhook-sender.ts';
import { World } from './world.ts';

/** No secrets: they open nothing but this sandbox, which only this machine reaches. */
const KEYS = {
  secret: 'sk_test_sandbox_this_is_not_a_secret',
  publishable: 'pk_test_sandbox',
};
const LOOK_EVERY = 5000;
const PREPARED_AFTER = 2000;

/** What the app needs to take payments here, by the names of its settings. */
export interface PaymentCredentials {
  STRIPE_SECRET_KEY: string;
  STRIPE_PUBLISHABLE_KEY: string;
  STRIPE_WEBHOOK_SECRET: string;
  STRIPE_PRICE_BASIC: string;
  STRIPE_PRICE_ADVANCED: string;
  STRIPE_PRICE_PRO: string;
  STRIPE_API_BASE: string;
  STRIPE_JS_URL: string;
}

export interface SandboxPayments {
  credentials: PaymentCredentials;
  /** Scheme, host and port. */
  origin: string;
  control: SandboxControl;
  /** Writes the state file now, if there is one: the last thing a process can do. */
  save(): void;
  close(): Promise<void>;
}

export interface PaymentOptions {
  /** 0 lets the system choose. */
  port: number;
  /** Where the app is: its webhook, and the only page that may frame the card form. */
  appUrl: string;
  /** The same ids every time; without it none is ever given twice. */
  seed?: string;
  /** Remembers everything here from one start to the next; without it, nothing. */
  stateFile?: string;
}

/**
 * A stateful stand-in for Stripe on loopback: the API as of the version the installed SDK pins, signed webhooks,
 * Stripe.js, the customer's portal, and below `/_sandbox` what tests need.
 * @throws the listening error (EADDRINUSE…)
 */
export async function startSandboxPayments(options: PaymentOptions): Promise<SandboxPayments> {
  const server = createServer();
  const port = await listen(server, options.port);
  const origin = `http://127.0.0.1:${port}`;
  const appOrigin = new URL(options.appUrl).origin;
  const world = new World({ origin, seed: options.seed });
  const problems = new Problems();
  const saved = new StateFile(options.stateFile, world);
  const secret = await saved.load(newWebhookSecret());
  publishPlans(world);
  const webhooks = new WebhookSender(world, { url: `${appOrigin}/api/stripe/webhook`, secret, problems });
  const browser = createBrowserPayments(world, { publishableKey: KEYS.publishable, appOrigin });
  const parts = { world, problems, webhooks, browser, idempotency: new Idempotency(), faults: new Faults() };
  const control = new SandboxControl({ ...parts, begin: () => publishPlans(world) });
  const styles = await readStyles();

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => saved.note());
    const path = request.url?.split('?')[0] ?? '/';
    // Another name for this machine would be another origin, and a page of another site's name must not get in.
    if (request.headers.host !== `127.0.0.1:${port}`) response.writeHead(421).end();
    else if (path.startsWith('/v1/'))
      settle(response, answerApi({ ...parts, keys: KEYS }, request, response));
    else if (path.startsWith('/_sandbox')) settle(response, answerControl(control, request, response));
    else if (path === '/sandbox.css') {
      response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(styles);
    } else if (
      !handlePortal(world, appOrigin, request, response) &&
      !handleStripeJs(request, response, browser)
    ) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The sandbox has no such page.');
    }
  });
  const looking = setInterval(() => catchUp(world), LOOK_EVERY);
  // Not before whoever waits for the start has got its answer.
  const preparing = setTimeout(() => problems.ready(), PREPARED_AFTER);
  return {
    credentials: credentialsOf(origin, secret),
    origin,
    control,
    save: () => saved.save(),
    close: async () => {
      clearInterval(looking);
      clearTimeout(preparing);
      await webhooks.close();
      saved.save();
      await closeServer(server);
    },
  };
}

function credentialsOf(origin: string, webhookSecret: string): PaymentCredentials {
  return {
    STRIPE_SECRET_KEY: KEYS.secret,
    STRIPE_PUBLISHABLE_KEY: KEYS.publishable,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_BASIC: PLAN_PRICE_IDS.basic,
    STRIPE_PRICE_ADVANCED: PLAN_PRICE_IDS.advanced,
    STRIPE_PRICE_PRO: PLAN_PRICE_IDS.pro,
    STRIPE_API_BASE: origin,
    STRIPE_JS_URL: `${origin}/endive/stripe.js`,
  };
}

/** A fault of ours ends the request, not the sandbox. */
function settle(response: ServerResponse, answering: Promise<void>): void {
  answering.catch((error: unknown) => {
    process.stderr.write(`The sandbox failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    response.destroy();
  });
}

/** @returns the port; rejects when it is taken */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    // This machine only, whatever the app listens on.
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
