import { createServer } from 'node:http';
import Stripe from 'stripe';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { closeServer, listen } from '../http.ts';
import { refusal, startTestSandbox, subscribeAndPay, type TestSandbox } from './testing/sandbox.ts';

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

/** As the app bills an order. */
async function bill(amount = 9900) {
  const { stripe } = sandbox;
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
  const { id: invoice } = await stripe.invoices.create({
    customer,
    currency: 'usd',
    auto_advance: false,
    collection_method: 'charge_automatically',
    pending_invoice_items_behavior: 'exclude',
    payment_settings: { payment_method_types: ['card'] },
    metadata: { orderId: 'one' },
  });
  const item = { customer, invoice, amount, currency: 'usd', description: 'A prompt', discountable: false };
  await stripe.invoiceItems.create(item);
  return await stripe.invoices.finalizeInvoice(invoice, {
    auto_advance: false,
    expand: ['confirmation_secret', 'payments'],
  });
}

test('an invoice without a subscription is paid by its own payment, and nobody collects it', async () => {
  const made = await bill();
  expect(made).toMatchObject({
    status: 'open',
    amount_due: 9900,
    parent: null,
    metadata: { orderId: 'one' },
  });
  sandbox.control.advance({ seconds: 40 * 86_400 });
  expect((await sandbox.stripe.invoices.retrieve(made.id)).status).toBe('open');
  sandbox.control.confirm(made.confirmation_secret?.client_secret ?? '', '4242424242424242');
  expect((await sandbox.stripe.invoices.retrieve(made.id)).status).toBe('paid');
  expect(await (await fetch(made.hosted_invoice_url ?? '')).text()).toContain('99.00 USD · paid');
  const pdf = await fetch(made.invoice_pdf ?? '');
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(await pdf.text()).toMatch(/^%PDF-1\.4.*A prompt: 99\.00 USD.*%%EOF\n$/s);
});

test('a credit note gives the money back, once', async () => {
  const { stripe, control, prices } = sandbox;
  const { invoice } = await subscribeAndPay(sandbox, prices.pro);
  const note = { invoice, amount: 999, refund_amount: 999 };
  expect(await stripe.creditNotes.create(note)).toMatchObject({ status: 'issued', post_payment_amount: 999 });
  expect(await stripe.invoices.retrieve(invoice)).toMatchObject({
    status: 'paid',
    post_payment_credit_notes_amount: 999,
  });
  expect(control.tables.charges.all()).toMatchObject([{ refunded: true, amount_refunded: 999 }]);
  expect((await refusal(stripe.creditNotes.create(note))).statusCode).toBe(400);
  const open = await bill();
  const early = { invoice: open.id, amount: 9900, refund_amount: 9900 };
  expect((await refusal(stripe.creditNotes.create(early))).statusCode).toBe(400);
});

test('endpoints made by setup get the events they name, signed with the secret shown once', async () => {
  const { stripe, control } = sandbox;
  const bodies: { body: string; signature: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const text of request.setEncoding('utf8')) body += text;
    bodies.push({ body, signature: String(request.headers['stripe-signature']) });
    response.end();
  });
  const url = `http://127.0.0.1:${await listen(server, 0)}/hook`;
  const { secret } = await stripe.webhookEndpoints.create({
    url,
    api_version: Stripe.API_VERSION,
    enabled_events: ['invoice.paid'],
  });
  await subscribeAndPay(sandbox, sandbox.prices.basic);
  await control.webhooks.settled();
  const events = bodies.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature, secret ?? ''),
  );
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['invoice.paid']));
  expect((await sandbox.events()).map(({ type }) => type)).toContain('customer.subscription.created');
  await closeServer(server);
});
