import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { wantsPage } from './addresses.ts';
import { type ErrorPageLook, errorPage } from './error-page.ts';
import { databaseProblem, HttpProblem, problemBody } from './problems.ts';
import { themeOf } from './theme.ts';

/** Turns whatever was thrown into a problem document, or a plain page where a page was asked for. */
export function installErrorHandler(app: FastifyInstance, look: ErrorPageLook = { styles: [] }): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error);
    logFault(request, error, problem);
    return sendError(request, reply, problem, look);
  });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(reply, new HttpProblem(404, `No such address: ${request.method} is not answered here`)),
  );
}

/** What Fastify refuses before it has a route: an address that cannot be decoded or has a part too long. */
export function refuseAddress(error: FastifyError, reply: FastifyReply): void {
  const status = error.statusCode === 414 ? 414 : 400;
  sendProblem(reply, new HttpProblem(status, 'This address cannot be read.'));
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

function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: HttpProblem,
  look: ErrorPageLook,
): FastifyReply {
  if (!wantsPage(request)) return sendProblem(reply, problem);
  return reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', ...problem.headers })
    .type('text/html; charset=utf-8')
    .send(errorPage(problem, look, themeOf(request.headers.cookie)));
}

/**
 * Faults only: what a guard threw is told by the request's own line. Chosen fields instead of the error whole,
 * because PostgreSQL's errors quote values of rows.
 */
function logFault(request: FastifyRequest, error: FastifyError, problem: HttpProblem): void {
  if (problem.status < 500 || error instanceof HttpProblem) return;
  const { name, code, message } = error;
  const route = request.routeOptions.url ?? 'none';
  if (problem.status === 503) request.log.warn({ route, name, code, reason: message }, 'database away');
  else request.log.error({ route, name, code, stack: error.stack }, 'request failed');
}

function toProblem(error: FastifyError): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return new HttpProblem(400, validationMessage(error));
  if (isResponseSerializationError(error)) return new HttpProblem(500, 'Something went wrong on our side.');
  const database = databaseProblem(error);
  if (database) return database;
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return new HttpProblem(500, 'Something went wrong on our side.');
  return new HttpProblem(status, error.message);
}

/** "sort: Invalid option…" — names the parameter, as DECISIONS 28 asks. */
function validationMessage(error: FastifyError): string {
  const problems = (error.validation ?? []).map((issue) => {
    const name = issue.instancePath.replace(/^\//, '').replaceAll('/', '.') || error.validationContext;
    return `${name}: ${issue.message}`;
  });
  return problems.join('; ') || 'The request is not valid.';
}
