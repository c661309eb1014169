import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { HttpProblem } from '../errors/problems.ts';

const WINDOW_MILLISECONDS = 60_000;

/** Addresses tracked at once; above that the oldest is dropped, which only gives it a new window. */
const MAX_ADDRESSES = 50_000;

interface Window {
  count: number;
  /** When the count resets, milliseconds of `now`. */
  endsAt: number;
}

/** What is left to an address after this request. */
export interface Allowance {
  limit: number;
  remaining: number;
  /** Whole seconds until the count resets, at least 1. */
  resetSeconds: number;
  isExceeded: boolean;
}

/**
 * Counts requests by address (or any other key of a client) in fixed windows, of a minute by default. Synchronous,
 * because it runs in front of the response cache.
 */
export class RateLimiter {
  readonly limit: number;
  readonly #windows = new Map<string, Window>();
  readonly #now: () => number;
  readonly #milliseconds: number;

  constructor(
    limit: number,
    now: () => number = () => performance.now(),
    milliseconds = WINDOW_MILLISECONDS,
  ) {
    this.limit = limit;
    this.#now = now;
    this.#milliseconds = milliseconds;
  }

  /** @param units what it counts as */
  count(address: string, units = 1): Allowance {
    const now = this.#now();
    let window = this.#windows.get(address);
    if (window === undefined || window.endsAt <= now) {
      this.#windows.delete(address);
      window = { count: 0, endsAt: now + this.#milliseconds };
      this.#windows.set(address, window);
      if (this.#windows.size > MAX_ADDRESSES) this.#forgetOldest();
    }
    window.count += units;
    return this.#allowance(window, now);
  }

  /** The current count without adding to it, for callers that count only failures. */
  peek(address: string): Allowance {
    const now = this.#now();
    const window = this.#windows.get(address);
    const isOver = window === undefined || window.endsAt <= now;
    return this.#allowance(isOver ? { count: 0, endsAt: now + this.#milliseconds } : window, now);
  }

  #allowance({ count, endsAt }: Window, now: number): Allowance {
    return {
      limit: this.limit,
      remaining: Math.max(0, this.limit - count),
      resetSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
      isExceeded: count > this.limit,
    };
  }

  /** A Map keeps the order of insertion, and a window is inserted when it begins. */
  #forgetOldest(): void {
    for (const oldest of this.#windows.keys()) {
      this.#windows.delete(oldest);
      return;
    }
  }
}

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
 * (`rateLimit` of addRoute) besides. 0 is no limit. Kept in this process: with n processes the limits are n times
 * as large (docs/operations.md).
 * Data calls of a page that is being rendered count for the visitor's address, and only against the route's own
 * limit: a page that searches is a search.
 * @returns `chargeCost`, an onRequest hook for behind the response cache: a request the cache has not answered counts
 * as much as its route says it costs (`cost` of addRoute). The difference is charged afterwards and refuses the next
 * request, so that a limit below a cost is one request and not none.
 */
export function installRateLimit(
  app: FastifyInstance,
  options: { perMinute: number },
): { chargeCost: onRequestHookHandler } {
  const general = options.perMinute > 0 ? new RateLimiter(options.perMinute) : undefined;
  const limits = new Map<string, RateLimiter>();
  app.addHook('onRoute', (route) => {
    const perMinute = route.config?.rateLimit ?? 0;
    if (perMinute > 0 && !limits.has(route.url)) limits.set(route.url, new RateLimiter(perMinute));
  });

  app.addHook('onRequest', (request, reply, done) => {
    if ((general === undefined && limits.size === 0) || UNLIMITED_PATHS.test(request.url)) return done();
    if (request.routeOptions.config?.isSigned) return done();
    const { internalCall } = request;
    // The outer request was counted; what the cache renews by itself counts against nobody.
    if (internalCall?.purpose === 'render') return done();
    if (internalCall !== undefined && internalCall.address === undefined) return done();
    const address = clientIpKey(internalCall?.address ?? request.ip ?? '');
    const ofRoute = limits.get(request.routeOptions.url ?? '');
    const allowance = stricterAllowance(
      internalCall === undefined ? general?.count(address) : undefined,
      ofRoute?.count(address),
    );
    if (allowance === undefined) return done();
    reply.headers({
      'ratelimit-limit': allowance.limit,
      'ratelimit-remaining': allowance.remaining,
      'ratelimit-reset': allowance.resetSeconds,
    });
    done(allowance.isExceeded ? tooManyRequests(allowance.resetSeconds) : undefined);
  });

  return {
    chargeCost(request, _reply, done) {
      const { internalCall } = request;
      const cost = request.routeOptions.config?.cost ?? 1;
      // A visitor's page is rendered by an internal call for their address, or for nobody's.
      const address = internalCall === undefined ? request.ip : internalCall.address;
      if (cost > 1 && internalCall?.purpose !== 'data' && address !== undefined) {
        general?.count(clientIpKey(address), cost - 1);
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

function waitText(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
