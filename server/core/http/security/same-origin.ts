import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerOf } from '../../sessions/tokens.ts';
import { HttpProblem, notFound } from '../errors/problems.ts';

/** Methods that change nothing, by the rules of HTTP and by ours. */
const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** Names of this machine: people who run the app on it use any of them. */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses every state-changing call that does not provably come from our own pages, whatever its route (but those
 * of machines that sign what they send): another site can make a browser send it with the member's cookie. Told by
 * `Origin` and `Sec-Fetch-Site`; for old browsers that send neither by `Referer`; a call without any of the three is
 * refused. Bodies are JSON or nothing: what an HTML form can send (text/plain, urlencoded, multipart) is refused by
 * its type, before anything reads it.
 */
export function installSameOriginCheck(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { isSigned, isTokenOnly, takesForms, ignoresSession } = request.routeOptions.config;
    if (READ_METHODS.has(request.method) || request.is404 || isSigned) return done();
    if (!takesForms && !hasJsonOrNothing(request)) return done(notJson(request));
    // No browser adds a token by itself, and a call with a cookie besides is refused (token-viewer.ts).
    const hasToken = bearerOf(request.headers.authorization) !== undefined && !ignoresSession;
    if (!hasToken && !isTokenOnly && !isSameOriginWrite(request, publicUrl)) {
      return done(new HttpProblem(403, 'This call did not come from our own pages.'));
    }
    done();
  });
}

function hasJsonOrNothing({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'];
  if (type !== undefined) return JSON_TYPE.test(type);
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

function isSameOriginWrite({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  const { origin, referer } = headers;
  if (site === undefined && origin === undefined) return isOurs(originOf(referer), publicUrl);
  return (
    (site === undefined || site === 'same-origin') && (origin === undefined || isOurs(origin, publicUrl))
  );
}

/**
 * Whether a navigation was started by our own pages or by the person (typed, bookmarked), not by another site's link
 * or image, nor ahead of time by a browser that guesses.
 */
export function isSameOriginNavigation({ headers }: FastifyRequest, publicUrl: string): boolean {
  if (headers['sec-purpose'] !== undefined || headers['purpose'] !== undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return isOurs(originOf(headers.referer), publicUrl);
}

/** Whether `host` (the header) is another name of this machine for the loopback address people should use. */
export function isOtherLoopbackName(host: string | undefined, publicUrl: string): boolean {
  const { protocol, host: ours } = new URL(publicUrl);
  return host !== undefined && host !== ours && isOurs(originOf(`${protocol}//${host}`), publicUrl);
}

/** Whether `Origin` is absent, as programs send it, or ours. */
export function hasSameOrNoOrigin({ headers: { origin } }: FastifyRequest, publicUrl: string): boolean {
  return origin === undefined || isOurs(origin, publicUrl);
}

/** Whether `host` (the header) is ours, or another name of this machine for it. */
export function isOurHost(host: string | undefined, publicUrl: string): boolean {
  const { protocol, host: ours } = new URL(publicUrl);
  return host !== undefined && (host === ours || isOurs(originOf(`${protocol}//${host}`), publicUrl));
}

function isOurs(origin: string | undefined, publicUrl: string): boolean {
  if (origin === undefined) return false;
  if (origin === publicUrl) return true;
  const ours = new URL(publicUrl);
  const theirs = URL.parse(origin);
  return (
    theirs !== null &&
    theirs.origin === origin &&
    LOOPBACK_NAMES.has(ours.hostname) &&
    LOOPBACK_NAMES.has(theirs.hostname) &&
    theirs.protocol === ours.protocol &&
    theirs.port === ours.port
  );
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.origin;
}

/** Before anybody is known: an address of staff does not say that it is there. */
function notJson({ routeOptions: { config } }: FastifyRequest): HttpProblem {
  const isForStaff = config?.access === 'moderator' || config?.access === 'admin';
  return isForStaff ? notFound('Resource') : new HttpProblem(415, 'Bodies are application/json here.');
}
