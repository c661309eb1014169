import type { FastifyInstance, FastifyReply, FastifyRequest, LightMyRequestResponse } from 'fastify';
import { chooseEncoding } from '../http/compression/content-encoding.ts';
import type { InternalCalls } from '../http/routing/internal-calls.ts';
import { isDataUrl, isNormalizedPath, isPageRoute } from '../http/routing/request-target.ts';
import { themeOf } from '../http/routing/theme-cookie.ts';
import { closeIfBodyIncomplete } from '../http/security/incomplete-body.ts';
import { VISITOR } from '../sessions/viewer.ts';
import { TAGS_HEADER, tagsOf } from './cache-tags.ts';
import { type CachedResponse, encodeResponse, matchesEtag } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';

/** Headers that belong to one request, not to the response. */
const PER_REQUEST = new Set([
  'x-request-id',
  'date',
  'connection',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  TAGS_HEADER,
]);

/** May be stored by anybody, must be revalidated each time: responses change when the library does. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';
const NOT_STORED = 'private, no-store';

/** Stale responses renewed at once; the others are served stale a little longer, or rendered for who asks next. */
const MAX_RENEWALS = 2;

interface UncachedResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** What one rendering means for everybody who waited for it. */
type Rendering =
  | { kind: 'cacheable'; response: CachedResponse }
  /** Not kept, but the same for everybody: an unknown address, a redirect, an outage. */
  | ({ kind: 'shared' } & UncachedResponse)
  /** Only for the client whose limits it counted against. */
  | ({ kind: 'limited'; address: string | undefined } & UncachedResponse)
  /** For one client alone: each of the others has to be answered for itself. */
  | { kind: 'personal' };

/**
 * Serves visitors from the cache on routes marked `isCacheable`. A miss is rendered once, however many requests wait
 * for it; a stale response is served at once while one rendering in the background renews it. Signed-in viewers
 * bypass the cache. What is not kept here must be kept nowhere, unless its route says otherwise. Register it after
 * the viewer is known.
 */
export function installResponseCache(app: FastifyInstance, cache: ResponseCache, calls: InternalCalls): void {
  const renderings = new Renderings(app, cache, calls);

  app.addHook('onRequest', (request, reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.internalCall !== undefined || request.viewer.kind !== 'visitor') return done();
    const { isStatic } = request.routeOptions.config;
    if (cache.isOff && !isStatic) return done();
    const key = cacheKey(request);
    const found = isStatic ? renderings.findStatic(key) : cache.get(key);
    if (found !== undefined) {
      app.metrics?.countLookup(found.isFresh ? 'hit' : 'stale');
      if (!found.isFresh) renderings.renew(key, request);
      return writeCachedResponse(request, reply, found.response);
    }
    if (!isCacheable(request)) return done();
    app.metrics?.countLookup('miss');
    renderings.render(key, request, request.ip).then(
      (rendering) => deliver(request, reply, rendering, done),
      // The request's own attempt then says what is wrong.
      () => done(),
    );
  });

  app.addHook('onSend', (request, reply, _payload, done) => {
    // The cache has to see whether the route itself said something.
    const isRendering = request.internalCall?.purpose === 'render';
    if (!isRendering && !reply.hasHeader('cache-control')) reply.header('cache-control', NOT_STORED);
    done();
  });
}

/**
 * Paths that a URL parser would rewrite are 404 pages; `inject` would render another address for them. So is HEAD of a
 * data address that has no HEAD: a GET in its place would run the route, and signing in and out are by GET.
 */
function isCacheable(request: FastifyRequest): boolean {
  const { url, routeOptions } = request;
  if (routeOptions.config.isCacheable !== true || !isNormalizedPath(url) || url.includes('#')) return false;
  return !isPageRoute(request) || !isDataUrl(url);
}

/** The theme is part of a page's first tag, so it is part of a page's key; data are the same in every theme. */
function cacheKey(request: FastifyRequest): string {
  const url = urlToRender(request);
  return `${url.startsWith('/api/') ? '' : (themeOf(request.headers.cookie) ?? '')} ${url}`;
}

/** A static page has no parameters: with them it would be rendered again for every query somebody makes up. */
function urlToRender({ url, routeOptions }: FastifyRequest): string {
  return routeOptions.config.isStatic ? (routeOptions.url ?? url) : url;
}

/** Renderings in progress: one per key and version of the library. */
class Renderings {
  readonly #app: FastifyInstance;
  readonly #cache: ResponseCache;
  readonly #calls: InternalCalls;
  readonly #inProgress = new Map<string, Promise<Rendering>>();
  /** Responses that are the same for as long as this process lives. */
  readonly #statics = new Map<string, CachedResponse>();
  #renewals = 0;

  constructor(app: FastifyInstance, cache: ResponseCache, calls: InternalCalls) {
    this.#app = app;
    this.#cache = cache;
    this.#calls = calls;
  }

