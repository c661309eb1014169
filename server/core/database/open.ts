import { hostname } from 'node:os';
import { startEmbeddedDatabase } from '../embedded/embedded-database.ts';
import type { Connection } from './pool.ts';

export interface OpenDatabase {
  connection: Connection;
  /** Sentences for whoever started the app: what runs and where the data lie. */
  notes: string[];
  stop(): Promise<void>;
}

/**
 * The database the settings ask for: an outside one when `databaseUrl` is set, else our own PostgreSQL below
 * `dataDir`. An outside one is not waited for here; the app comes up without it and says so.
 */
export async function openDatabase(settings: {
  databaseUrl: string | undefined;
  dataDir: string;
  databaseRunAs: string | undefined;
  logLevel: string;
}): Promise<OpenDatabase> {
  if (settings.databaseUrl) {
    const { host, pathname, searchParams } = new URL(settings.databaseUrl);
    return {
      connection: { connectionString: settings.databaseUrl },
      notes: [
        `Database: PostgreSQL at ${searchParams.get('host') ?? host}, ${pathname.slice(1)} (DATABASE_URL)`,
      ],
      stop: async () => undefined,
    };
  }
  const embedded = await startEmbeddedDatabase({
    dataDir: settings.dataDir,
    log: logTo(settings.logLevel),
    ...(settings.databaseRunAs ? { runAs: settings.databaseRunAs } : {}),
  });
  return {
    connection: embedded.connection,
    notes: [`Database: embedded PostgreSQL 18, data in ${embedded.dataDir}`, ...embedded.notes],
    stop: () => embedded.stop(),
  };
}

/**
 * The app's log begins after the database; these lines look like its own. They are warnings, because the supervisor
 * speaks when something is unusual only: a first start, a server that ended, one that does not come up.
 */
function logTo(level: string): (message: string, fields?: Record<string, unknown>) => void {
  if (['error', 'fatal', 'silent'].includes(level)) return () => undefined;
  return (message, fields) => {
    const line = {
      level: 40,
      time: Date.now(),
      pid: process.pid,
      hostname: hostname(),
      ...fields,
      msg: message,
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  };
}
