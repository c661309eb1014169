import type { IncomingMessage, ServerResponse } from 'node:http';
import { readStyles } from '../html.ts';
import { BodyTooLargeError, pathOf, readBody } from '../http.ts';
import type { BrowserPayments } from '../stripe/browser-payments.ts';
import { runCall } from './calls.ts';
import { FRAME_PAGES } from './frame-pages.ts';
import { browserScript } from './scripts.ts';

const MAX_BYTES = 10_000;

interface Answer {
  status?: number;
  type: 'text/javascript' | 'text/css' | 'text/html' | 'application/json';
  body: string;
}

/**
 * The browser's half of the sandbox: `/endive/stripe.js`, the frames it opens below `/elements/`, their styles, and what they
 * ask.
 * @returns whether the request is one of these; it is then answered, now or soon
 */
export function handleStripeJs(
  request: IncomingMessage,
  response: ServerResponse,
  payments: BrowserPayments,
): boolean {
  const path = pathOf(request);
  if (!/^\/(?:endive\/stripe\.js$|sandbox\.css$|elements\/)/.test(path)) return false;
  const answering = request.method === 'POST' ? post(request, path, payments) : get(path, payments);
  answering
    .catch((error: unknown) => failure(error instanceof BodyTooLargeError ? 413 : 500, String(error)))
    .then(({ status = 200, type, body }) => {
      response
        .writeHead(status, { ...headers(payments.appOrigin), 'content-type': `${type}; charset=utf-8` })
        .end(body);
    });
  return true;
}

async function get(path: string, { origin, appOrigin }: BrowserPayments): Promise<Answer> {
  if (path === '/sandbox.css') return { type: 'text/css', body: await readStyles() };
  const page = FRAME_PAGES.get(path.replace('/elements/', ''));
  if (page) return { type: 'text/html', body: page(appOrigin) };
  const script = await browserScript(path, { origin, appOrigin });
  return script === undefined
    ? failure(404, 'There is no such page.')
    : { type: 'text/javascript', body: script };
}

/** Only from a frame of this origin: no other page may pay with a secret it came by. */
async function post(request: IncomingMessage, path: string, payments: BrowserPayments): Promise<Answer> {
  if (request.headers.origin !== payments.origin)
    return failure(403, 'Only the sandbox’s own frames may ask.');
  if (request.headers['content-type'] !== 'application/json') return failure(415, 'Send JSON.');
  const text = await readBody(request, MAX_BYTES);
  try {
    const result = runCall(payments, path.replace('/elements/', ''), JSON.parse(text));
    return { type: 'application/json', body: JSON.stringify(result) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return failure(400, 'The body is not JSON.');
  }
}

function failure(status: number, message: string): Answer {
  const error = { type: status === 500 ? 'api_error' : 'invalid_request_error', message };
  return { status, type: 'application/json', body: JSON.stringify({ error }) };
}

function headers(appOrigin: string): Record<string, string> {
  return {
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors ${appOrigin}`,
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}
