import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AnswerCache,
  chooseEncoding,
  hasEtag,
  prepareAnswer,
  type ReadyAnswer,
} from './answer-cache.ts';
import { closeWhenBodyIsOpen } from './open-body.ts';
import { themeOf } from './theme.ts';

/** What one address has left is nothing to keep, here or in a proxy that stores a public answer. */
const OF_ONE_ADDRESS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

/** Headers that belong to one request, not to the answer. */
const PER_REQUEST = new Set([
  'x-request-id',
  'date',
  'connection',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  ...OF_ONE_ADDRESS,
]);

/** May be stored by anybody, must be asked for again each time: answers change when the library does. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const NOT_STORED = 'private, no-store';

/**
 * Serves visitors the ready answers of routes marked `isCachedForVisitors`, and fills them on the way out.
 * Whoever brings a session cookie passes by, so no member's answer is kept or given to another. Answers that are
 * not kept here are kept nowhere, unless their route says otherwise.
 */
export function installVisitorAnswers(
  app: FastifyInstance,
  options: { cache: AnswerCache; hasSession: (request: FastifyRequest) => boolean; isServing: () => boolean },
): void {
  const { cache } = options;
  const versionAtStart = new WeakMap<FastifyRequest, number>();

  app.addHook('onRequest', (request, reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !options.isServing() || options.hasSession(request)) return done();
    const answer = cache.get(cacheKey(request));
    if (answer === undefined) {
      versionAtStart.set(request, cache.version);
      return done();
    }
    reply.hijack();
    writeReadyAnswer(request, reply, answer);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const version = versionAtStart.get(request);
    if (version === undefined || cache.isOff || !mayBeKept(request, reply)) {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', NOT_STORED);
      return payload;
    }
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    reply.header('cache-control', CACHE_CONTROL).header('vary', 'accept-encoding, cookie');
    for (const name of OF_ONE_ADDRESS) reply.removeHeader(name);
    const answer = await prepareAnswer(keptHeaders(reply), Buffer.from(payload));
    cache.set(cacheKey(request), answer, version);
    reply.header('etag', answer.etag);
    if (hasEtag(request.headers['if-none-match'], answer.etag)) {
      reply.code(304).removeHeader('content-length').removeHeader('content-type');
      return null;
    }
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const body = answer.bodies[encoding];
    if (body !== answer.bodies.identity) reply.header('content-encoding', encoding);
    return body.bytes;
  });
}

/** Whole answers for visitors; a route that says `cache-control` itself knows why this one must not be kept. */
function mayBeKept(request: FastifyRequest, reply: FastifyReply): boolean {
  return (
    reply.statusCode === 200 &&
    request.viewer.kind === 'visitor' &&
    request.routeOptions.config.isCachedForVisitors === true &&
    !reply.hasHeader('cache-control')
  );
}

/** The theme is part of a page's first tag, so it is part of a page's key; data are the same in any light. */
function cacheKey(request: FastifyRequest): string {
  const isData = request.url.startsWith('/api/');
  return `${isData ? '' : (themeOf(request.headers.cookie) ?? '')} ${request.url}`;
}

function keptHeaders(reply: FastifyReply): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined && !PER_REQUEST.has(name)) kept[name] = String(value);
  }
  return kept;
}

/** Past Fastify's own way out, which would look at every header again: what is here is final. */
function writeReadyAnswer(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer): void {
  const isUnchanged = hasEtag(request.headers['if-none-match'], answer.etag);
  const body = answer.bodies[chooseEncoding(request.headers['accept-encoding'])];
  const headers = isUnchanged ? answer.unchangedHeaders : body.headers;
  closeWhenBodyIsOpen(request.raw, reply.raw);
  reply.raw.writeHead(isUnchanged ? 304 : 200, [...headers, 'x-request-id', request.id]);
  reply.raw.end(isUnchanged || request.method === 'HEAD' ? undefined : body.bytes);
}
