import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem, waitText } from '../errors/problems.ts';
import { type Allowance, type RateLimiter, RateLimits } from './rate-limiter.ts';

/**
 * What an address is counted under: IPv4 whole, IPv6 by its /64, because one customer has a whole /64 to
 * choose from. IPv4 written as IPv6 is the same address.
 */
export function clientIpKey(ip: string): string {
  // Some proxies send the port along.
  const dotted = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(ip);
  if (dotted?.[1]) return dotted[1];
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(ip);
  if (mapped?.[1] && mapped[2])
    return dottedQuad(Number.parseInt(mapped[1], 16), Number.parseInt(mapped[2], 16));
  const [before = '', after] = ip.toLowerCase().replace(/%.*$/, '').split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after ? after.split(':') : [];
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

function dottedQuad(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * Built files, of which a page loads many, once; and the probes, which a load balancer sends from an address that all
 * its visitors may share: a busy minute must not mark the node as down.
 */
const UNLIMITED_PATHS = /^\/(?:assets\/|(?:healthz|readyz)(?:\?|$))/;

/**
 * Limits requests a minute and address: all together by `perMinute`, and a route's own smaller limit
 * (`rateLimit` of addRoute) besides. 0 is no limit.
 * Data calls of a page that is being rendered count for the visitor's address, and only against the route's own
 * limit: a page that searches is a search.
 * @returns `limits`, for what else is limited; and `chargeCost`, an onRequest hook for behind the response cache: a
 * request the cache has not answered counts as much as its route says it costs (`cost` of addRoute). The difference is
 * charged afterwards and refuses the next request, so that a limit below a cost is one request and not none.
 */
export function installRateLimit(
  app: FastifyInstance,
  db: Db,
  { rateLimit: perMinute, sharesRateLimits }: { rateLimit: number; sharesRateLimits: boolean },
): { limits: RateLimits; chargeCost: onRequestHookHandler } {
  const limits = new RateLimits(sharesRateLimits ? db : undefined, (error) =>
    app.log.warn({ reason: String(error) }, 'rate limits could not be shared'),
  );
  app.addHook('onClose', async () => limits.close());
  const general = perMinute > 0 ? limits.limiter('all', perMinute) : undefined;
  const ofRoutes = new Map<string, RateLimiter>();
  app.addHook('onRoute', (route) => {
    const perMinute = route.config?.rateLimit ?? 0;
    if (perMinute > 0 && !ofRoutes.has(route.url)) {
      ofRoutes.set(route.url, limits.limiter(route.url, perMinute));
    }
  });

  app.addHook('onRequest', (request, reply, done) => {
    if ((general === undefined && ofRoutes.size === 0) || UNLIMITED_PATHS.test(request.url)) return done();
    if (request.routeOptions.config?.isSigned) return done();
    const { internalCall } = request;
    // The outer request was counted; what the cache renews by itself counts against nobody.
    if (internalCall?.purpose === 'render') return done();
    if (internalCall !== undefined && internalCall.address === undefined) return done();
    const address = clientIpKey(internalCall?.address ?? request.ip ?? '');
    const ofRoute = ofRoutes.get(request.routeOptions.url ?? '');
    const counted = internalCall === undefined ? general?.count(address) : undefined;
    if (counted === undefined && ofRoute === undefined) return done();
    Promise.all([counted, ofRoute?.count(address)])
      .then(([ofAll, ofThis]) => {
        const allowance = stricterAllowance(ofAll, ofThis);
        if (allowance === undefined) return undefined;
        reply.headers({
          'ratelimit-limit': allowance.limit,
          'ratelimit-remaining': allowance.remaining,
          'ratelimit-reset': allowance.resetSeconds,
        });
        return allowance.isExceeded ? tooManyRequests(allowance.resetSeconds) : undefined;
      })
      .then(done, done);
  });

  return {
    limits,
    chargeCost(request, _reply, done) {
      const { internalCall } = request;
      const cost = request.routeOptions.config?.cost ?? 1;
      // A visitor's page is rendered by an internal call for their address, or for nobody's.
      const address = internalCall === undefined ? request.ip : internalCall.address;
      if (cost > 1 && internalCall?.purpose !== 'data' && address !== undefined) {
        void general?.count(clientIpKey(address), cost - 1);
      }
      done();
    },
  };
}

/** The one that refuses, else the one with less remaining. */
function stricterAllowance(
  general: Allowance | undefined,
  ofRoute: Allowance | undefined,
): Allowance | undefined {
  if (general === undefined || ofRoute === undefined) return ofRoute ?? general;
  return !general.isExceeded && ofRoute.remaining <= general.remaining ? ofRoute : general;
}

export function tooManyRequests(
  seconds: number,
  limit = 'Too many requests.',
  members: Readonly<Record<string, unknown>> = {},
): HttpProblem {
  const headers = { 'retry-after': String(seconds) };
  return new HttpProblem(429, `${limit} Please try again in ${waitText(seconds)}.`, headers, members);
}
