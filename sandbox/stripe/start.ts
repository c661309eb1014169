import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listen, pathOf } from '../http.ts';
import { handleStripeJs } from '../stripe-js/pages.ts';
import { Account } from './account.ts';
import { handleApi, SECRET_KEY } from './api.ts';
import { createBrowserPayments, PUBLISHABLE_KEY } from './browser-payments.ts';
import { SandboxControl } from './control.ts';
import { handleCommand } from './control-commands.ts';
import { runUntil } from './due-steps.ts';
import { Faults } from './faults.ts';
import { Idempotency } from './idempotency.ts';
import { PLAN_PRICE_IDS, publishPlans, SAMPLE_COUPONS } from './plans.ts';
import { handlePortal } from './portal.pages.ts';
import { StateFile } from './state-file.ts';
import { WebhookSender } from './webhook-sender.ts';

const CLOCK_INTERVAL = 5000;

/** What the app needs to take payments here, by the names of its settings. */
export type PaymentCredentials = ReturnType<typeof credentialsOf>;

export interface SandboxPayments {
  credentials: PaymentCredentials;
  /** Scheme, host and port. */
  origin: string;
  control: SandboxControl;
  /** Writes the state file now, if there is one: the last thing a process can do. */
  save(): void;
  close(): Promise<void>;
}

interface PaymentOptions {
  /** 0 lets the system choose. */
  port: number;
  /** Where the app is: its webhook, and the only page that may frame the card form. */
  appUrl: string;
  /** Keeps everything here from one start to the next; without it, nothing is kept. */
  stateFile?: string;
  /** How its prices stand to tax, where the app has it computed. */
  tax?: 'added' | 'included' | undefined;
}

/**
 * A stateful sandbox for Stripe on loopback: the API as of the version the installed SDK pins, signed webhooks,
 * Stripe.js, the customer's portal, and below `/_sandbox` what tests need.
 * @throws the listening error (EADDRINUSE…)
 */
export async function startSandboxPayments(options: PaymentOptions): Promise<SandboxPayments> {
  const server = createServer();
  const port = await listen(server, options.port);
  const origin = `http://127.0.0.1:${port}`;
  const appOrigin = new URL(options.appUrl).origin;
  const account = new Account(origin);
  const stateFile = options.stateFile ? new StateFile(options.stateFile, account) : undefined;
  if (options.tax === 'included') account.taxBehavior = 'inclusive';
  publishPlans(account);
  const webhooks = new WebhookSender(account, `${appOrigin}/api/stripe/webhook`);
  account.onEvent = (event) => webhooks.send(event);
  const browser = createBrowserPayments(account, appOrigin);
  const parts = { account, webhooks, idempotency: new Idempotency(), faults: new Faults() };
  const control = new SandboxControl(parts, browser);

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => stateFile?.saveSoon());
    const path = pathOf(request);
    // Another name for this machine would be another origin, and a page of another site's name must not get in.
    if (request.headers.host !== `127.0.0.1:${port}`) response.writeHead(421).end();
    else if (path.startsWith('/v1/')) guard(response, handleApi(parts, request, response));
    else if (path.startsWith('/_sandbox')) guard(response, handleCommand(control, request, response));
    else if (path.startsWith('/portal/'))
      guard(response, handlePortal(account, appOrigin, request, response));
    else if (!handleStripeJs(request, response, browser))
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The sandbox has no such page.');
  });
  const clock = setInterval(() => runUntil(account, account.now()), CLOCK_INTERVAL);
  return {
    credentials: credentialsOf(account),
    origin,
    control,
    save: () => stateFile?.save(),
    close: async () => {
      clearInterval(clock);
      await webhooks.close();
      stateFile?.save();
      await closeServer(server);
    },
  };
}

function credentialsOf({ origin, webhookSecret }: Account) {
  return {
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_BASIC: PLAN_PRICE_IDS.basic,
    STRIPE_PRICE_ADVANCED: PLAN_PRICE_IDS.advanced,
    STRIPE_PRICE_PRO: PLAN_PRICE_IDS.pro,
    STRIPE_PROMOTION_CODES: 'true',
    STRIPE_STAY_COUPON: SAMPLE_COUPONS.stay,
    STRIPE_API_BASE: origin,
    STRIPE_JS_URL: `${origin}/endive/stripe.js`,
  };
}

/** A fault of ours ends the request, not the sandbox. */
function guard(response: ServerResponse, responding: Promise<void>): void {
  responding.catch((error: unknown) => {
    process.stderr.write(`The sandbox failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    response.destroy();
  });
}
