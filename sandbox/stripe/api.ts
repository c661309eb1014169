import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyTooLargeError, pathOf, readBody } from '../http.ts';
import { type Account, API_VERSION } from './account.ts';
import { runUntil } from './due-steps.ts';
import { type ErrorBody, refused, StripeError } from './errors.ts';
import type { Fault, Faults } from './faults.ts';
import type { Idempotency } from './idempotency.ts';
import type { Route } from './route.ts';
import { findRoute } from './routes.ts';
import type { SchemaViolations } from './schema-violations.ts';
import type { WebhookSender } from './webhook-sender.ts';

const MAX_BYTES = 256_000;

export interface ApiParts {
  account: Account;
  secretKey: string;
  problems: SchemaViolations;
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

interface ApiResult {
  status: number;
  body: string;
  isReplayed?: boolean;
}

/** Everything below `/v1`: always JSON, also for what does not exist. */
export async function handleApi(
  parts: ApiParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = parts.account.newId('req');
  const result = await work(parts, request, requestId).catch((error: unknown) => toResult(parts, error));
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

function toResult({ problems }: ApiParts, error: unknown): ApiResult {
  if (error instanceof StripeError) return { status: error.status, body: errorJson(error.body) };
  const status = error instanceof BodyTooLargeError ? 413 : 500;
  if (status === 500) problems.add(`The sandbox failed: ${error instanceof Error ? error.stack : error}`);
  return { status, body: errorJson({ type: 'api_error', message: String(error) }) };
}

/** @returns undefined when an injected fault drops the response */
async function work(
  parts: ApiParts,
  request: IncomingMessage,
  requestId: string,
): Promise<ApiResult | undefined> {
  const { idempotency, faults, webhooks } = parts;
  const call = await readCall(parts, request, requestId);
  const fault = faults.take(call.route.operation);
  if (fault?.kind === 'hang up') return undefined;
  const failure = fault?.kind === 'error' ? failureOf(fault) : undefined;
  // Refused before any work: no key remembers it.
  if (failure && failure.status < 500) throw failure;
  const { key } = call;
  const replay = key && idempotency.begin(key, `${call.route.operation} ${call.id}\n${call.text}`);
  if (replay) return fault?.kind === 'lost' ? undefined : { ...replay, isReplayed: true };
  if (fault && fault.delay > 0) await faults.wait(fault);
  const working = failure ? Promise.reject(failure) : perform(parts, call);
  const result = await working.catch((error: unknown) => {
    if (key && error instanceof StripeError && error.isValidation) idempotency.forget(key);
    else if (key) idempotency.keep(key, toResult(parts, error));
    throw error;
  });
  await webhooks.sendBeforeResponse();
  if (key) idempotency.keep(key, result);
  return fault?.kind === 'lost' ? undefined : result;
}

function failureOf({ status }: Fault): StripeError {
  const type = status === 429 ? 'invalid_request_error' : 'api_error';
  return new StripeError(status, { type, message: 'A fault set in the sandbox.' });
}

async function readCall(parts: ApiParts, request: IncomingMessage, requestId: string): Promise<Call> {
  authenticate(parts, request);
  const { method = 'GET', url = '' } = request;
  const body = await readBody(request, MAX_BYTES);
  const found = findRoute(method, pathOf(request));
  if (!found) {
    parts.problems.add(`request ${method} ${pathOf(request)}: the sandbox does not model it`);
    const message = `Unrecognized request URL (${method}: ${pathOf(request)}).`;
    throw new StripeError(404, { type: 'invalid_request_error', message }, true);
  }
  const isPost = method === 'POST';
  const key = isPost ? header(request, 'idempotency-key') : undefined;
  return { ...found, requestId, key, text: isPost ? body : (url.split('?')[1] ?? '') };
}

function authenticate({ secretKey, problems }: ApiParts, request: IncomingMessage): void {
  if (header(request, 'authorization') !== `Bearer ${secretKey}`) {
    const message = 'Invalid API Key provided: the sandbox takes only its own.';
    throw new StripeError(401, { type: 'invalid_request_error', message }, true);
  }
  const version = header(request, 'stripe-version');
  if (version === API_VERSION) return;
  problems.add(`request: Stripe-Version ${version} instead of ${API_VERSION}`);
  throw refused(`The sandbox is a model of version ${API_VERSION}, not of ${version}.`);
}

async function perform({ account, problems }: ApiParts, call: Call): Promise<ApiResult> {
  const { route, id, requestId, key } = call;
  const params = await readParams(problems, call);
  runUntil(account, account.now());
  account.cause = { id: requestId, idempotency_key: key ?? null };
  let object: object;
  try {
    // The route's own schema has just said what the parameters are.
    object = route.run(account, params as never, id);
  } finally {
    account.cause = { id: null, idempotency_key: null };
  }
  const { value } = await problems.judge(`response ${route.operation}`, object);
  return { status: 200, body: JSON.stringify(value, null, 2) };
}

/** By the SDK's types first, then by what the sandbox models of them. @throws StripeError 400 */
async function readParams(problems: SchemaViolations, { route, text }: Call): Promise<unknown> {
  const type = 'invalid_request_error';
  const { value, faults } = await problems.judge(`request ${route.operation}`, text);
  if (faults.length > 0) throw new StripeError(400, { type, message: faults.join('; ') }, true);
  const parsed = route.params.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])].join(
    '.',
  );
  problems.add(`request ${route.operation}: the sandbox does not model ${param}: ${issue?.message}`);
  const message = `Received unknown parameter: ${param} (the sandbox does not model it).`;
  throw new StripeError(400, { type, code: 'parameter_unknown', message, param }, true);
}

function errorJson(error: ErrorBody): string {
  return JSON.stringify({ error }, null, 2);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
