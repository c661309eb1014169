import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Connection, clusterPath, readPassword } from './cluster.ts';
import { findUsedFolder } from './fallback-folder.ts';

/** Lines of postmaster.pid, counted from 0 (src/include/utils/pidfile.h). */
const PORT_LINE = 3;
const SOCKET_LINE = 4;

/**
 * The connection to the embedded database of `dataDir` while an app runs it, for commands beside it; undefined when none
 * does, or when this user may not use it. A file left by a killed server leads nowhere, so it is tried.
 */
export async function findRunningDatabase(dataDir: string): Promise<Connection | undefined> {
  const folder = await findUsedFolder(dataDir).catch(() => undefined);
  if (folder === undefined) return undefined;
  const pidFile = await readFile(join(clusterPath(folder), 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = pidFile.split('\n');
  const [port, host] = [Number(lines[PORT_LINE]), lines[SOCKET_LINE]];
  if (!port || !host) return undefined;
  const password = await readPassword(folder).catch(() => undefined);
  if (password === undefined) return undefined;
  const connection = { host, port, user: 'promptarium', password, database: 'promptarium' };
  return (await isReachable(connection)) ? connection : undefined;
}

async function isReachable(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
