// The provider's own pages for a customer: what the app opens them for, invoices and another card.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf, readBody, sendPage } from '../http.ts';
import { readCard } from '../stripe-js/frames/card-rules.ts';
import type { Account } from './account.ts';
import { attachPaymentMethod, authorize, newCard } from './cards.ts';
import { runUntil } from './due-steps.ts';
import { refused, StripeError } from './errors.ts';
import { bankPage, cardPage, homePage, missingPage, receiptPage } from './portal.html.ts';
import { receiptPdf } from './receipt-pdf.ts';
import type { PaymentMethod, PortalSession } from './records.ts';
import { hasEnded } from './subscription-state.ts';

const MAX_BYTES = 10_000;
const SESSION_SECONDS = 3600;

interface Visit {
  account: Account;
  session: PortalSession;
  /** Of the session's pages; no slash at the end. */
  path: string;
  form: URLSearchParams;
}

type Outcome = { location: string } | { pdf: Buffer } | { html: string; status?: number };

const MISSING = { html: missingPage(), status: 404 };

/** Everything below `/portal`. */
export async function handlePortal(
  account: Account,
  appOrigin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, , secret = '', ...rest] = pathOf(request).split('/');
  const outcome = await visit(account, request, secret, rest.join('/')).catch((error: unknown): Outcome => {
    if (error instanceof StripeError) return { html: missingPage(), status: error.status };
    throw error;
  });
  if ('html' in outcome) sendPage(response, appOrigin, outcome.html, outcome.status);
  else if ('pdf' in outcome) response.setHeader('content-type', 'application/pdf').end(outcome.pdf);
  else response.writeHead(303, { location: outcome.location, 'cache-control': 'no-store' }).end();
}

async function visit(
  account: Account,
  request: IncomingMessage,
  secret: string,
  action: string,
): Promise<Outcome> {
  runUntil(account, account.now());
  if (secret === 'receipts') {
    const url = `${account.origin}/portal/receipts/${action}`;
    const [invoice] = account.tables.invoices.where((one) =>
      [one.hosted_invoice_url, one.invoice_pdf].includes(url),
    );
    if (!invoice) return MISSING;
    return url === invoice.invoice_pdf ? { pdf: receiptPdf(invoice) } : { html: receiptPage(invoice) };
  }
  const path = `/portal/${secret}`;
  const session = account.tables.portalSessions
    .all()
    .find(({ url, created }) => url === account.origin + path && created + SESSION_SECONDS > account.now());
  if (!session) return MISSING;
  if (request.method !== 'POST') {
    const isCard = action === 'card' || (action === '' && session.flow !== null);
    return { html: isCard ? cardPage(path, session) : home({ account, session, path }) };
  }
  // A form of another site must not act for the customer.
  if (request.headers.origin !== account.origin) return { html: missingPage(), status: 403 };
  const form = new URLSearchParams(await readBody(request, MAX_BYTES));
  return ACTIONS[action]?.({ account, session, path, form }) ?? MISSING;
}

function home({ account, session, path }: Omit<Visit, 'form'>): string {
  const { customers, invoices } = account.tables;
  const customer = customers.require(session.customer);
  return homePage({
    path,
    session,
    customer,
    card: cardOf(account, session),
    taxId: takesTaxId(account, session) ? (account.internals.taxIdOfCustomer[customer.id] ?? '') : undefined,
    invoices: invoices.where((found) => found.customer === customer.id && found.status !== 'draft').reverse(),
  });
}

/** The card these pages show: the customer's own, else the one a subscription is charged to. */
function cardOf({ tables }: Account, { customer: id }: PortalSession): PaymentMethod | undefined {
  const { customers, paymentMethods, subscriptions } = tables;
  const [live] = subscriptions.where((found) => found.customer === id && !hasEnded(found));
  const own = customers.find(id)?.invoice_settings.default_payment_method;
  return paymentMethods.find(own) ?? paymentMethods.find(live?.default_payment_method);
}

/** As the seller's configuration has it; the account's own takes one. */
const takesTaxId = ({ tables }: Account, { configuration }: PortalSession): boolean => {
  const update = tables.portals.find(configuration)?.features.customer_update;
  return !update || (update.enabled && update.allowed_updates.includes('tax_id'));
};

function setTaxId({ account, session, path, form }: Visit): Outcome {
  if (!takesTaxId(account, session)) return MISSING;
  const taxId = field(form, 'tax_id').trim();
  if (taxId === '') delete account.internals.taxIdOfCustomer[session.customer];
  else account.internals.taxIdOfCustomer[session.customer] = taxId;
  return { location: path };
}

const ACTIONS: Record<string, (visit: Visit) => Outcome> = {
  'tax-id': setTaxId,
  card: changeCard,
  bank: finishCardChange,
};

function changeCard(visit: Visit): Outcome {
  const { account, session, path, form } = visit;
  const values = { number: field(form, 'number'), expiry: field(form, 'expiry'), cvc: field(form, 'cvc') };
  const { card, wrong } = readCard(values, new Date(account.now() * 1000));
  if (!card) return { html: cardPage(path, session, wrong.message), status: 402 };
  const method = newCard(account, card);
  const verdict = authorize(method, 'save');
  if (verdict === 'approve') return setCard(visit, method);
  if (verdict !== 'authenticate') return { html: cardPage(path, session, verdict.message), status: 402 };
  method.customer = session.customer;
  return { html: bankPage(`${path}/bank`, method.id) };
}

const field = (form: URLSearchParams, name: string) => form.get(name) ?? '';

function finishCardChange(visit: Visit): Outcome {
  const { account, session, path, form } = visit;
  const method = account.tables.paymentMethods.require(field(form, 'id'));
  if (method.customer !== session.customer) throw refused('This is not your card.');
  if (field(form, 'outcome') === 'succeeded') return setCard(visit, method);
  return { html: cardPage(path, session, 'Your bank did not confirm this card.'), status: 402 };
}

/** For the customer alone, as at Stripe: a subscription with a card of its own goes on being charged to that. */
function setCard({ account, session, path }: Visit, method: PaymentMethod): Outcome {
  attachPaymentMethod(method, session.customer);
  const customer = account.tables.customers.require(session.customer);
  account.change(customer, { invoice_settings: { default_payment_method: method.id } });
  return { location: session.flow ? session.return_url : path };
}
