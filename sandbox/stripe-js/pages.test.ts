import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleStripeJs } from './pages.ts';
import { FakePayments } from './testing/fake-payments.ts';

const APP = 'http://127.0.0.1:3000';

let server: Server;
let payments: FakePayments;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (!handleStripeJs(request, response, payments)) response.writeHead(418).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  payments = new FakePayments({ origin: `http://127.0.0.1:${port}`, appOrigin: APP });
});

afterAll(() => {
  server.close();
});

function post(ask: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${payments.origin}/elements/${ask}`, {
    method: 'POST',
    headers: { origin: payments.origin, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const access = () => ({ key: payments.publishableKey, clientSecret: payments.create() });
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' };

describe('what browsers fetch', () => {
  it('is a script that runs by itself', async () => {
    const response = await fetch(`${payments.origin}/endive/stripe.js?advancedFraudSignals=false`);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const code = await response.text();
    expect(code).not.toMatch(/^(import|export) /m);
    const page: Record<string, unknown> = { location: { origin: APP } };
    new Function('window', code)(page);
    const Stripe = page['Stripe'] as ((key: string) => Record<string, () => void>) & { version: string };
    expect(Stripe.version).toBe('endive');
    expect(() => Stripe('pk_live_1')).toThrow('begins with pk_test_');
    expect(() => Stripe('pk_test_1')['confirmCardPayment']?.()).toThrow('stripe.confirmCardPayment()');
  });

  it.each(['card', 'bank', 'controller'])('is the %s page, for frames of the app alone', async (name) => {
    const response = await fetch(`${payments.origin}/elements/${name}`);
    expect(response.headers.get('content-security-policy')).toContain(`frame-ancestors ${APP}`);
    const html = await response.text();
    expect(html).not.toMatch(/ style=|<style|<script(?! defer src="\/elements\/)/);
    const [, script = ''] = /src="([^"]+)"/.exec(html) ?? [];
    const code = await (await fetch(payments.origin + script)).text();
    expect(code).toContain('postMessage');
    expect(code).not.toMatch(/^(import|export) /m);
  });

  it('is nothing else', async () => {
    expect((await fetch(`${payments.origin}/sandbox.css`)).status).toBe(200);
    expect((await fetch(`${payments.origin}/elements/../pages.ts`)).status).toBe(418);
    expect((await fetch(`${payments.origin}/elements/card-rules.test.js`)).status).toBe(404);
    expect((await fetch(`${payments.origin}/elements/constructor`)).status).toBe(404);
    expect((await fetch(`${payments.origin}/v1/customers`)).status).toBe(418);
  });
});

describe('what the frames ask', () => {
  it('is answered to them', async () => {
    const { key, clientSecret } = access();
    const read = await post('read', { key, clientSecret });
    expect(await read.json()).toMatchObject({ intent: { client_secret: clientSecret } });
    const paid = await post('confirm', { key, clientSecret, card: CARD });
    expect(await paid.json()).toMatchObject({ intent: { status: 'succeeded' } });
  });

  it('is refused to other pages', async () => {
    expect((await post('confirm', access(), { origin: APP })).status).toBe(403);
    expect((await post('confirm', access(), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('confirm', '{')).status).toBe(400);
    expect((await post('confirm', 'x'.repeat(10_001))).status).toBe(413);
  });

  it.each([
    ['read', { key: 'pk_test_other' }, 'Invalid API Key provided.'],
    ['read', { clientSecret: 5 }, 'Invalid clientSecret.'],
    ['read', { clientSecret: 'pi_0_secret_x' }, 'No such payment_intent.'],
    ['confirm', {}, 'Invalid card.'],
    ['confirm', { card: { ...CARD, expMonth: 13 } }, 'Invalid card.expMonth.'],
    ['confirm', { card: { ...CARD, number: '4242 4242' } }, 'Invalid card.number.'],
    ['authenticate', { outcome: 'perhaps' }, 'Invalid outcome.'],
    ['toString', {}, 'Invalid ask.'],
  ])('%s with %j is an error', async (ask, change, message) => {
    const response = await post(ask, { ...access(), ...change });
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', message } });
  });
});
