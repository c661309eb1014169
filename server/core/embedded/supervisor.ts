import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { clusterPath } from './cluster.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { reason } from './folder.ts';
import { readLogEnd, startUnderLifeline, trimLog, type UnderLifeline } from './lifeline.ts';
import { takeServerLock } from './lock.ts';
import type { ServerUser } from './run.ts';
import { serverArguments, socketPort } from './server-settings.ts';

interface Options {
  folder: string;
  socketFolder: string;
  user: ServerUser | undefined;
  binaries: Binaries;
  log: (message: string, fields?: Record<string, unknown>) => void;
  onStateChange: (state: 'up' | 'down') => void;
}

/** A server that dies sooner than this after being ready may do so again: then a moment's pause. */
const steadyAfter = 1_000;
const firstStartAttempts = 5;

/** Keeps one postgres running on the folder, from `start` to `stop`. */
export class Supervisor {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #server: UnderLifeline | undefined;
  #watching: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;
  #logTimer: NodeJS.Timeout | undefined;
  /** Of the running postmaster; changes with every restart. */
  pid = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when the server takes connections. Early exits are retried, then reported with the log's end. */
  async start(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#launch();
        break;
      } catch (error) {
        if (this.#stopping.signal.aborted || attempt === firstStartAttempts || isFinal(error)) throw error;
        this.#options.log('the database server ended while starting; trying again', {
          attempt,
          error: reason(error),
        });
        await this.#backOff(attempt);
      }
    }
    this.#watching = this.#watch();
    this.#logTimer = setInterval(() => void trimLog(this.#options.folder).catch(() => {}), 30_000).unref();
  }

  /** Ends the server as our own death would, and waits until its last process is gone. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    clearInterval(this.#logTimer);
    this.#stopping.abort();
    await this.#server?.end();
    await this.#watching;
    // A postmaster that had to be killed leaves children; they hold this lock.
    const lock = await takeServerLock(this.#options.folder).catch(() => undefined);
    await lock?.release();
  }

  async #launch(): Promise<void> {
    const { folder, user, binaries } = this.#options;
    const cluster = clusterPath(folder);
    const lock = await takeServerLock(folder, this.#stopping.signal);
    try {
      // Stale, since we have the lock, and misleading: their pid may be alive as something else, or be a
      // zombie that nobody collects (a container without init), which postgres takes for a running server.
      const socket = join(this.#options.socketFolder, `.s.PGSQL.${socketPort}`);
      for (const stale of [join(cluster, 'postmaster.pid'), socket, `${socket}.lock`])
        await rm(stale, { force: true });
      await trimLog(folder).catch(() => {});
      this.#stopping.signal.throwIfAborted();
      this.#server = startUnderLifeline({
        command: binaries.postgres,
        args: serverArguments(cluster, this.#options.socketFolder),
        folder,
        user,
        lock,
      });
    } finally {
      await lock.release();
    }
    this.pid = await this.#ready(this.#server, cluster);
  }

  /** Ready is when postmaster.pid says so and names our child: an older file may say ready too. */
  async #ready(server: UnderLifeline, cluster: string): Promise<number> {
    const pid = await server.pid;
    let gone: string | undefined;
    void server.exited.then(({ how }) => {
      gone = how;
    });
    const started = Date.now();
    for (let nextWord = 10_000; gone === undefined; await delay(10)) {
      const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
      if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return pid;
      if (Date.now() - started < nextWord) continue;
      this.#options.log('the database server is still starting; after a crash it reads its journal first', {
        seconds: Math.round((Date.now() - started) / 1_000),
      });
      nextWord += 10_000;
    }
    throw new EmbeddedDatabaseError(
      'start',
      `The database server ended while starting (${gone}). The end of its log:\n${await readLogEnd(this.#options.folder)}`,
    );
  }

  async #watch(): Promise<void> {
    while (this.#server) {
      const upSince = Date.now();
      const { how } = await this.#server.exited;
      if (this.#stopping.signal.aborted) return;
      const downSince = Date.now();
      this.#options.log('the database server ended; restarting it', { how });
      this.#options.onStateChange('down');
      for (let failures = downSince - upSince < steadyAfter ? 1 : 0; ; failures += 1) {
        await this.#backOff(failures);
        if (this.#stopping.signal.aborted) return;
        try {
          await this.#launch();
          break;
        } catch (error) {
          if (this.#stopping.signal.aborted) return;
          this.#options.log('the database server does not start; trying again', { error: reason(error) });
        }
      }
      this.#options.log('the database server is back', {
        pid: this.pid,
        milliseconds: Date.now() - downSince,
      });
      this.#options.onStateChange('up');
    }
  }

  /** At once, then 0.1 s, 0.2 s … up to 5 s. Cut short by `stop`. */
  async #backOff(failures: number): Promise<void> {
    if (failures === 0) return;
    const wait = Math.min(5_000, 100 * 2 ** (failures - 1));
    await delay(wait, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof EmbeddedDatabaseError && error.code !== 'start';
}