  findStatic(key: string): { response: CachedResponse; isFresh: true } | undefined {
    const response = this.#statics.get(key);
    return response && { response, isFresh: true };
  }

  /**
   * Shared with all requests for the same key; those after a change of the library do not get one started before it.
   * @param address of the client whose limits it counts against; undefined for nobody's
   */
  render(key: string, request: FastifyRequest, address: string | undefined): Promise<Rendering> {
    const id = `${this.#cache.version} ${key}`;
    const known = this.#inProgress.get(id);
    if (known !== undefined) return known;
    const rendering = this.#render(key, request, address).finally(() => this.#inProgress.delete(id));
    this.#inProgress.set(id, rendering);
    return rendering;
  }

  /** In the background and at nobody's expense; skipped when enough others are being renewed. */
  renew(key: string, request: FastifyRequest): void {
    if (this.#renewals >= MAX_RENEWALS || this.#inProgress.has(`${this.#cache.version} ${key}`)) return;
    this.#renewals += 1;
    this.render(key, request, undefined)
      .catch((error: unknown) => this.#app.log.warn({ err: error }, 'renewing a cached response failed'))
      .finally(() => {
        this.#renewals -= 1;
      });
  }

  /** As a visitor without cookies but the theme, through all hooks, guards and schemas. */
  async #render(key: string, request: FastifyRequest, address: string | undefined): Promise<Rendering> {
    const since = { version: this.#cache.version, renderedAt: this.#cache.now() };
    const theme = themeOf(request.headers.cookie);
    const rendered = await this.#app.inject({
      method: 'GET',
      url: urlToRender(request),
      headers: {
        ...(theme ? { cookie: `theme=${theme}` } : {}),
        ...this.#calls.headersOf({ purpose: 'render', viewer: VISITOR, address, requestId: request.id }),
      },
    });
    if (rendered.statusCode >= 500) {
      const response = this.#cache.serveAfterFailure(key);
      if (response !== undefined) return { kind: 'cacheable', response };
    }
    if (!isStorable(rendered)) return uncached(rendered, address);
    const headers = {
      ...headersOf(rendered),
      'cache-control': CACHE_CONTROL,
      vary: 'accept-encoding, cookie',
    };
    const response = await encodeResponse(headers, rendered.rawPayload);
    if (request.routeOptions.config.isStatic) this.#statics.set(key, response);
    else this.#cache.set(key, response, { ...since, tags: tagsOfResponse(rendered, request.url) });
    return { kind: 'cacheable', response };
  }
}

/** Complete responses for every visitor; a route that says `cache-control` knows why this one must not be kept. */
function isStorable({ statusCode, headers }: LightMyRequestResponse): boolean {
  return statusCode === 200 && headers['set-cookie'] === undefined && headers['cache-control'] === undefined;
}

/** Those a page collected from its data calls; data are told by their own address. */
function tagsOfResponse({ headers }: LightMyRequestResponse, url: string): string[] {
  const tags = headers[TAGS_HEADER];
  return typeof tags === 'string' ? tags.split(' ') : tagsOf(url);
}

function uncached(response: LightMyRequestResponse, address: string | undefined): Rendering {
  const { statusCode: status, headers, rawPayload: body } = response;
  const isPrivate = /\bprivate\b/.test(String(headers['cache-control']));
  if (headers['set-cookie'] !== undefined || isPrivate) return { kind: 'personal' };
  const uncachedResponse = { status, headers: headersOf(response), body };
  return status === 429
    ? { kind: 'limited', address, ...uncachedResponse }
    : { kind: 'shared', ...uncachedResponse };
}

function headersOf({ headers }: LightMyRequestResponse): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !PER_REQUEST.has(name)) kept[name] = String(value);
  }
  return kept;
}

function deliver(request: FastifyRequest, reply: FastifyReply, rendering: Rendering, done: () => void): void {
  const isOfAnother = rendering.kind === 'limited' && rendering.address !== request.ip;
  if (rendering.kind === 'personal' || isOfAnother) done();
  else if (rendering.kind === 'cacheable') writeCachedResponse(request, reply, rendering.response);
  else reply.code(rendering.status).headers(rendering.headers).send(rendering.body);
}

/** Bypasses Fastify's reply pipeline: headers and body are final. */
function writeCachedResponse(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): void {
  const isNotModified = matchesEtag(request.headers['if-none-match'], response.etag);
  const body = response.bodies[chooseEncoding(request.headers['accept-encoding'])];
  const headers = isNotModified ? response.notModifiedHeaders : body.headers;
  reply.hijack();
  closeIfBodyIncomplete(request.raw, reply.raw);
  reply.raw.writeHead(isNotModified ? 304 : 200, [...headers, 'x-request-id', request.id]);
  reply.raw.end(isNotModified || request.method === 'HEAD' ? undefined : body.bytes);
}
