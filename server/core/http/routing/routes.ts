import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { problemSchema, signInAgainSchema } from '#contract/errors.ts';
import type { TokenScope } from '#contract/token-scopes.ts';
import {
  requireAccess,
  requireRecentSignIn,
  type SessionMember,
  type Viewer,
} from '../../sessions/viewer.ts';
import { badRequest } from '../errors/problems.ts';
import type { MemberLimit } from '../security/action-limits.ts';
import { Download } from './download.ts';
import { isForStaff } from './route-access.ts';

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type Member = Extract<Viewer, { kind: 'member' }>;

/** What a handler gives back; where the contract says that the response is a text, it may be a file. */
type HandlerResult<E extends Endpoint> =
  | z.input<E['response']>
  | (E['response'] extends z.ZodString ? Download : never);

/** What a handler gets: checked input and who asks; `request` and `reply` for the rare header. */
export interface Call<E extends Endpoint> {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
  /** A member where the endpoint is for members or staff; with a session where no token reaches it. */
  viewer: E['access'] extends 'public' ? Viewer : E extends { scope: TokenScope } ? Member : SessionMember;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface RouteOptions {
  /** Responses to visitors may be kept by the response cache. */
  isCacheable?: boolean;
  /** Requests a minute and address, besides the general limit; 0 turns it off. */
  rateLimit?: number;
  /** How many requests one counts as, in the general limit, unless the cache answers it; 1 when absent. */
  cost?: number;
  /** How often one member may do this; what is refused for another reason counts too. */
  memberLimit?: MemberLimit;
  /** Of the body at most, where the general limit is too small for it. */
  bodyBytes?: number;
  /** Responses openapi.json documents besides the usual ones, by status. The handler throws them. */
  otherResponses?: Record<number, { description: string; schema: z.ZodType }>;
  tag: string;
  /** What a file may be, where the response is one. */
  fileTypes?: readonly string[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Tokens with this scope reach it; without one stated, none does. */
    scope?: TokenScope;
    /** Responses to visitors may be kept by the response cache. */
    isCacheable?: boolean;
    /** One response for all visitors and for as long as the process lives; needs `isCacheable`. */
    isStatic?: boolean;
    /** Requests a minute and address; see installRateLimit. */
    rateLimit?: number;
    /** How many requests one counts as, in the general limit, unless the cache answers it; see installRateLimit. */
    cost?: number;
  }
}

/**
 * Serves one endpoint of the contract. The access it states is checked here, before its handler; what the
 * handler returns leaves only through the endpoint's response schema, which is an allow-list.
 */
export function addRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  options: RouteOptions,
  handler: (call: Call<E>) => Promise<HandlerResult<E>> | HandlerResult<E>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.url,
    ...(options.bodyBytes ? { bodyLimit: options.bodyBytes } : {}),
    config: {
      access: endpoint.access,
      ...(endpoint.scope ? { scope: endpoint.scope } : {}),
      isCacheable: options.isCacheable ?? false,
      rateLimit: options.rateLimit ?? 0,
      cost: options.cost ?? 1,
    },
    schema: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      response: { 200: success(endpoint, options), ...problemsOf(endpoint, options) },
      summary: endpoint.summary,
      tags: [options.tag],
      security: securityOf(endpoint),
    },
    // Before a body is read: its refusals would tell that there is such an address.
    onRequest: async ({ viewer }) => {
      if (isForStaff(endpoint.access)) requireAccess(endpoint.access, viewer);
    },
    // Before validation: who may not call learns nothing about what would have been valid.
    preValidation: async ({ viewer, body }) => {
      requireAccess(endpoint.access, viewer);
      if (endpoint.needsRecentSignIn) requireRecentSignIn(viewer);
      if (viewer.kind === 'member') await options.memberLimit?.count(viewer.memberId);
      if (!endpoint.body) requireNoBody(body);
    },
    handler: async (request, reply) => {
      const response = await handler({
        // Checked by the schemas above; Fastify's own types cannot carry what is generic here.
        params: request.params as Output<E['params']>,
        query: request.query as Output<E['query']>,
        body: request.body as Output<E['body']>,
        // requireAccess has seen to it that a member's endpoint is called by a member.
        viewer: request.viewer as Call<E>['viewer'],
        request,
        reply,
      });
      if (reply.sent) return reply;
      return response instanceof Download ? await response.send(reply) : response;
    },
  });
}

/** For openapi.json: what a call carries, nothing where everybody may call. */
function securityOf({ access, scope }: Endpoint): Record<string, string[]>[] {
  const token = scope === undefined ? [] : [{ token: [scope] }];
  return access === 'public' ? [...(token.length > 0 ? [{}] : []), ...token] : [{ session: [] }, ...token];
}

/** Fields nobody asked for are refused, also where none are asked for; an empty body says nothing. */
function requireNoBody(body: unknown): void {
  if (body === undefined || body === null) return;
  if (typeof body === 'object' && Object.keys(body).length === 0) return;
  throw badRequest('This address takes no body');
}

const PROBLEM_MEANINGS = {
  400: 'A parameter is not valid; the message names it.',
  401: 'Nobody is signed in, or the token is not valid.',
  403: 'The call does not come from our own pages, or its token may not make it.',
  404: 'There is no such thing.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  417: 'An `Expect` header that is not `100-continue`.',
  429: 'Too many requests; `Retry-After` says when to go on, in seconds.',
  503: 'Starting, stopping or without its database; `Retry-After` says when to try again, in seconds.',
} as const;

function success({ response }: Endpoint, { fileTypes }: RouteOptions): object {
  if (fileTypes === undefined) return response.describe('Success.');
  return {
    description: 'A file.',
    content: Object.fromEntries(fileTypes.map((type) => [type, { schema: response }])),
  };
}
type UsualProblem = keyof typeof PROBLEM_MEANINGS;

const SIGN_IN_AGAIN_RESPONSE = {
  description: 'The sign-in is too old for this: `code` says so.',
  schema: signInAgainSchema,
};

/** What an endpoint may return besides success, for openapi.json. The error handler writes them. */
function problemsOf(endpoint: Endpoint, { otherResponses = {} }: RouteOptions): Record<string, object> {
  const statuses = usualProblems(endpoint.method);
  if (endpoint.params || isForStaff(endpoint.access)) statuses.push(404);
  const usual = problemResponses(statuses);
  const more = endpoint.needsRecentSignIn
    ? { 403: SIGN_IN_AGAIN_RESPONSE, ...otherResponses }
    : otherResponses;
  const others = Object.entries(more).map(([status, response]) => {
    // A call from elsewhere is refused with the same status, before its route could say more.
    const isEither = status === '403' && status in usual;
    const schema = isEither ? z.union([response.schema, problemSchema]) : response.schema;
    return [status, asProblem({ ...response, schema })];
  });
  return { ...usual, ...Object.fromEntries(others) };
}

/** What every route of a method may respond with, before its own checks. */
export function usualProblems(method: string): UsualProblem[] {
  const usual: UsualProblem[] = [400, 401, 403, 417, 429, 503];
  return method === 'GET' ? usual : [...usual, 413, 415];
}

/** The problems every route may respond with, for the schema of its responses. */
export function problemResponses(statuses: readonly UsualProblem[]): Record<string, object> {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      asProblem({ description: PROBLEM_MEANINGS[status], schema: problemSchema }),
    ]),
  );
}

function asProblem({ description, schema }: { description: string; schema: z.ZodType }): object {
  return { description, content: { 'application/problem+json': { schema } } };
}
