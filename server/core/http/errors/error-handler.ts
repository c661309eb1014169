import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { logSecurityEvent } from '../../logging/security-events.ts';
import { isDataUrl, isPageRoute, wantsPage } from '../routing/request-target.ts';
import { themeOf } from '../routing/theme-cookie.ts';
import { closeIfBodyIncomplete } from '../security/incomplete-body.ts';
import { COUNTDOWN_POLICY, type SecurityHeaders } from '../security/security-headers.ts';
import { errorPage, type PageStyles, waitOf } from './error-page.ts';
import { databaseProblem, HttpProblem, notFound, problemBody } from './problems.ts';

/** Turns every error into a problem document, or a plain page where a page was requested. */
export function installErrorHandler(app: FastifyInstance, assets: PageStyles = { styles: [] }): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error);
    logFault(request, error, problem);
    logRefusal(request, problem);
    return wantsPage(request) ? sendErrorPage(request, reply, problem, assets) : sendProblem(reply, problem);
  });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(reply, new HttpProblem(404, `No such URL, or ${request.method} is not supported here`)),
  );
}

/**
 * Requests that Fastify refuses before routing: an address that cannot be decoded. No hook runs for them, so what
 * hooks add is added here.
 */
export function handleInvalidUrl(
  request: FastifyRequest,
  reply: FastifyReply,
  { assets, headers }: { assets: PageStyles; headers: SecurityHeaders },
): void {
  const problem = new HttpProblem(400, 'Part of this address can’t be read. Check it for a typo.', {
    ...headers,
    'x-request-id': request.id,
  });
  const isPage = request.method === 'GET' && !isDataUrl(request.url);
  closeIfBodyIncomplete(request.raw, reply.raw);
  request.log.info({ method: request.method, route: 'none', status: problem.status }, 'request');
  if (isPage) sendErrorPage(request, reply, problem, assets);
  else sendProblem(reply, problem);
}

/** Sends a problem document. Never cached by anybody. */
function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
  return reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', ...problem.headers })
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send({ ...problem.members, ...problemBody(problem.status, problem.message) });
}

function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: HttpProblem,
  assets: PageStyles,
): FastifyReply {
  const policy = waitOf(problem) ? { 'content-security-policy': COUNTDOWN_POLICY } : {};
  return reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', ...problem.headers, ...policy })
    .type('text/html; charset=utf-8')
    .send(
      errorPage(problem, assets, { theme: themeOf(request.headers.cookie), isPage: isPageRoute(request) }),
    );
}

/**
 * Faults only: errors thrown by guards show in the request's own line. Selected fields instead of the whole error,
 * because PostgreSQL's errors quote values of rows.
 */
function logFault(request: FastifyRequest, error: FastifyError, problem: HttpProblem): void {
  if (problem.status < 500 || error instanceof HttpProblem) return;
  const { name, code, message } = error;
  const route = request.routeOptions.url ?? 'none';
  if (problem.status === 503)
    request.log.warn({ route, name, code, reason: message }, 'database unavailable');
  else request.log.error({ route, name, code, stack: error.stack }, 'request failed');
}

/** Refusals by permission and by a limit; a visitor who has to sign in first is none. */
function logRefusal(request: FastifyRequest, { status }: HttpProblem): void {
  if (status !== 403 && status !== 429) return;
  const memberId = request.viewer?.kind === 'member' ? request.viewer.memberId : null;
  const { method } = request;
  const route = request.routeOptions.url ?? 'none';
  const event = status === 403 ? 'permission refused' : 'limit reached';
  logSecurityEvent(request.log, event, { memberId, method, route });
}

function toProblem(error: FastifyError): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A path that cannot name anything is an unknown address; an invalid query is a bad request.
    return new HttpProblem(error.validationContext === 'params' ? 404 : 400, validationMessage(error));
  }
  if (isResponseSerializationError(error)) return new HttpProblem(500, 'Something went wrong on our side.');
  const database = databaseProblem(error);
  if (database) return database;
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return new HttpProblem(500, 'Something went wrong on our side.');
  // Ours are HttpProblems: this one is a folder or a dot file below /assets, which is not to be revealed.
  if (status === 403) return notFound('Resource');
  return new HttpProblem(status, error.message);
}

/** "sort: Invalid option…" — names the parameter that is wrong. */
function validationMessage(error: FastifyError): string {
  const problems = (error.validation ?? []).map((issue) => {
    const name = issue.instancePath.replace(/^\//, '').replaceAll('/', '.') || error.validationContext;
    return `${name}: ${issue.message}`;
  });
  return problems.join('; ') || 'The request is not valid.';
}
