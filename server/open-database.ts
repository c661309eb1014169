import type { Connection } from './core/database/pool.ts';
import { type TlsMode, tlsOptions } from './core/database/tls.ts';
import { logWarning } from './core/logging/log-lines.ts';
import { startEmbeddedDatabase } from './embedded-postgres/embedded-database.ts';

export interface OpenDatabase {
  connection: Connection;
  /** For what outlives a transaction: LISTEN, advisory locks, migrations. The same, unless a pooler is in between. */
  direct: Connection;
  /** A streaming replica, and how many milliseconds it may be behind. */
  replica: { connection: Connection; maxLag: number } | undefined;
  /** Sentences for the person at the terminal: what runs and where the data lie. */
  messages: string[];
  /** A copy that starts in the meantime then waits for this one to stop, instead of being refused. */
  announceStop(): void;
  stop(): Promise<void>;
}

/**
 * The database the settings ask for: an outside one when `databaseUrl` is set, else our own PostgreSQL below
 * `dataDir`. An outside one is not waited for here; the app comes up without it and says so.
 */
export async function openDatabase(settings: {
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  databaseReplica: { url: string; maxLag: number } | undefined;
  databaseTls: TlsMode | undefined;
  dataDir: string;
  databaseRunAs: string | undefined;
  logLevel: string;
}): Promise<OpenDatabase> {
  if (settings.databaseUrl) {
    const { host, pathname, searchParams } = new URL(settings.databaseUrl);
    const optionsFor = (url: string) => ({
      connectionString: url,
      ssl: tlsOptions(url, settings.databaseTls),
    });
    const { databaseDirectUrl, databaseReplica: replica } = settings;
    const connection = optionsFor(settings.databaseUrl);
    return {
      connection,
      direct: databaseDirectUrl ? optionsFor(databaseDirectUrl) : connection,
      replica: replica && { connection: optionsFor(replica.url), maxLag: replica.maxLag },
      messages: [
        `Database: PostgreSQL at ${searchParams.get('host') ?? host}, ${pathname.slice(1)} (DATABASE_URL)`,
      ],
      announceStop: () => undefined,
      stop: async () => undefined,
    };
  }
  const embedded = await startEmbeddedDatabase({
    dataDir: settings.dataDir,
    // Warnings, because the supervisor logs unusual events only: a first start, a server that ended or does not start.
    log: (message, fields) => logWarning(settings.logLevel, message, fields),
    ...(settings.databaseRunAs ? { runAs: settings.databaseRunAs } : {}),
  });
  return {
    connection: embedded.connection,
    direct: embedded.connection,
    replica: undefined,
    messages: [`Database: embedded PostgreSQL 18, data in ${embedded.dataDir}`, ...embedded.messages],
    announceStop: () => embedded.announceStop(),
    stop: () => embedded.stop(),
  };
}
