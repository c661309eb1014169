import type { IncomingMessage, ServerResponse } from 'node:http';
import { readStyles } from '../html.ts';
import { BodyTooLargeError, pathOf, readBody } from '../http.ts';
import type { BrowserPayments } from '../stripe/browser-payments.ts';
import { runCall } from './calls.ts';
import { bankPage, cardPage, controllerPage } from './frame-pages.ts';
import { frameScript, pageScript } from './scripts.ts';

const MAX_BYTES = 10_000;

const PAGES: Record<string, (appOrigin: string) => string> = {
  '/elements/card': cardPage,
  '/elements/bank': bankPage,
  '/elements/controller': controllerPage,
};

const TYPES = { script: 'text/javascript', styles: 'text/css', html: 'text/html', json: 'application/json' };

interface FileResponse {
  status: number;
  type: keyof typeof TYPES;
  body: string;
}

/**
 * The browser's half of the sandbox: `/endive/stripe.js`, the frames it opens below `/elements/`, and what they ask.
 * @returns whether the request is one of these; it is then answered, now or soon
 */
export function handleStripeJs(
  request: IncomingMessage,
  response: ServerResponse,
  payments: BrowserPayments,
): boolean {
  const path = pathOf(request);
  if (path !== '/endive/stripe.js' && !path.startsWith('/elements/')) return false;
  const responding = request.method === 'POST' ? post(request, path, payments) : get(path, payments);
  responding
    .catch((error: unknown) => failure(error instanceof BodyTooLargeError ? 413 : 500, String(error)))
    .then(({ status, type, body }) => {
      response
        .writeHead(status, {
          ...headers(payments.appOrigin),
          'content-type': `${TYPES[type]}; charset=utf-8`,
        })
        .end(body);
    });
  return true;
}

async function get(path: string, { origin, appOrigin }: BrowserPayments): Promise<FileResponse> {
  const found = (type: FileResponse['type'], body: string): FileResponse => ({ status: 200, type, body });
  if (path === '/endive/stripe.js') return found('script', await pageScript({ origin, appOrigin }));
  if (path === '/elements/frame.css') return found('styles', await readStyles());
  const page = PAGES[path];
  if (page) return found('html', page(appOrigin));
  const script = await frameScript(/^\/elements\/(\w+)\.js$/.exec(path)?.[1] ?? '');
  return script === undefined ? failure(404, 'There is no such page.') : found('script', script);
}

/** Only from a frame of this origin: no other page may pay with a secret it came by. */
async function post(
  request: IncomingMessage,
  path: string,
  payments: BrowserPayments,
): Promise<FileResponse> {
  if (request.headers.origin !== payments.origin)
    return failure(403, 'Only the sandbox’s own frames may ask.');
  if (request.headers['content-type'] !== 'application/json') return failure(415, 'Send JSON.');
  const text = await readBody(request, MAX_BYTES);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return failure(400, 'The body is not JSON.');
  }
  return {
    status: 200,
    type: 'json',
    body: JSON.stringify(runCall(payments, path.replace('/elements/', ''), body)),
  };
}

function failure(status: number, message: string): FileResponse {
  const error = { type: status === 500 ? 'api_error' : 'invalid_request_error', message };
  return { status, type: 'json', body: JSON.stringify({ error }) };
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
