// The provider's own pages for a customer: invoices, another card, cancelling.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkCard, newCardMethod } from './cards.ts';
import { catchUp } from './clock.ts';
import { refused, StripeError } from './errors.ts';
import { readBody } from './http.ts';
import { finishAuthentication, payInvoice } from './pay.ts';
import { bankPage, cancelPage, cardPage, invoicePage, missingPage, portalPage } from './portal-html.ts';
import { SESSION_SECONDS } from './portal-sessions.ts';
import type { PortalSession, Subscription } from './records.ts';
import { finishSetupAuthentication, newSetupIntent, saveCard } from './setup-intents.ts';
import { hasEnded } from './subscription-state.ts';
import { lastPeriodEnd, scheduleEnd } from './subscription-update.ts';
import type { World } from './world.ts';

const MOST_BYTES = 10_000;

interface Visit {
  world: World;
  session: PortalSession;
  /** Of the session's pages; no slash at the end. */
  path: string;
  form: URLSearchParams;
}

/** Where to go on, or what to show. */
type Outcome = { location: string } | { html: string; status?: number };

/** @returns whether the request was for one of these pages; then it is answered, now or soon */
export function handlePortal(
  world: World,
  appOrigin: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [, place, name = '', action = ''] = (request.url ?? '/').split('?')[0]?.split('/') ?? [];
  if (place !== 'portal' && place !== 'invoice') return false;
  const answer = place === 'invoice' ? showInvoice(world, name) : visit(world, request, name, action);
  answer
    .catch((error: unknown): Outcome => {
      if (error instanceof StripeError) return { html: missingPage(), status: error.status };
      throw error;
    })
    .then((outcome) => send(response, appOrigin, outcome))
    .catch(() => response.destroy());
  return true;
}

async function showInvoice(world: World, id: string): Promise<Outcome> {
  return { html: invoicePage(world.store.tables.invoices.require(id)) };
}

async function visit(
  world: World,
  request: IncomingMessage,
  secret: string,
  action: string,
): Promise<Outcome> {
  catchUp(world);
  const url = `${world.origin}/portal/${secret}`;
  const session = world.store.tables.portalSessions
    .all()
    .find((found) => found.url === url && found.created + SESSION_SECONDS > world.now());
  if (!session) return { html: missingPage(), status: 404 };
  const isPost = request.method === 'POST';
  // A form of another site must not act for whoever is here.
  if (isPost && request.headers.origin !== world.origin) return { html: missingPage(), status: 403 };
  const form = new URLSearchParams(isPost ? await readBody(request, MOST_BYTES) : '');
  const path = `/portal/${secret}`;
  const here: Visit = { world, session, path, form };
  if (!isPost) return show(here, action);
  const act = ACTIONS[action];
  return act ? act(here) : { html: missingPage(), status: 404 };
}

function show(here: Visit, action: string): Outcome {
  const { world, session, path } = here;
  const { flow } = session;
  if (action === 'card' || (action === '' && flow?.type === 'payment_method_update')) {
    return { html: cardPage({ path, session }) };
  }
  const cancelled = world.store.tables.subscriptions.find(flow?.subscription_cancel?.subscription);
  if (action === '' && cancelled) return { html: cancelPage(path, session, cancelled) };
  return { html: home(here) };
}

function home({ world, session, path }: Visit, notice?: string): string {
  const { customers, invoices, paymentMethods, subscriptions } = world.store.tables;
  const customer = customers.require(session.customer);
  const live = subscriptions.where((found) => found.customer === customer.id && !hasEnded(found));
  const cardId = live[0]?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return portalPage({
    path,
    session,
    customer,
    card: paymentMethods.find(cardId),
    subscriptions: live,
    invoices: invoices.where((found) => found.customer === customer.id && found.status !== 'draft').reverse(),
    notice,
  });
}

const ACTIONS: Record<string, (here: Visit) => Outcome> = {
  card: changeCard,
  bank: answerBank,
  cancel: (here) => setEnd(here, (subscription) => lastPeriodEnd(subscription)),
  resume: (here) => setEnd(here, () => null),
  pay: payNow,
};

