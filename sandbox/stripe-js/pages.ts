import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrowserPayments } from '../stripe/browser.ts';
import { answerCall } from './calls.ts';
import { bankPage, cardPage, controllerPage } from './frame-pages.ts';
import { frameScript, frameStyles, pageScript } from './scripts.ts';

const MOST_BYTES = 10_000;

const PAGES: Record<string, (appOrigin: string) => string> = {
  '/elements/card': cardPage,
  '/elements/bank': bankPage,
  '/elements/controller': controllerPage,
};

const TYPES = {
  script: 'text/javascript; charset=utf-8',
  styles: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

interface Answer {
  status: number;
  type: string;
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
  const path = request.url?.split('?')[0] ?? '/';
  if (path !== '/endive/stripe.js' && !path.startsWith('/elements/')) return false;
  const answering = request.method === 'POST' ? post(request, path, payments) : get(path, payments);
  answering
    .catch((error: unknown) => failure(500, error instanceof Error ? error.message : String(error)))
    .then(({ status, type, body }) => {
      response.writeHead(status, { ...headers(payments.appOrigin), 'content-type': type }).end(body);
    });
  return true;
}

async function get(path: string, { origin, appOrigin }: BrowserPayments): Promise<Answer> {
  if (path === '/endive/stripe.js') return found(TYPES.script, await pageScript({ origin, appOrigin }));
  if (path === '/elements/frame.css') return found(TYPES.styles, await frameStyles());
  const page = PAGES[path];
  if (page) return found(TYPES.html, page(appOrigin));
  const script = await frameScript(path.slice('/elements/'.length));
  return script === undefined ? failure(404, 'There is no such page.') : found(TYPES.script, script);
}

/** Only from a frame of this origin: no other page may pay with a secret it came by. */
async function post(request: IncomingMessage, path: string, payments: BrowserPayments): Promise<Answer> {
  if (request.headers.origin !== payments.origin)
    return failure(403, 'Only the sandbox’s own frames may ask.');
  if (request.headers['content-type'] !== 'application/json') return failure(415, 'Send JSON.');
  const text = await readBody(request);
  if (text === undefined) return failure(413, 'The body is too large.');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return failure(400, 'The body is not JSON.');
  }
  const answer = answerCall(payments, path, body);
  return answer ? found(TYPES.json, JSON.stringify(answer)) : failure(404, 'There is no such call.');
}

/** @returns undefined when it is too large */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function found(type: string, body: string): Answer {
  return { status: 200, type, body };
}

function failure(status: number, message: string): Answer {
  const error = { type: status === 500 ? 'api_error' : 'invalid_request_error', message };
  return { status, type: TYPES.json, body: JSON.stringify({ error }) };
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
