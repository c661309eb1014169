import type { IncomingMessage, ServerResponse } from 'node:http';
import qs from 'qs';
import { BodyTooLargeError, pathOf, readBody } from '../http.ts';
import { type Account, API_VERSION } from './account.ts';
import { runUntil } from './due-steps.ts';
import { refused, StripeError } from './errors.ts';
import type { Faults } from './faults.ts';
import type { ApiResult, Idempotency } from './idempotency.ts';
import type { Route } from './route.ts';
import { findRoute } from './routes.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** No secret: it opens nothing but this sandbox, which only this machine reaches. */
export const SECRET_KEY = 'sk_test_sandbox_this_is_not_a_secret';

const MAX_BYTES = 256_000;

/** Longer than any list we send. */
const MAX_ITEMS = 100;

export interface ApiParts {
  account: Account;
  idempotency: Idempotency;
  faults: Faults;
  webhooks: WebhookSender;
}

interface Call {
  route: Route;
  id: string;
  /** Form-encoded. */
  text: string;
  requestId: string;
  key: string | undefined;
}

/** Everything below `/v1`: always JSON, also for what does not exist. */
export async function handleApi(
  parts: ApiParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = parts.account.newId('req');
  const result = await work(parts, request, requestId).catch((error: unknown) =>
    toResult(parts.account, error),
  );
  if (result === undefined) return void response.destroy();
  response
    .writeHead(result.status, {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': requestId,
      'stripe-version': API_VERSION,
      ...(result.isReplayed ? { 'idempotent-replayed': 'true' } : {}),
    })
    .end(result.body);
}

function toResult({ problems }: Account, error: unknown): ApiResult {
  if (error instanceof StripeError) return resultOf(error.status, { error: error.body });
  const status = error instanceof BodyTooLargeError ? 413 : 500;
  if (status === 500) problems.push(`The sandbox failed: ${error instanceof Error ? error.stack : error}`);
  return resultOf(status, { error: { type: 'api_error', message: String(error) } });
}

const resultOf = (status: number, body: object) => ({ status, body: JSON.stringify(body, null, 2) });

/** @returns undefined when an injected fault drops the response */
async function work(
  parts: ApiParts,
  request: IncomingMessage,
  requestId: string,
): Promise<ApiResult | undefined> {
  const { account, idempotency, faults, webhooks } = parts;
  const call = await readCall(account, request, requestId);
  const fault = faults.take(call.route.operation);
  if (fault?.kind === 'hang up') return undefined;
  const failure = fault?.kind === 'error' ? failureOf(fault.status) : undefined;
  // Refused before any work: no key remembers it.
  if (failure && failure.status < 500) throw failure;
  const { key } = call;
  const replay = key && idempotency.begin(key, `${call.route.operation} ${call.id}\n${call.text}`);
  if (replay) return fault?.kind === 'lost' ? undefined : { ...replay, isReplayed: true };
  if (fault && fault.delay > 0) await faults.wait(fault);
  let result: ApiResult;
  try {
    if (failure) throw failure;
    result = resultOf(200, perform(account, call));
  } catch (error) {
    if (key && error instanceof StripeError && error.isValidation) idempotency.forget(key);
    else if (key) idempotency.keep(key, toResult(account, error));
    throw error;
  }
  await webhooks.sendBeforeResponse();
  if (key) idempotency.keep(key, result);
  return fault?.kind === 'lost' ? undefined : result;
}

function failureOf(status: number): StripeError {
  const type = status === 429 ? 'invalid_request_error' : 'api_error';
  return new StripeError(status, { type, message: 'A fault set in the sandbox.' });
}

async function readCall(account: Account, request: IncomingMessage, requestId: string): Promise<Call> {
  authenticate(account, request);
  const { method = 'GET', url = '' } = request;
  const body = await readBody(request, MAX_BYTES);
  const found = findRoute(method, pathOf(request));
  if (!found) {
    account.problems.push(`request ${method} ${pathOf(request)}: the sandbox does not model it`);
    const message = `Unrecognized request URL (${method}: ${pathOf(request)}).`;
    throw new StripeError(404, { type: 'invalid_request_error', message }, true);
  }
  const isPost = method === 'POST';
  const [key] = isPost ? [request.headers['idempotency-key']].flat() : [];
  return { ...found, requestId, key, text: isPost ? body : (url.split('?')[1] ?? '') };
}

function authenticate({ problems }: Account, { headers }: IncomingMessage): void {
  if (headers.authorization !== `Bearer ${SECRET_KEY}`) {
    const message = 'Invalid API Key provided: the sandbox takes only its own.';
    throw new StripeError(401, { type: 'invalid_request_error', message }, true);
  }
  const version = headers['stripe-version'];
  if (version === API_VERSION) return;
  problems.push(`request: Stripe-Version ${version} instead of ${API_VERSION}`);
  throw refused(`The sandbox is a model of version ${API_VERSION}, not of ${version}.`);
}

function perform(account: Account, { route, id, text, requestId, key }: Call): object {
  const params = readParams(account, route, text);
  runUntil(account, account.now());
  account.cause = { id: requestId, idempotency_key: key ?? null };
  try {
    // The route's own schema has just said what the parameters are.
    return route.run(account, params as never, id);
  } finally {
    account.cause = { id: null, idempotency_key: null };
  }
}

/** @throws StripeError 400 for what Stripe does not know, or the sandbox does not model */
function readParams({ problems }: Account, { operation, params }: Route, text: string): unknown {
  const parsed = params.safeParse(qs.parse(text, { arrayLimit: MAX_ITEMS }));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])].join(
    '.',
  );
  problems.push(`request ${operation}: the sandbox does not model ${param}: ${issue?.message}`);
  const message = `Invalid or unknown parameter: ${param} (${issue?.message}).`;
  const code = issue?.code === 'unrecognized_keys' ? 'parameter_unknown' : 'parameter_invalid';
  throw new StripeError(400, { type: 'invalid_request_error', code, message, param }, true);
}