/** The pages set only `cancel_at`: whoever reads only `cancel_at_period_end` misses it. */
function setEnd(here: Visit, endOf: (subscription: Subscription) => number | null): Outcome {
  const { world, session, form } = here;
  const subscription = world.store.tables.subscriptions.require(form.get('subscription') ?? '');
  if (subscription.customer !== session.customer || hasEnded(subscription)) {
    throw refused('This subscription cannot be cancelled here.');
  }
  world.change(subscription, 'customer.subscription.updated', (changed) => {
    scheduleEnd(changed, endOf(changed), false, world.now(changed.test_clock));
  });
  return done(here);
}

function changeCard(here: Visit): Outcome {
  const { world, session, path, form } = here;
  const [month = '', year = ''] = (form.get('expiry') ?? '').split('/').map((part) => part.trim());
  const now = world.nowFor(session.customer);
  const input = {
    number: (form.get('number') ?? '').replaceAll(/[\s-]/g, ''),
    expMonth: Number(month),
    expYear: year.length === 2 ? 2000 + Number(year) : Number(year),
    cvc: form.get('cvc') ?? '',
  };
  try {
    checkCard(input, now);
    const setup = newSetupIntent(world, { customer: session.customer, metadata: {}, usage: 'off_session' });
    saveCard(world, setup, newCardMethod(world, input, now));
    if (setup.status === 'requires_action') return { html: bankPage(path, setup.id) };
    return payWithCard(here, setup.payment_method ?? '');
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { html: cardPage({ path, session, problem: error.message }), status: 402 };
  }
}

/** From now on it pays for everything of the customer. */
function payWithCard(here: Visit, method: string): Outcome {
  const { world, session } = here;
  const { customers, subscriptions } = world.store.tables;
  world.change(customers.require(session.customer), 'customer.updated', (changed) => {
    changed.invoice_settings.default_payment_method = method;
  });
  for (const subscription of subscriptions.where((found) => found.customer === session.customer)) {
    if (hasEnded(subscription)) continue;
    world.change(subscription, 'customer.subscription.updated', (changed) => {
      changed.default_payment_method = method;
    });
  }
  return done(here);
}

function payNow(here: Visit): Outcome {
  const { world, session, path, form } = here;
  const invoice = world.store.tables.invoices.require(form.get('invoice') ?? '');
  if (invoice.customer !== session.customer) throw refused('This is not your invoice.');
  try {
    payInvoice(world, invoice, { method: undefined, use: 'pay' });
    return { location: path };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const intent = error.body.payment_intent;
    if (intent?.['status'] === 'requires_action') return { html: bankPage(path, String(intent['id'])) };
    return { html: home(here, error.message), status: 402 };
  }
}

function answerBank(here: Visit): Outcome {
  const { world, session, path, form } = here;
  const { paymentIntents, setupIntents } = world.store.tables;
  const isPassed = form.get('outcome') === 'succeeded';
  const id = form.get('intent') ?? '';
  const setup = setupIntents.find(id);
  const payment = paymentIntents.find(id);
  if ((setup ?? payment)?.customer !== session.customer) throw refused('This is not your payment.');
  try {
    if (payment) finishAuthentication(world, payment, isPassed);
    if (setup)
      return payWithCard(here, finishSetupAuthentication(world, setup, isPassed).payment_method ?? '');
    return { location: path };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const html = setup ? cardPage({ path, session, problem: error.message }) : home(here, error.message);
    return { html, status: 402 };
  }
}

/** A flow leads back to where it was begun, if it was told where; anything else to the customer's page. */
function done({ session, path }: Visit): Outcome {
  const back = session.flow?.after_completion.redirect?.return_url;
  const isFlow = session.flow !== null;
  return { location: back ?? (isFlow && session.return_url ? session.return_url : path) };
}

function send(response: ServerResponse, appOrigin: string, outcome: Outcome): void {
  if ('location' in outcome) {
    response.writeHead(303, { location: outcome.location, 'cache-control': 'no-store' }).end();
    return;
  }
  response
    .writeHead(outcome.status ?? 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self' ${appOrigin}; frame-ancestors 'none'; base-uri 'none'`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // The address opens the page to whoever has it. Not "no-referrer": forms must still say their origin.
      'referrer-policy': 'same-origin',
    })
    .end(outcome.html);
}
