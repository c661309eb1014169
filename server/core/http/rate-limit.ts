import type { FastifyInstance } from 'fastify';
import { internalVisitor } from './internal-call.ts';
import { HttpProblem } from './problems.ts';

const WINDOW_MILLISECONDS = 60_000;

/** Addresses remembered at once; a flood from more forgets the oldest, which costs it one fresh window. */
const MOST_ADDRESSES = 50_000;

interface Window {
  count: number;
  /** When the count starts anew, milliseconds of `now`. */
  endsAt: number;
}

/** What is left to an address after this request. */
export interface Allowance {
  limit: number;
  remaining: number;
  /** Whole seconds until the count starts anew, at least 1. */
  resetSeconds: number;
  isExceeded: boolean;
}

/**
 * Counts requests by address (or whatever else names who asks) in fixed windows, of a minute unless told otherwise.
 * Synchronous: it stands in front of ready answers.
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

  count(address: string): Allowance {
    const now = this.#now();
    let window = this.#windows.get(address);
    if (window === undefined || window.endsAt <= now) {
      this.#windows.delete(address);
      window = { count: 0, endsAt: now + this.#milliseconds };
      this.#windows.set(address, window);
      if (this.#windows.size > MOST_ADDRESSES) this.#forgetOldest();
    }
    window.count += 1;
    return this.#allowance(window, now);
  }

  /** What was counted so far, for whoever counts only what has failed. */
  look(address: string): Allowance {
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
export function addressKey(ip: string): string {
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
 * Files of the build, which pages ask for in bunches, once; and the probes, which a balancer sends from the address
 * that all its visitors may share: a busy minute must not take the node out.
 */
const UNCOUNTED = /^\/(?:assets\/|healthz$|readyz$)/;

/**
 * Limits requests a minute and address: all together by `perMinute`, and a route's own smaller limit
 * (`rateLimit` of addRoute) besides. 0 is no limit. Kept in this process: with n processes the limits are n times
 * as large (docs/operations.md).
 * What the app asks itself while drawing a page is counted under the visitor, and only by the route's own limit:
 * a page that searches is a search.
 */
export function installRateLimit(
  app: FastifyInstance,
  options: { perMinute: number; internalToken: string },
): void {
  const general = options.perMinute > 0 ? new RateLimiter(options.perMinute) : undefined;
  const limits = new Map<string, RateLimiter>();
  app.addHook('onRoute', (route) => {
    const perMinute = route.config?.rateLimit ?? 0;
    if (perMinute > 0 && !limits.has(route.url)) limits.set(route.url, new RateLimiter(perMinute));
  });

  app.addHook('onRequest', (request, reply, done) => {
    if ((general === undefined && limits.size === 0) || UNCOUNTED.test(request.url)) return done();
    if (request.routeOptions.config?.isSigned) return done();
    const visitor = internalVisitor(request, options.internalToken);
    const address = addressKey(visitor ?? request.ip ?? '');
    const ofRoute = limits.get(request.routeOptions.url ?? '');
    const allowance = tighter(
      visitor === undefined ? general?.count(address) : undefined,
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
}

/** The one that says no, else the one with less left. */
function tighter(general: Allowance | undefined, ofRoute: Allowance | undefined): Allowance | undefined {
  if (general === undefined || ofRoute === undefined) return ofRoute ?? general;
  return !general.isExceeded && ofRoute.remaining <= general.remaining ? ofRoute : general;
}

export function tooManyRequests(seconds: number): HttpProblem {
  const text = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return new HttpProblem(429, `Too many requests. Please try again in ${text}.`, {
    'retry-after': String(seconds),
  });
}
