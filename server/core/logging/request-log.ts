import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

type Method = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/**
 * `request.log`: the logger whose lines carry the request's id, made when something is logged. Most requests
 * log nothing but their own line, and creating the logger costs as much as serving a cached response.
 */
class RequestLogger implements FastifyBaseLogger {
  readonly #root: FastifyBaseLogger;
  readonly #bindings: Parameters<FastifyBaseLogger['child']>[0];
  #made: FastifyBaseLogger | undefined;

  constructor(root: FastifyBaseLogger, bindings: Parameters<FastifyBaseLogger['child']>[0]) {
    this.#root = root;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#root.level;
  }

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#logger().child(...args);
  }

  fatal(...args: unknown[]): void {
    this.#write('fatal', args);
  }

  error(...args: unknown[]): void {
    this.#write('error', args);
  }

  warn(...args: unknown[]): void {
    this.#write('warn', args);
  }

  info(...args: unknown[]): void {
    this.#write('info', args);
  }

  debug(...args: unknown[]): void {
    this.#write('debug', args);
  }

  trace(...args: unknown[]): void {
    this.#write('trace', args);
  }

  silent(): void {}

  #write(method: Method, args: unknown[]): void {
    const logger = this.#logger();
    Reflect.apply(logger[method], logger, args);
  }

  #logger(): FastifyBaseLogger {
    this.#made ??= this.#root.child(this.#bindings);
    return this.#made;
  }
}

/** For Fastify's `childLoggerFactory`. */
export function requestLogger(
  root: FastifyBaseLogger,
  bindings: Parameters<FastifyBaseLogger['child']>[0],
): FastifyBaseLogger {
  return new RequestLogger(root, bindings);
}

/**
 * One line a request: id, route, status, time. The route's pattern instead of the address, because an address
 * can hold what somebody searched for. Internal calls are part of the outer request's line.
 */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.internalCall === undefined) {
      app.log.info(
        {
          reqId: request.id,
          method: request.method,
          route: request.routeOptions.url ?? 'none',
          status: reply.raw.statusCode,
          milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
      );
    }
    done();
  });
}
