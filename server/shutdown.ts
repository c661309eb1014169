import { request, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { logWarning } from './core/logging/log-lines.ts';
import type { Readiness } from './core/readiness.ts';

/** Whatever hangs, the process ends within this. Milliseconds after draining. */
const CLOSE_TIMEOUT = 12_000;

/** npm and the terminal both deliver Ctrl-C: what comes again so soon is the same signal. Milliseconds. */
const SAME_SIGNAL = 1000;

/** How often connections that have become idle are looked for while the server closes. Milliseconds. */
const SWEEP = 50;

/** How long a start waits for a copy that is stopping. Milliseconds. */
const STOPPING_COPY_TIMEOUT = 15_000;

const STOPPING = 'This process is stopping.';

export interface Shutdown {
  /** Aborted by the first SIGTERM or SIGINT. */
  signal: AbortSignal;
  /** What is opened is closed at the end, the last opened first. */
  closeAtEnd(close: () => Promise<void>): void;
  /** A signal in the meantime waits until these steps are through, so that nothing is opened while everything closes. */
  waitFor(opening: Promise<unknown>): void;
  /** From then on the end is logged there; before, it is not logged. */
  setLog(log: FastifyInstance['log']): void;
  /** Closes everything and ends the process. */
  finish(exitCode: number): Promise<void>;
}

/**
 * Ends the process by SIGTERM and SIGINT with exit code 0: closes what was opened, the HTTP server first. A second
 * signal, a second or more later, ends it at once with 1.
 */
export function shutDownOnSignals(readiness: Readiness, drainMilliseconds: () => number): Shutdown {
  const stopping = new AbortController();
  const closers: (() => Promise<void>)[] = [];
  let opening: Promise<unknown> = Promise.resolve();
  let log: FastifyInstance['log'] | undefined;
  let finishing: Promise<void> | undefined;
  let firstSignal = 0;

  async function closeAll(exitCode: number): Promise<void> {
    setTimeout(() => {
      log?.error('not everything could be closed in time');
      process.exit(1);
    }, drainMilliseconds() + CLOSE_TIMEOUT).unref();
    let code = exitCode;
    for (const close of closers.reverse()) {
      await close().catch((error: unknown) => {
        log?.error({ err: error }, 'closing failed');
        code = 1;
      });
    }
    log?.info('stopped');
    process.exit(code);
  }

  async function stop(name: NodeJS.Signals): Promise<void> {
    if (stopping.signal.aborted) {
      if (performance.now() - firstSignal >= SAME_SIGNAL) process.exit(1);
      return;
    }
    firstSignal = performance.now();
    stopping.abort();
    readiness.state = 'stopping';
    readiness.reason = STOPPING;
    log?.info({ signal: name }, 'stopping');
    await opening.catch(() => undefined);
    await shutdown.finish(0);
  }

  const shutdown: Shutdown = {
    signal: stopping.signal,
    closeAtEnd: (close) => void closers.push(close),
    waitFor: (steps) => {
      opening = steps;
    },
    setLog: (to) => {
      log = to;
    },
    finish: (exitCode) => (finishing ??= closeAll(exitCode)),
  };
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => void stop(name));
  return shutdown;
}

/**
 * Lets an HTTP server end without failing a request, in a measured order: for
 * `milliseconds` it continues to serve with `Connection: close`, so that a balancer notices /readyz and clients come
 * back elsewhere; then it accepts no connection, requests in flight finish, and the app closes. In this order, because
 * a page in flight still calls the API, which a closing app refuses. With nobody connected there is nothing to wait
 * for; a proxy that opens a connection for each request counts as connected while it sends requests.
 * @param app before it listens
 */
export function createDrain(
  app: FastifyInstance,
  { isBehindProxy }: { isBehindProxy: boolean },
): (milliseconds: number) => Promise<void> {
  const server: Server = app.server;
  let requestedAt = Number.NEGATIVE_INFINITY;
  server.prependListener('request', () => {
    requestedAt = performance.now();
  });
  return async (milliseconds) => {
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    const connections = await new Promise<number>((done) =>
      server.getConnections((_error, count) => done(count)),
    );
    const isRecent = performance.now() - requestedAt < milliseconds;
    if (connections > 0 || (isBehindProxy && isRecent)) await sleep(milliseconds);
    await new Promise<void>((done) => {
      // Connections of requests that came before are kept alive by their responses, and closed here.
      const sweeping = setInterval(() => server.closeIdleConnections(), SWEEP);
      // Not the HTTP server's own close: with it Node stops watching the clock of slow requests, and one of them
      // would hold the process until the timeout above.
      NetServer.prototype.close.call(server, () => {
        clearInterval(sweeping);
        done();
      });
    });
    await app.close();
  };
}

/** Where a copy that was asked to stop still has the port, waits until it is free, up to 15 s, and says so. */
export async function waitForStoppingInstance(
  { host, port, logLevel }: { host: string; port: number; logLevel: string },
  signal: AbortSignal,
): Promise<void> {
  const giveUp = performance.now() + STOPPING_COPY_TIMEOUT;
  let isAnnounced = false;
  while (!signal.aborted && port !== 0 && performance.now() < giveUp && (await isStopping(host, port))) {
    if (!isAnnounced) logWarning(logLevel, 'waiting for the previous instance to stop', { port });
    isAnnounced = true;
    await sleep(100);
  }
}

/** Not by fetch, which takes longer to load than the response takes to come. */
function isStopping(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const call = request({ host, port, path: '/readyz', agent: false, timeout: 1000 }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', () => done(false));
      response.on('end', () => done(response.statusCode === 503 && text.includes(STOPPING)));
    });
    call.on('timeout', () => call.destroy());
    call.on('error', () => done(false));
    call.end();
  });
}
