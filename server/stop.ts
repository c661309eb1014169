import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './core/readiness.ts';

/** However long something hangs, the process ends within this. Milliseconds after draining. */
const LAST_CALL = 12_000;

/** npm and the terminal both deliver Ctrl-C: what comes again so soon is the same signal. Milliseconds. */
const SAME_SIGNAL = 1000;

/** How often connections that have become idle are looked for while the server closes. Milliseconds. */
const SWEEP = 50;

export interface Ending {
  /** Aborted by the first SIGTERM or SIGINT. */
  signal: AbortSignal;
  /** What is opened is closed at the end, the last opened first. */
  closeAtEnd(close: () => Promise<void>): void;
  /** A signal meanwhile waits until these steps are through, so that nothing opens behind its back. */
  waitFor(opening: Promise<unknown>): void;
  /** From then on the end is told there; before, it is told to nobody. */
  setLog(log: FastifyInstance['log']): void;
  /** Closes everything and ends the process. */
  finish(exitCode: number): Promise<void>;
}

/**
 * Ends the process by SIGTERM and SIGINT with exit code 0: closes what was opened, the HTTP server first. A second
 * signal, a second or more later, ends it at once with 1.
 */
export function endOnSignals(readiness: Readiness, drainMilliseconds: () => number): Ending {
  const asked = new AbortController();
  const closers: (() => Promise<void>)[] = [];
  let opening: Promise<unknown> = Promise.resolve();
  let log: FastifyInstance['log'] | undefined;
  let finishing: Promise<void> | undefined;
  let firstSignal = 0;

  async function closeAll(exitCode: number): Promise<void> {
    setTimeout(() => {
      log?.error('not everything could be closed in time');
      process.exit(1);
    }, drainMilliseconds() + LAST_CALL).unref();
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
    if (asked.signal.aborted) {
      if (performance.now() - firstSignal >= SAME_SIGNAL) process.exit(1);
      return;
    }
    firstSignal = performance.now();
    asked.abort();
    readiness.state = 'stopping';
    readiness.reason = 'This process is stopping.';
    log?.info({ signal: name }, 'stopping');
    await opening.catch(() => undefined);
    await ending.finish(0);
  }

  const ending: Ending = {
    signal: asked.signal,
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
  return ending;
}

/**
 * Lets an HTTP server end without failing a request, by the recipe measured in RELIABILITY section 3: for
 * `milliseconds` it goes on serving with `Connection: close`, so that a balancer notices /readyz and clients come
 * back elsewhere; then nobody new comes in, requests in flight finish, and the app closes. In this order, because
 * a page in flight still calls the API, which a closing app refuses.
 */
export async function drain(app: FastifyInstance, milliseconds: number): Promise<void> {
  const server: Server = app.server;
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await sleep(milliseconds);
  await new Promise<void>((done) => {
    // Connections of requests that came before are kept alive by their answers, and closed here.
    const sweeping = setInterval(() => server.closeIdleConnections(), SWEEP);
    // Not the HTTP server's own close: with it Node stops watching the clock of slow requests, and one of them
    // would hold the process until the last call.
    NetServer.prototype.close.call(server, () => {
      clearInterval(sweeping);
      done();
    });
  });
  await app.close();
}
