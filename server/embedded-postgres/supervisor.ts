import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { clusterPath } from './cluster.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { takeServerLock } from './lock.ts';
import { errorText } from './paths.ts';
import type { ServerUser } from './run-command.ts';
import { readLogEnd, startUnderWatchdog, trimLog, type WatchedProcess } from './watchdog.ts';

/** Only a name inside the socket's folder: the server listens on no network. */
export const socketPort = 5432;

interface Options {
  folder: string;
  socketFolder: string;
  user: ServerUser | undefined;
  binaries: Binaries;
  log: (message: string, fields?: Record<string, unknown>) => void;
}

/** A server that dies sooner than this after being ready may do so again: then a short pause. Milliseconds. */
const steadyAfter = 1_000;
const firstStartAttempts = 5;
/** Longer than an app that is stopped at the same time needs for its last requests. Milliseconds. */
const stoppingTimeout = 5_000;

/** Keeps one postgres running on the folder, from `start` to `stop`. */
export class Supervisor {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #server: WatchedProcess | undefined;
  #watching: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;
  #logTimer: NodeJS.Timeout | undefined;
  #statusTimer: NodeJS.Timeout | undefined;
  #stoppingSince: number | undefined;
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
          error: errorText(error),
        });
        await this.#backOff(attempt);
      }
    }
    this.#watching = this.#watch();
    this.#logTimer = setInterval(() => void trimLog(this.#options.folder).catch(() => {}), 30_000).unref();
    this.#statusTimer = setInterval(() => void this.#endWhenStopping(), 1_000).unref();
  }

  /** Ends the server as the end of this process would, and waits until its last process is gone. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    clearInterval(this.#logTimer);
    clearInterval(this.#statusTimer);
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
      // Stale, since we have the lock, and misleading: their pid may belong to another process now, or to a zombie
      // that is never reaped (a container without init), which postgres takes for a running server.
      const socket = join(this.#options.socketFolder, `.s.PGSQL.${socketPort}`);
      for (const stale of [join(cluster, 'postmaster.pid'), socket, `${socket}.lock`])
        await rm(stale, { force: true });
      await trimLog(folder).catch(() => {});
      this.#stopping.signal.throwIfAborted();
      this.#server = startUnderWatchdog({
        command: binaries.postgres,
        args: serverArguments(cluster, this.#options.socketFolder),
        folder,
        user,
        lockFd: lock.fd,
      });
    } finally {
      await lock.release();
    }
    this.pid = await this.#ready(this.#server, cluster);
  }

  /** Ready is when postmaster.pid says so and names our child: an older file may say ready too. */
  async #ready(server: WatchedProcess, cluster: string): Promise<number> {
    const pid = await server.pid;
    let exitReason: string | undefined;
    void server.exited.then(({ description }) => {
      exitReason = description;
    });
    const started = Date.now();
    for (let nextReport = 10_000; exitReason === undefined; await delay(10)) {
      if ((await readStatus(cluster, pid)) === 'ready') return pid;
      if (Date.now() - started < nextReport) continue;
      this.#options.log('the database server is still starting; after a crash it reads its journal first', {
        seconds: Math.round((Date.now() - started) / 1_000),
      });
      nextReport += 10_000;
    }
    throw new EmbeddedDatabaseError(
      'start',
      `The database server ended while starting (${exitReason}). The end of its log:\n${await readLogEnd(this.#options.folder)}`,
    );
  }

  /**
   * A server that was sent SIGTERM refuses new clients and waits for those it has, which the app's pool never lets go.
   * It is ended, and `#watch` starts another.
   */
  async #endWhenStopping(): Promise<void> {
    const status = await readStatus(clusterPath(this.#options.folder), this.pid);
    if (status !== 'stopping' || this.#stopping.signal.aborted) {
      this.#stoppingSince = undefined;
      return;
    }
    this.#stoppingSince ??= Date.now();
    if (Date.now() - this.#stoppingSince < stoppingTimeout) return;
    this.#stoppingSince = undefined;
    this.#options.log('another program told the database server to stop; ending it');
    await this.#server?.end();
  }

  async #watch(): Promise<void> {
    while (this.#server) {
      const upSince = Date.now();
      const { description } = await this.#server.exited;
      if (this.#stopping.signal.aborted) return;
      const downSince = Date.now();
      this.#options.log('the database server ended; restarting it', { how: description });
      for (let failures = downSince - upSince < steadyAfter ? 1 : 0; ; failures += 1) {
        await this.#backOff(failures);
        if (this.#stopping.signal.aborted) return;
        try {
          await this.#launch();
          break;
        } catch (error) {
          if (this.#stopping.signal.aborted) return;
          this.#options.log('the database server does not start; trying again', { error: errorText(error) });
        }
      }
      this.#options.log('the database server is back', {
        pid: this.pid,
        milliseconds: Date.now() - downSince,
      });
    }
  }

  /** At once, then 0.1 s, 0.2 s … up to 5 s. Cut short by `stop`. */
  async #backOff(failures: number): Promise<void> {
    if (failures === 0) return;
    const wait = Math.min(5_000, 100 * 2 ** (failures - 1));
    await delay(wait, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}

/** What postmaster.pid says of this server: `starting`, `ready`, `stopping`; undefined when it is about another one. */
async function readStatus(cluster: string, pid: number): Promise<string | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === pid ? lines[7]?.trim() : undefined;
}

function isFinal(error: unknown): boolean {
  return error instanceof EmbeddedDatabaseError && error.code !== 'start';
}

/**
 * For a small machine shared with Node: two cores, one or two gigabytes. Given on the command
 * line, so they follow the program's version and not the day the database was made.
 */
function serverArguments(cluster: string, socketFolder: string): string[] {
  const settings: Record<string, string | number> = {
    // No TCP and no TLS: the bundled OpenSSL is 1.1.1, long out of support.
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: socketPort,
    max_connections: 100,
    cluster_name: 'promptarium',

    // What was acknowledged is on disk. These are the defaults, stated for the reader.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '512MB',
    random_page_cost: '1.1',
    // Starting a parallel worker costs more than our queries, on cores that Node needs.
    max_parallel_workers_per_gather: 0,
    jit: 'off',

    // Nothing of members' texts in the log: no statements, no "Key (title)=(…)" details.
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
