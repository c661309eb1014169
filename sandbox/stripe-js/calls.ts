import type { BrowserError, BrowserPayments, CardInput, IntentAnswer } from '../stripe/browser.ts';

/** What a frame sends; from a browser, so nothing of it is believed. */
type Body = Record<string, unknown>;

const OUTCOMES = ['succeeded', 'failed', 'canceled'] as const;

/** What the frames ask the sandbox. @returns undefined for a path that is no call */
export function answerCall(payments: BrowserPayments, path: string, body: unknown): IntentAnswer | undefined {
  const call = CALLS[path];
  if (!call) return undefined;
  if (typeof body !== 'object' || body === null)
    return { error: badRequest('The body has to be an object.') };
  const given = { ...body } as Body;
  if (given['key'] !== payments.publishableKey) {
    return { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } };
  }
  const { clientSecret } = given;
  if (typeof clientSecret !== 'string')
    return { error: badRequest('Missing client secret.', 'client_secret') };
  return call(payments, clientSecret, given);
}

const CALLS: Record<string, (payments: BrowserPayments, clientSecret: string, body: Body) => IntentAnswer> = {
  '/elements/read': (payments, clientSecret) => payments.readIntent(clientSecret),
  '/elements/confirm': (payments, clientSecret, body) => {
    const card = readCard(body['card']);
    return card
      ? payments.confirmIntent(clientSecret, card)
      : { error: badRequest('Invalid card.', 'payment_method_data[card]') };
  },
  '/elements/authenticate': (payments, clientSecret, body) => {
    const outcome = OUTCOMES.find((known) => known === body['outcome']);
    return outcome
      ? payments.completeAuthentication(clientSecret, outcome)
      : { error: badRequest('Invalid outcome.', 'outcome') };
  },
};

function readCard(card: unknown): CardInput | undefined {
  if (typeof card !== 'object' || card === null) return undefined;
  const { number, expMonth, expYear, cvc } = card as Body;
  const isWell =
    typeof number === 'string' &&
    /^\d{12,19}$/.test(number) &&
    typeof cvc === 'string' &&
    /^\d{3,4}$/.test(cvc) &&
    isWholeNumber(expMonth, 1, 12) &&
    isWholeNumber(expYear, 2000, 2100);
  return isWell ? { number, cvc, expMonth, expYear } : undefined;
}

function isWholeNumber(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

function badRequest(message: string, param?: string): BrowserError {
  return { type: 'invalid_request_error', message, ...(param ? { param } : {}) };
}
