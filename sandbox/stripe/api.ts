import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicIntent } from './browser-payments.ts';
import { catchUp } from './clock.ts';
import { type ErrorBody, refused, StripeError, unauthorized } from './errors.ts';
import { render } from './expand.ts';
import type { Fault, Faults } from './faults.ts';
import { Params } from './form.ts';
import { readBody } from './http.ts';
import type { Idempotency } from './idempotency.ts';
import type { Problems } from './problems.ts';
import { findRoute, type Route, unmodelled } from './routes.ts';
import type { WebhookSender } from './webhook-sender.ts';
import { API_VERSION, type World } from './world.ts';

const MOST_BYTES = 256_000;

export interface ApiParts {
  world: World;
  keys: { secret: string; publishable: string };
  problems: Problems;
  idempotency: Idempotency;
  faults: Faults;
  webhooks: WebhookSender;
}

interface Call {
  route: Route;
  id: string;
  params: Params;
  isBrowser: boolean;
}

interface Answer {
  status: number;
  body: string;
  isReplayed?: boolean;
}

/** Everything below `/v1`: always JSON, also for what does not exist. */
export async function answerApi(
  parts: ApiParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = parts.world.store.newId('req');
  try {
    const answer = await work(parts, request, requestId);
    if (answer === undefined) return void response.destroy();
    send(response, requestId, answer);
  } catch (error) {
    send(response, requestId, errorAnswer(parts, request, error));
  }
}

function errorAnswer(parts: ApiParts, request: IncomingMessage, error: unknown): Answer {
  if (error instanceof StripeError) return { status: error.status, body: errorBody(error.body) };
  parts.problems.add(`${request.method} ${request.url?.split('?')[0]} failed: ${String(error)}`);
  return {
    status: 500,
    body: errorBody({ type: 'api_error', message: `The sandbox failed: ${String(error)}` }),
  };
}

/** @returns undefined when the answer is to get lost */
async function work(
  parts: ApiParts,
  request: IncomingMessage,
  requestId: string,
): Promise<Answer | undefined> {
  const { problems, idempotency, faults, webhooks } = parts;
  const url = new URL(request.url ?? '/', parts.world.origin);
  const body = await readBody(request, MOST_BYTES);
  await problems.ready();
  const wire = request.method === 'POST' ? body : url.search.slice(1);
  const params = Params.read(wire);
  const call = findCall(parts, request, url.pathname, params);
  const fault = faults.take(call.route.operation);
  if (fault?.kind === 'hang up') return undefined;
  const failure = fault?.kind === 'error' ? toldToFail(fault) : undefined;
  // Turned away at the door: no key remembers it.
  if (failure && failure.status < 500) throw failure;
  const key = request.method === 'POST' ? header(request, 'idempotency-key') : undefined;
  const replay = key && idempotency.begin(key, `${request.method} ${url.pathname}\n${wire}`);
  if (replay) return fault?.kind === 'lost' ? undefined : { ...replay, isReplayed: true };
  if (fault && fault.delay > 0) await sleep(fault.delay);
  const working = failure
    ? Promise.reject(failure)
    : perform(parts, call, wire, { id: requestId, idempotency_key: key ?? null });
  const answer = await working.catch((error: unknown) => {
    if (key && error instanceof StripeError && error.isValidation) idempotency.forget(key);
    else if (key) idempotency.keep(key, errorAnswer(parts, request, error));
    throw error;
  });
  await webhooks.sendBeforeAnswer();
  if (key) idempotency.keep(key, answer);
  return fault?.kind === 'lost' ? undefined : answer;
}

function toldToFail({ status }: Fault): StripeError {
  const type = status === 429 ? 'invalid_request_error' : 'api_error';
  return new StripeError(status, { type, message: 'The sandbox was told to fail.' });
}

function findCall(parts: ApiParts, request: IncomingMessage, path: string, params: Params): Call {
  const isBrowser = authenticate(parts, request);
  const found = findRoute(request.method ?? 'GET', path);
  if (!found) {
    parts.problems.add(`request ${request.method} ${path}: the sandbox does not know it`);
    throw new StripeError(
      404,
      { type: 'invalid_request_error', message: `Unrecognized request URL (${request.method}: ${path}).` },
      true,
    );
  }
  if (isBrowser) assertOwnSecret(parts.world, found.route, found.id, params);
  return { ...found, params, isBrowser };
}

/** @returns whether it came with the publishable key */
function authenticate(parts: ApiParts, request: IncomingMessage): boolean {
  const authorization = header(request, 'authorization') ?? '';
  const key = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  if (!key) throw unauthorized('You did not provide an API key.');
  if (key === parts.keys.publishable) return true;
  if (key !== parts.keys.secret)
    throw unauthorized('Invalid API Key provided: the sandbox takes only its own.');
  const version = header(request, 'stripe-version');
  if (version !== API_VERSION) {
    parts.problems.add(`request: Stripe-Version ${version} instead of ${API_VERSION}`);
    throw refused(`The sandbox is a model of version ${API_VERSION}, not of ${version}.`);
  }
  return false;
}

/** A publishable key opens what its client secret is for. */
function assertOwnSecret(world: World, route: Route, id: string, params: Params): void {
  if (!route.isForBrowsers) throw unauthorized('This API call cannot be made with a publishable API key.');
  const { paymentIntents, setupIntents } = world.store.tables;
  const intent = paymentIntents.find(id) ?? setupIntents.find(id);
  if (intent && params.text('client_secret') === intent.client_secret) return;
  throw new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such intent: '${id}'`,
    param: 'intent',
  });
}

async function perform(
  parts: ApiParts,
  { route, id, params, isBrowser }: Call,
  wire: string,
  cause: World['cause'],
): Promise<Answer> {
  const { world, problems } = parts;
  assertFits(problems, route, params, isBrowser ? undefined : wire);
  catchUp(world);
  world.cause = cause;
  try {
    const object = route.run(world, params, id);
    const rendered = isBrowser ? publicIntent(object) : render(world, object, params.texts('expand'));
    const body = JSON.stringify(rendered, null, 2);
    if (!isBrowser) problems.checkAnswer(route.operation, answerType(route, rendered), JSON.parse(body));
    return { status: 200, body };
  } finally {
    world.cause = { id: null, idempotency_key: null };
  }
}

/** A customer that is gone is an object of its own. */
function answerType(route: Route, rendered: Record<string, unknown>): string {
  return route.answer === 'Customer' && rendered['deleted'] === true ? 'DeletedCustomer' : route.answer;
}

function assertFits(problems: Problems, route: Route, params: Params, wire: string | undefined): void {
  const faults = wire === undefined ? [] : problems.checkRequest(route.operation, wire);
  if (faults.length > 0) {
    throw new StripeError(400, { type: 'invalid_request_error', message: faults.join('; ') }, true);
  }
  const [unknown] = unmodelled(route, params);
  if (unknown === undefined) return;
  problems.add(`request ${route.operation}: the sandbox does not model ${unknown}`);
  throw new StripeError(
    400,
    {
      type: 'invalid_request_error',
      code: 'parameter_unknown',
      message: `Received unknown parameter: ${unknown} (the sandbox does not model it).`,
      param: unknown,
    },
    true,
  );
}

function send(response: ServerResponse, requestId: string, { status, body, isReplayed }: Answer): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': requestId,
      'stripe-version': API_VERSION,
      ...(isReplayed ? { 'idempotent-replayed': 'true' } : {}),
    })
    .end(body);
}

function errorBody(error: ErrorBody): string {
  return JSON.stringify({ error }, null, 2);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
