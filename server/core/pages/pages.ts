import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiResponse, PageSettings, RenderResult, SiteFiles } from '#contract/rendering.ts';
import { safeReturnUrl } from '#contract/return-url.ts';
import { notFound } from '../http/errors/problems.ts';
import type { InternalCalls } from '../http/routing/internal-calls.ts';
import { isDataUrl, isNormalizedPath, PAGE_ROUTE, STATIC_PAGES } from '../http/routing/request-target.ts';
import { themeOf } from '../http/routing/theme-cookie.ts';
import { TAGS_HEADER, tagsOf } from '../response-cache/cache-tags.ts';
import type { PageRenderer } from './renderer.ts';
import { installServiceWorker } from './service-worker.ts';

export interface PageOptions {
  renderer: PageRenderer;
  publicUrl: string;
  isSandbox: boolean;
  tax: PageSettings['tax'];
  calls: InternalCalls;
  /** The built browser files; absent in development. */
  clientDir: string | undefined;
  /** Whether members' browsers keep what they may read for when they are offline; undefined, they do. */
  keepsOfflineCopies: boolean | undefined;
}

/** Rendering a page takes about as long as five calls of the API: 5 to 25 ms of the process. */
const PAGE_COST = 5;

/** No page has this address: rendering it gives the 404 page. */
const UNKNOWN_PATH = '/404';

/** The router's own origin (web/entry-server.tsx). */
const ROUTER_ORIGIN = 'http://localhost';

/**
 * Serves every address that is not an API, file or machine-readable document as a page rendered on the server. Unknown
 * ones get the 404 page with status 404.
 */
export async function installPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  if (options.clientDir) {
    await app.register(fastifyStatic, {
      root: join(options.clientDir, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: 31_536_000_000,
      index: false,
      dotfiles: 'ignore',
      decorateReply: false,
    });
  }

  const { clientDir, keepsOfflineCopies = true } = options;
  await installServiceWorker(app, { clientDir, isOn: keepsOfflineCopies });
  if (options.renderer.siteFiles) addSiteFiles(app, options.renderer.siteFiles);

  for (const url of [PAGE_ROUTE, ...STATIC_PAGES]) {
    const isStatic = url !== PAGE_ROUTE;
    app.route({
      method: 'GET',
      url,
      config: { access: 'public', isCacheable: true, cost: PAGE_COST, isStatic },
      schema: { hide: true },
      handler: async (request, reply) => {
        if (isDataUrl(request.url)) throw notFound('Resource');
        const rendered = await renderPage(app, request, options);
        if (request.internalCall?.purpose === 'render') {
          reply.header(TAGS_HEADER, [...rendered.tags].join(' '));
        }
        if (hasSignature(request.url)) reply.header('cache-control', 'no-store');
        return sendPage(reply, rendered);
      },
    });
  }
}

/** One person's, by the signature of a link in a mail (`signed-links.ts`), and changing between two visits. */
const hasSignature = (url: string) => new URLSearchParams(url.split('?')[1]).has('key');

function addSiteFiles(app: FastifyInstance, { favicon, manifest }: SiteFiles): void {
  const config = { access: 'public', isCacheable: true, ignoresSession: true } as const;
  app.get('/manifest.webmanifest', { config, schema: { hide: true } }, (_request, reply) =>
    reply.type('application/manifest+json; charset=utf-8').send(JSON.stringify(manifest)),
  );
  const isRedirect = { access: 'public', ignoresSession: true } as const;
  app.get('/favicon.ico', { config: isRedirect, schema: { hide: true } }, (_request, reply) =>
    reply.code(302).headers({ location: favicon, 'cache-control': 'public, max-age=86400' }).send(''),
  );
}

interface RenderedPage {
  page: RenderResult;
  /** The worst response among the page's data calls that failed for reasons other than the address. */
  failure: ApiResponse | undefined;
  /** What of the library it shows: that of its data calls, since there is nothing else it could have it from. */
  tags: ReadonlySet<string>;
  /** Whether what the address named was there once. */
  isGone: boolean;
  /** Whether what the address asks for is no request. */
  isInvalid: boolean;
}

async function renderPage(
  app: FastifyInstance,
  request: FastifyRequest,
  { renderer, publicUrl, isSandbox, tax, calls }: PageOptions,
): Promise<RenderedPage> {
  let failure: ApiResponse | undefined;
  let isGone = false;
  let isInvalid = false;
  const tags = new Set<string>();
  const { viewer, internalCall, id: requestId } = request;
  const address = internalCall === undefined ? request.ip : internalCall.address;
  const headers = calls.headersOf({ purpose: 'data', viewer, address, requestId });
  const page = await renderer.render({
    url: isNormalizedPath(request.url) ? request.url : UNKNOWN_PATH,
    origin: publicUrl,
    theme: themeOf(request.headers.cookie),
    isSandbox,
    tax,
    assets: renderer.assets,
    async fetchApi(path) {
      for (const tag of tagsOf(path)) tags.add(tag);
      const response = await callApi(app, path, headers);
      isGone ||= response.status === 410;
      isInvalid ||= response.status === 400;
      const isFailure = response.status >= 500 || response.status === 429;
      if (isFailure && response.status > (failure?.status ?? 0)) failure = response;
      return response;
    },
  });
  return { page, failure, tags, isGone, isInvalid };
}

/**
 * A page with missing data has the status of the failed call, whatever it shows instead, and is not cached: an empty
 * list of results must not outlive the failure that emptied it.
 */
function sendPage(reply: FastifyReply, { page, failure, isGone, isInvalid }: RenderedPage): FastifyReply {
  if (page.location !== undefined) return redirect(reply, page.location);
  const status = failure?.status ?? statusOf(page.status, { isGone, isInvalid });
  if (status !== 200) reply.header('cache-control', 'no-store');
  const retryAfter = failure?.headers['retry-after'];
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(status).type('text/html; charset=utf-8').send(page.html);
}

/** A failure of the page itself is stronger than what a call of it said. */
function statusOf(status: number, { isGone, isInvalid }: Pick<RenderedPage, 'isGone' | 'isInvalid'>): number {
  if (status >= 500) return status;
  if (status === 404) return isGone ? 410 : 404;
  return isInvalid ? 400 : status;
}

/** The router redirects to the canonical form of an address: on this host, or not at all. */
function redirect(reply: FastifyReply, location: string): FastifyReply {
  const url = URL.parse(location, ROUTER_ORIGIN);
  const path = url?.origin === ROUTER_ORIGIN ? safeReturnUrl(`${url.pathname}${url.search}`) : undefined;
  if (path === undefined) throw notFound('Resource');
  return reply.code(302).headers({ location: path, 'cache-control': 'no-store' }).send('');
}

/** The same handlers, guards and schemas as over the network, without the network. */
async function callApi(
  app: FastifyInstance,
  path: string,
  headers: Record<string, string>,
): Promise<ApiResponse> {
  const response = await app.inject({ method: 'GET', url: path, headers });
  return {
    status: response.statusCode,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    ),
    text: response.payload,
  };
}
