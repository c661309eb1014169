import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Binaries, syncToDisk, unfinishedPrefix } from './binaries.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { type Lock, takeServerLock } from './lock.ts';
import { exists } from './paths.ts';
import { runCommand, type ServerUser } from './run-command.ts';
import { readLogEnd, startUnderWatchdog } from './watchdog.ts';

/** The superuser, for setup only. The application is an ordinary role, as on an outside server. */
export const superuser = 'postgres';

const passwordFile = 'promptarium.password';

interface ClusterOptions {
  folder: string;
  user: ServerUser | undefined;
  binaries: Binaries;
  log: (message: string, fields?: Record<string, unknown>) => void;
}

export function clusterPath(folder: string): string {
  return join(folder, 'cluster');
}

/** Makes sure `folder` holds a data directory that these binaries can open. Needs the owner lock. */
export async function prepareCluster(options: ClusterOptions): Promise<void> {
  const lock = await takeServerLock(options.folder);
  try {
    await removeUnfinished(options.folder);
    if (await isCluster(options)) return;
    options.log('making a new database', { folder: options.folder });
    await makeCluster(options, lock);
  } finally {
    await lock.release();
  }
}

async function isCluster({ folder, binaries }: ClusterOptions): Promise<boolean> {
  const cluster = clusterPath(folder);
  if (!(await exists(cluster))) return false;
  const major = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (major === binaries.major) return true;
  throw new EmbeddedDatabaseError(
    'version',
    major
      ? `The database in ${folder} was made by PostgreSQL ${major}, and this Promptarium brings PostgreSQL ${binaries.major}, which cannot open it. Export it with the Promptarium that made it, then import it here into a new DATA_DIR.`
      : `${cluster} exists but is not a PostgreSQL data directory. Move it away, or set another DATA_DIR.`,
  );
}

/** What earlier starts began and were killed in. No other process uses it: we hold both locks. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(unfinishedPrefix))
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * initdb works under another name, and only a complete, synced directory gets the real one:
 * a killed initdb never looks like a database (with initdb in place, 19 of 20 kills left the next start failing).
 */
async function makeCluster({ folder, user, binaries }: ClusterOptions, lock: Lock): Promise<void> {
  const unfinished = await mkdtemp(join(folder, unfinishedPrefix));
  const cluster = join(unfinished, 'cluster');
  const password = join(unfinished, passwordFile);
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) {
    for (const path of [unfinished, cluster, password]) await chown(path, user.uid, user.gid);
  }
  const initdb = startUnderWatchdog({
    command: binaries.initdb,
    args: initdbArguments(cluster, password),
    folder,
    user,
    lockFd: lock.fd,
  });
  const { code, description } = await initdb.exited;
  if (code !== 0) {
    throw new EmbeddedDatabaseError(
      'start',
      `${await explainInitdb(user, description)}\n${await readLogEnd(folder)}`,
    );
  }
  // initdb has synced its own files. An unsynced password came back empty after a power cut.
  await syncToDisk(password);
  await rename(password, join(cluster, passwordFile));
  await syncToDisk(cluster);
  await rename(cluster, clusterPath(folder));
  await syncToDisk(folder);
  await rm(unfinished, { recursive: true, force: true });
}

/**
 * Nothing is left to the environment's locale: with LANG unset initdb makes an SQL_ASCII
 * database. builtin C.UTF-8 is the same on every machine and never changes under an index.
 */
function initdbArguments(cluster: string, password: string): string[] {
  return [
    `--pgdata=${cluster}`,
    `--username=${superuser}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
    '--data-checksums',
    '--no-instructions',
  ];
}

async function explainInitdb(user: ServerUser | undefined, description: string): Promise<string> {
  const uid = String(user?.uid ?? process.getuid?.());
  const { code } = await runCommand('id', ['-un'], { user });
  const nameless = code !== 0 && !user;
  return nameless
    ? `PostgreSQL's initdb needs a name for uid ${uid}, and this machine has none (a container with an arbitrary uid?). Add a line to /etc/passwd, or set DATABASE_URL.`
    : `PostgreSQL's initdb failed (${description}). The end of its log:`;
}

export async function readPassword(folder: string): Promise<string> {
  const path = join(clusterPath(folder), passwordFile);
  const password = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (password) return password;
  throw new EmbeddedDatabaseError(
    'folder',
    `The database's password is missing: ${path}. Restore it from your copy of the data directory.`,
  );
}

export interface Connection {
  /** The socket's folder. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/**
 * Makes the application's role and database where they are missing; any step may be the first after a kill. The role is
 * no superuser: injected SQL must not reach files or programs, and what works here also works on a hosted PostgreSQL.
 * CREATEDB is for tests, which copy a template database; the parameter is for imports.
 */
export async function provision(connection: Connection): Promise<void> {
  const { user, database, password } = connection;
  const client = new pg.Client({
    ...connection,
    user: superuser,
    database: 'postgres',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {}); // Between two queries; the next query rejects.
  await client.connect();
  try {
    const found = await client.query<{ role: boolean; base: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = $2) AS base`,
      [user, database],
    );
    if (!found.rows[0]?.role) {
      await client.query('BEGIN');
      await client.query(`CREATE ROLE ${user} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`);
      await client.query(`GRANT SET ON PARAMETER session_replication_role TO ${user}`);
      await client.query(`GRANT pg_monitor TO ${user}`);
      await client.query('COMMIT');
    }
    if (!found.rows[0]?.base) await client.query(`CREATE DATABASE ${database} OWNER ${user}`);
  } finally {
    await client.end();
  }
}
