import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { problemSchema } from '#contract/errors.ts';
import { requireAccess, type Viewer } from '../viewer.ts';
import type { MemberLimit } from './action-limit.ts';
import { Download } from './download.ts';
import { badRequest } from './problems.ts';

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type Member = Extract<Viewer, { kind: 'member' }>;

/** What a handler gives back; where the contract says that the answer is a text, it may be a file. */
type Answer<E extends Endpoint> = z.input<E['answer']> | (E['answer'] extends z.ZodString ? Download : never);

/** What a handler gets: checked input and who asks; `request` and `reply` for the rare header. */
export interface Call<E extends Endpoint> {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
  /** A member where the endpoint is for members. */
  viewer: E['access'] extends 'member' ? Member : Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface RouteOptions {
  /** Visitors' answers are kept ready until the library changes. */
  isCachedForVisitors?: boolean;
  /** Requests a minute and address, besides the general limit; 0 is none. */
  rateLimit?: number;
  /** How often one member may do this; what is refused for another reason counts too. */
  memberLimit?: MemberLimit;
  /** Answers openapi.json should tell of besides the usual ones, by status. The handler throws them. */
  otherAnswers?: Record<number, { description: string; schema: z.ZodType }>;
  tag: string;
  /** What a file may be, where the answer is one. */
  fileTypes?: readonly string[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    isCachedForVisitors?: boolean;
    /** Requests a minute and address; see installRateLimit. */
    rateLimit?: number;
  }
}

/**
 * Serves one endpoint of the contract. The access it states is checked here, before its handler; what the
 * handler returns leaves only through the endpoint's answer schema, which is an allow-list.
 */
export function addRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  options: RouteOptions,
  handler: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.url,
    config: {
      access: endpoint.access,
      isCachedForVisitors: options.isCachedForVisitors ?? false,
      rateLimit: options.rateLimit ?? 0,
    },
    schema: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      response: { 200: success(endpoint, options), ...problemsOf(endpoint, options) },
      summary: endpoint.summary,
      tags: [options.tag],
    },
    // Before validation: who may not call learns nothing about what would have been valid.
    preValidation: async ({ viewer, body }) => {
      requireAccess(endpoint.access, viewer);
      if (viewer.kind === 'member') options.memberLimit?.count(viewer.memberId);
      if (!endpoint.body) requireNoBody(body);
    },
    handler: async (request, reply) => {
      const answer = await handler({
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
      return answer instanceof Download ? await answer.send(reply) : answer;
    },
  });
}

/** Fields nobody asked for are refused, also where none are asked for; an empty body says nothing (RELIABILITY S8). */
function requireNoBody(body: unknown): void {
  if (body === undefined || body === null) return;
  if (typeof body === 'object' && Object.keys(body).length === 0) return;
  throw badRequest('This address takes no body');
}

const PROBLEM_MEANINGS = {
  400: 'A parameter is not valid; the message names it.',
  401: 'Nobody is signed in.',
  404: 'There is no such thing.',
  429: 'Too many requests; `Retry-After` says when to go on, in seconds.',
  503: 'Starting, stopping or without its database; `Retry-After` says when to try again, in seconds.',
} as const;

function success({ answer }: Endpoint, { fileTypes }: RouteOptions): object {
  if (fileTypes === undefined) return answer.describe('Success.');
  return {
    description: 'A file.',
    content: Object.fromEntries(fileTypes.map((type) => [type, { schema: answer }])),
  };
}
type UsualProblem = keyof typeof PROBLEM_MEANINGS;

/** What an endpoint may answer besides success, for openapi.json. The error handler writes them. */
function problemsOf(endpoint: Endpoint, { otherAnswers = {} }: RouteOptions): Record<string, object> {
  const statuses: UsualProblem[] = [429, 503];
  if (endpoint.params || endpoint.query || endpoint.body || endpoint.method !== 'GET') statuses.push(400);
  if (endpoint.params) statuses.push(404);
  if (endpoint.access === 'member') statuses.push(401);
  const others = Object.entries(otherAnswers).map(([status, answer]) => [status, asProblem(answer)]);
  return { ...problemAnswers(statuses), ...Object.fromEntries(others) };
}

/** The problems every route may answer, for the schema of its answers. */
export function problemAnswers(statuses: readonly UsualProblem[]): Record<string, object> {
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
