import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDataAddress, isTidyPath, PAGE_ROUTE } from '../http/addresses.ts';
import { internalHeaders } from '../http/internal-call.ts';
import { notFound } from '../http/problems.ts';
import { safeReturnUrl } from '../http/return-url.ts';
import { themeOf } from '../http/theme.ts';
import type { ApiAnswer, PageAnswer, PageRenderer } from './renderer.ts';

export interface PageOptions {
  renderer: PageRenderer;
  publicUrl: string;
  internalToken: string;
  /** The built browser files; absent in development. */
  clientDir: string | undefined;
}

/** No page has this address (DECISIONS 47 names them all): drawing it gives the 404 page. */
const NOWHERE = '/404';

/** Where the router believes to be (web/entry-server.tsx). */
const ROUTER_ORIGIN = 'http://localhost';

/**
 * Serves every address that is no API, file or machine document as a page drawn on the server. Unknown ones get
 * the 404 page with status 404 (DECISIONS 47).
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

  app.route({
    method: 'GET',
    url: PAGE_ROUTE,
    config: { access: 'public', isCachedForVisitors: true },
    schema: { hide: true },
    handler: async (request, reply) => {
      if (isDataAddress(request.url)) throw notFound('Address');
      const { page, trouble } = await drawPage(app, request, options);
      return sendPage(reply, page, trouble);
    },
  });
}

interface DrawnPage {
  page: PageAnswer;
  /** The worst of our own answers that brought no data for reasons other than the visitor's address. */
  trouble: ApiAnswer | undefined;
}

async function drawPage(
  app: FastifyInstance,
  request: FastifyRequest,
  { renderer, publicUrl, internalToken }: PageOptions,
): Promise<DrawnPage> {
  let trouble: ApiAnswer | undefined;
  const page = await renderer.render({
    url: isTidyPath(request.url) ? request.url : NOWHERE,
    origin: publicUrl,
    theme: themeOf(request.headers.cookie),
    assets: renderer.assets,
    async fetchApi(path) {
      const answer = await callApi(app, path, internalHeaders(request, internalToken));
      const isTrouble = answer.status >= 500 || answer.status === 429;
      if (isTrouble && answer.status > (trouble?.status ?? 0)) trouble = answer;
      return answer;
    },
  });
  return { page, trouble };
}

/**
 * A page that misses some of its data says so with its status, whatever it shows instead, and is kept by nobody:
 * an empty list of results must not outlive the failure that emptied it.
 */
function sendPage(reply: FastifyReply, page: PageAnswer, trouble: ApiAnswer | undefined): FastifyReply {
  if (page.location !== undefined) return redirect(reply, page.location);
  const status = trouble?.status ?? page.status;
  if (status !== 200) reply.header('cache-control', 'no-store');
  const retryAfter = trouble?.headers['retry-after'];
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(status).type('text/html; charset=utf-8').send(page.html);
}

/** The router sends people to the proper spelling of an address: on this host, or not at all. */
function redirect(reply: FastifyReply, location: string): FastifyReply {
  const url = URL.parse(location, ROUTER_ORIGIN);
  const path = url?.origin === ROUTER_ORIGIN ? safeReturnUrl(`${url.pathname}${url.search}`) : undefined;
  if (path === undefined) throw notFound('Page');
  return reply.code(302).headers({ location: path, 'cache-control': 'no-store' }).send('');
}

/** The same handlers, guards and schemas as over the network, without the network. */
async function callApi(
  app: FastifyInstance,
  path: string,
  headers: Record<string, string>,
): Promise<ApiAnswer> {
  const answer = await app.inject({ method: 'GET', url: path, headers });
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
    text: answer.payload,
  };
}
