import type { FastifyRequest } from 'fastify';

/** The route that renders pages: everything no other route answers. */
export const PAGE_ROUTE = '/*';

/** Pages that are the same for all visitors and change with a release only: each is rendered once and kept. */
export const STATIC_PAGES: readonly string[] = ['/docs/api'];

/** Whether a page is rendered there. */
export function isPageRoute({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === PAGE_ROUTE || (url !== undefined && STATIC_PAGES.includes(url));
}

/** Addresses that return data or files, however they are written: an unknown one is a problem document. */
const DATA_ADDRESS = /^\/+(?:api|assets)(?:[/?#]|$)/i;

/** Addresses a browser would never send as they are: it resolves dots and replaces backslashes first. */
const UNNORMALIZED_PATH = /\/\/|\\|%(?:2f|5c|00)|\/(?:\.|%2e){1,2}(?:\/|$)/i;

export function isDataUrl(url: string): boolean {
  return DATA_ADDRESS.test(url) || DATA_ADDRESS.test(decoded(url));
}

/** As the router reads it: /%61pi is /api. */
function decoded(url: string): string {
  if (!url.includes('%')) return url;
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/**
 * Whether the path is one a page may have. The others would be read one way by us and another by a router,
 * a proxy or a browser: `//host/…` even as an address on another host.
 */
export function isNormalizedPath(url: string): boolean {
  const end = url.indexOf('?');
  return !UNNORMALIZED_PATH.test(end === -1 ? url : url.slice(0, end));
}

/** Whether somebody reads the response in a browser's window. */
export function wantsPage(request: FastifyRequest): boolean {
  if (request.routeOptions.config?.isNavigation) return acceptsHtml(request.headers.accept);
  return (
    (request.method === 'GET' || request.method === 'HEAD') && isPageRoute(request) && !isDataUrl(request.url)
  );
}

/** Browsers name it when they go somewhere; programs that take anything get data. */
function acceptsHtml(accept: string | undefined): boolean {
  return /(?:^|,)\s*text\/html\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(accept ?? '');
}

/**
 * The path and query of a request target. A client may send the whole address (absolute form, RFC 9112 section
 * 3.2.2); what we do must not depend on the host it names.
 */
export function originForm(target: string): string {
  if (target.startsWith('/') || !/^https?:\/\//i.test(target)) return target;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
