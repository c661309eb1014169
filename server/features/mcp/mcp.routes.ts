import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MCP_PATH } from '#contract/mcp.ts';
import { OAUTH_SCOPES } from '#contract/oauth-scopes.ts';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import type { InternalCalls } from '#server/core/http/routing/internal-calls.ts';
import { hasSameOrNoOrigin, isOurHost } from '#server/core/http/security/same-origin.ts';
import { challenge } from '#server/core/sessions/token-scope.ts';
import { mcpResource } from '../oauth/oauth.public.ts';
import { apiCalls } from './mcp.api.ts';
import { createMcpServer } from './mcp.server.ts';

interface Settings {
  publicUrl: string;
  trustProxy: false | string;
}

/**
 * The Model Context Protocol over Streamable HTTP, stateless: each request has a server of its own, so any process answers
 * any of them. For tokens with `read`; what a tool does besides asks for its own scope.
 */
export function mcpRoutes(
  app: FastifyInstance,
  dependencies: { db: Db; calls: InternalCalls },
  settings: Settings,
): void {
  const resource = mcpResource(settings.publicUrl);
  for (const method of ['POST', 'GET', 'DELETE'] as const) {
    app.route({
      method,
      url: MCP_PATH,
      config: { access: 'member', scope: 'read', isTokenOnly: true, resource },
      schema: { hide: true },
      onRequest: async (request) => {
        requireToken(request);
        requireOurAddress(request, settings);
      },
      handler: (request, reply) => answer(app, { ...dependencies, ...settings }, { request, reply }),
    });
  }
}

/**
 * Against DNS rebinding, by which a page somewhere else reaches a server on this machine or network. Behind a proxy `Host`
 * is the proxy's to choose.
 * @throws HttpProblem 403
 */
function requireOurAddress(request: FastifyRequest, { publicUrl, trustProxy }: Settings): void {
  const isHostOurs = trustProxy !== false || isOurHost(request.headers.host, publicUrl);
  if (isHostOurs && hasSameOrNoOrigin(request, publicUrl)) return;
  throw new HttpProblem(403, 'This call came from another site.');
}

/** @throws HttpProblem 401, with where a client learns how to get a token, and what to ask for */
function requireToken(request: FastifyRequest): void {
  if (request.viewer.kind === 'member') return;
  throw new HttpProblem(
    401,
    'Unauthorized: send a token as Authorization: Bearer.',
    challenge(request, { scope: OAUTH_SCOPES.join(' ') }),
  );
}

async function answer(
  app: FastifyInstance,
  dependencies: { db: Db; calls: InternalCalls; publicUrl: string },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { viewer, log, body } = request;
  if (viewer.kind !== 'member') throw new Error('onRequest lets nobody else in');
  const { db, publicUrl } = dependencies;
  const api = apiCalls(app, dependencies, request);
  const handler = createMcpHandler(() => createMcpServer({ db, api, viewer, log, publicUrl }), {
    // Streams that stay open are for servers that keep something between two requests.
    maxSubscriptions: 0,
    onerror: ({ name }) => log.info({ name }, 'an MCP request was refused'),
  });
  const response = await handler.fetch(toWebRequest(request, publicUrl), { parsedBody: body ?? undefined });
  const type = response.headers.get('content-type');
  reply.code(response.status).header('cache-control', 'private, no-store');
  if (type !== null) reply.type(type);
  const allow = response.headers.get('allow');
  if (allow !== null) reply.header('allow', allow);
  return reply.serializer(String).send(await response.text());
}

/** Who asks is known already, and the body is read. */
const WITHHELD = new Set(['authorization', 'cookie', 'content-length', 'transfer-encoding']);

function toWebRequest({ method, headers }: FastifyRequest, publicUrl: string): Request {
  const request = new Request(`${publicUrl}${MCP_PATH}`, { method });
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && !WITHHELD.has(name)) request.headers.set(name, value);
  }
  return request;
}
