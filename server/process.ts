import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { type App, buildApp } from './app.ts';
import { type Config, ConfigError } from './config.ts';
import { UnusableDatabaseError } from './core/database/migrate.ts';
import { type OpenDatabase, openDatabase } from './core/database/open.ts';
import { type Db, openPool } from './core/database/pool.ts';
import { EmbeddedDatabaseError } from './core/embedded/errors.ts';
import { keepAnswersFresh } from './core/http/fresh-answers.ts';
import type { PageRenderer } from './core/pages/renderer.ts';
import type { Readiness } from './core/readiness.ts';
import { LibraryError } from './features/library/library.format.ts';
import { prepareDatabase } from './prepare.ts';
import { drain, type Ending, endOnSignals } from './stop.ts';

const ROOT = join(import.meta.dirname, '..');

/** Where pages come from: the build, or Vite in development. */
export interface Pages {
  renderer: PageRenderer;
  /** The built browser files; absent in development, where Vite serves them. */
  clientDir: string | undefined;
  /** Another policy instead of the strict one; in development only. */
  contentSecurityPolicy?: string;
  /** Called before the server listens. */
  install?(server: FastifyInstance): Promise<void>;
  /** Called before the server drains. */
  close?(): Promise<void>;
}

interface Opened {
  app: App;
  db: Db;
  pool: pg.Pool;
  database: OpenDatabase;
}

/**
 * Config → pages → database → app → listen → prepare (migrate, load) → ready. Ends by SIGTERM and SIGINT with 0,
 * by a start that cannot succeed with 1 and a sentence on standard error.
 * @param afterOpening called once, with the library open; its sentences are told with the address
 */
export async function runProcess(
  readSettings: () => Config,
  loadPages: (config: Config) => Promise<Pages>,
  afterOpening: (db: Db) => Promise<string[]> = async () => [],
): Promise<void> {
  const readiness: Readiness = { state: 'starting', reason: 'The library is being opened.' };
  let config: Config | undefined;
  const ending = endOnSignals(readiness, () => config?.drainMilliseconds ?? 0);
  try {
    config = readSettings();
    const opening = open(config, loadPages, readiness, ending);
    ending.waitFor(opening);
    const { app, db, pool, database } = await opening;
    const url = addressOf(app.server, config);
    const report = await prepareDatabase({
      pool,
      root: ROOT,
      readiness,
      log: app.server.log,
      signal: ending.signal,
      onWaiting: (reason) =>
        tell(`Promptarium waits for its database at ${url}`, [...database.notes, reason]),
    });
    if (report === undefined) return;
    const notes = [...database.notes, report, ...(await afterOpening(db))];
    if (!ending.signal.aborted) tell(`Promptarium is open: ${url}`, notes);
  } catch (error) {
    // A start that was interrupted need not explain itself: the end is under way.
    if (ending.signal.aborted) return;
    process.stderr.write(`\n${explain(error, config)}\n\n`);
    readiness.state = 'stopping';
    await ending.finish(1);
  }
}

async function open(
  config: Config,
  loadPages: (config: Config) => Promise<Pages>,
  readiness: Readiness,
  ending: Ending,
): Promise<Opened> {
  const pages = await loadPages(config);
  if (pages.close) ending.closeAtEnd(pages.close);
  ending.signal.throwIfAborted();
  const database = await openDatabase(config);
  ending.closeAtEnd(() => database.stop());
  ending.signal.throwIfAborted();
  // The app does not exist yet, and its log with it; by the time of a first error it does.
  const onError = (error: Error) =>
    app.server.log.warn({ reason: error.message }, 'database connection lost');
  const { db, pool, close } = openPool(database.connection, { size: config.databasePoolSize, onError });
  ending.closeAtEnd(close);
  const app = await buildApp({ db, readiness, ...pages }, { ...config, ...policyOf(pages) });
  ending.setLog(app.server.log);
  exitOnUnknownErrors(app.server.log);
  const changes = keepAnswersFresh(database.connection, app.cache);
  ending.closeAtEnd(() => changes.stop());
  await pages.install?.(app.server);
  ending.signal.throwIfAborted();
  await app.server.listen({ host: config.host, port: config.port });
  // Whoever sent a signal wants us to be missed by nobody; a start that failed has nobody to be missed by.
  ending.closeAtEnd(() => drain(app.server, ending.signal.aborted ? config.drainMilliseconds : 0));
  return { app, db, pool, database };
}

const policyOf = ({ contentSecurityPolicy }: Pages) =>
  contentSecurityPolicy === undefined ? {} : { contentSecurityPolicy };

/**
 * An error that nobody caught leaves the process in a state that nobody knows: it says so and ends, and whatever
 * started it starts it again. The embedded database shuts down cleanly behind it, as after a kill.
 */
function exitOnUnknownErrors(log: FastifyInstance['log']): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'an error that nobody caught; the process ends');
    process.exit(1);
  });
}

/** With PORT=0 the system chooses. */
function addressOf(server: FastifyInstance, config: Config): string {
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  return config.publicUrl.replace(/:0$/, `:${port}`);
}

/** For the person at the terminal; the log beside it is for machines. */
function tell(headline: string, notes: readonly string[]): void {
  process.stdout.write(`\n  ${headline}\n${notes.map((note) => `  ${note}\n`).join('')}\n`);
}

/** A sentence where the cause is outside, a stack where it is a fault of ours. */
function explain(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  const place = config ? `${config.host} port ${config.port}` : '';
  if (code === 'EADDRINUSE') {
    return `Cannot listen on ${place}: another program does already. Stop it, or set PORT to a free one.`;
  }
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return `Cannot listen on ${place}: ports below 1024 need more rights. Set PORT to a higher one.`;
  }
  if (code === 'EADDRNOTAVAIL' || ('syscall' in error && error.syscall === 'getaddrinfo')) {
    return `Cannot listen on ${place}: this machine has no such address. Check HOST.`;
  }
  if (error instanceof pg.DatabaseError) return `The database refused to be prepared: ${error.message}`;
  const isSentence = [ConfigError, EmbeddedDatabaseError, UnusableDatabaseError, LibraryError].some(
    (kind) => error instanceof kind,
  );
  return isSentence ? error.message : (error.stack ?? error.message);
}
