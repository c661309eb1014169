import { chmod } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../embedded-postgres/embedded-database.ts';
import { makeTestFolder } from './test-folder.ts';
import { databaseUrl, type TestPostgres } from './test-postgres.ts';

/** A PostgreSQL for one test alone, to be stopped, killed and restarted. */
export interface DedicatedPostgres {
  /** As DATABASE_URL; the same over all its lives. */
  url: string;
  connection: TestPostgres['connection'] & { database: string };
  /** Of the postmaster, while it runs. */
  readonly pid: number;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/**
 * Our embedded PostgreSQL in a folder of its own, from the app's side an outside one: reached by its address.
 * @param fill puts a data folder there before the first start
 */
export async function startDedicatedPostgres(
  fill?: (dataDir: string) => Promise<void>,
): Promise<DedicatedPostgres> {
  const folder = await makeTestFolder();
  await fill?.(folder.path);
  const start = () => startEmbeddedDatabase({ dataDir: folder.path, log: () => undefined });
  let database: EmbeddedDatabase | undefined = await start();
  const { connection } = database;
  async function stop(): Promise<void> {
    await database?.stop();
    database = undefined;
  }
  return {
    url: databaseUrl(connection),
    connection,
    get pid() {
      // Not 0, which as the target of a signal is the whole of the test run.
      if (!database) throw new Error('This PostgreSQL is not running.');
      return database.pid;
    },
    stop,
    async start() {
      database ??= await start();
    },
    async remove() {
      await stop();
      await folder.remove();
    },
  };
}

/** A connection to a PostgreSQL that a test can disturb. */
export interface DatabaseProxy {
  url: string;
  /** From now on nothing passes in either direction, and neither side notices. */
  freeze(): void;
  /** Passes everything again, beginning with what was held back. */
  thaw(): void;
  close(): Promise<void>;
}

/**
 * Stands between the app and a PostgreSQL on a Unix socket.
 * @param rewrite changes what the server says; the length in bytes must stay
 */
export async function openDatabaseProxy(
  postgres: Pick<DedicatedPostgres, 'connection'>,
  rewrite: (fromServer: Buffer) => Buffer = (bytes) => bytes,
): Promise<DatabaseProxy> {
  const folder = await makeTestFolder();
  const { host, port } = postgres.connection;
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server: Server = createServer((client) => {
    const target = createConnection(join(host, `.s.PGSQL.${port}`));
    forward(client, target, (bytes) => bytes);
    forward(target, client, rewrite);
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      if (isFrozen) socket.pause();
    }
  });
  const path = join(folder.path, `.s.PGSQL.${port}`);
  await new Promise<void>((done) => server.listen(path, done));
  await chmod(path, 0o777);
  return {
    url: databaseUrl({ ...postgres.connection, host: folder.path }),
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
      await folder.remove();
    },
  };
}

function forward(from: Socket, to: Socket, change: (bytes: Buffer) => Buffer): void {
  from.on('data', (bytes) => to.write(change(bytes)));
  from.on('close', () => to.destroy());
  from.on('error', () => to.destroy());
}
