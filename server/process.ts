import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import { backUpDaily } from './core/backup/backup.job.ts';
import type { Db } from './core/database/pool.ts';
import type { PageRenderer } from './core/pages/renderer.ts';
import type { Readiness } from './core/readiness.ts';
import { requireFileDescriptors } from './file-descriptor-limit.ts';
import { openDatabase } from './open-database.ts';
import type { Connections } from './process.connections.ts';
import { openMetrics } from './process.metrics.ts';
import { createDrain, type Shutdown, shutDownOnSignals, waitForStoppingInstance } from './shutdown.ts';
import type { ShowStep } from './startup-steps.ts';

const ROOT = join(import.meta.dirname, '..');

/** Errors whose message is a sentence for the person who starts the app; of others the stack is shown. */
const EXPECTED_ERRORS = [
  'ConfigError',
  'EmbeddedDatabaseError',
  'UnusableDatabaseError',
  'LibraryError',
  'OpenFilesError',
];

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

/**
 * Starts a sidecar of the app, such as the sandbox. It takes its ports when `open` is called, with the database open
 * and so no other copy running, and is closed before the database.
 */
export type StartSidecar = (config: Config) => { open(): Promise<Sidecar> } | undefined;

export interface Sidecar {
  /** The settings, extended by those of the sidecar. */
  config: Config;
  /** Called once, with the library open; its sentences are shown with the address. */
  onReady(db: Db): Promise<string[]>;
  close(): Promise<void>;
}

export interface ProcessOptions {
  readSettings(): Config;
  loadPages(config: Config): Promise<Pages>;
  startSidecar?: StartSidecar;
  showStep?: ShowStep;
}

interface RunningApp {
  app: App;
  connections: Connections;
  /** Sentences for the person at the terminal. */
  messages: string[];
  sidecar: Sidecar | undefined;
}

/**
 * Config → database → pages and sidecar → app → listen → prepare (migrate, load) → ready. Ends by SIGTERM and
 * SIGINT with 0, by a start that cannot succeed with 1 and a sentence on standard error.
 */
export async function runProcess(options: ProcessOptions): Promise<void> {
  const { showStep = (_label, work) => work() } = options;
  const readiness: Readiness = { state: 'starting', reason: 'The library is being opened.' };
  let config: Config | undefined;
  const shutdown = shutDownOnSignals(readiness, () => config?.drainMilliseconds ?? 0);
  try {
    requireFileDescriptors();
    config = options.readSettings();
    const opening = open(config, { ...options, showStep }, readiness, shutdown);
    shutdown.waitFor(opening);
    const { app, connections, messages, sidecar } = await opening;
    const { db, pool } = connections;
    const url = addressOf(app.server, config);
    const { prepareDatabase } = await import('./prepare-database.ts');
    const report = await prepareDatabase({
      pool,
      root: ROOT,
      readiness,
      log: app.server.log,
      signal: shutdown.signal,
      showStep,
      onWaiting: (reason) => show(`Promptarium waits for its database at ${url}`, [...messages, reason]),
    });
    if (report === undefined) return;
    connections.allowReplica();
    if (config.payments !== undefined) void logWorstFinding(app, db, config);
    messages.push(report, ...((await sidecar?.onReady(db)) ?? []));
    if (!shutdown.signal.aborted) show(`Promptarium is running at ${url}`, messages);
  } catch (error) {
    // A start that was interrupted need not explain itself: the end is under way.
    if (shutdown.signal.aborted) return;
    process.stderr.write(`\n${explain(error, config)}\n\n`);
    readiness.state = 'stopping';
    await shutdown.finish(1);
  }
}

/** What `npm run billing:doctor` would say first. In the background: nobody waits for the payment provider here. */
async function logWorstFinding({ server: { log } }: App, db: Db, config: Config): Promise<void> {
  const { payments: settings, publicUrl } = config;
  if (settings === undefined) return;
  const { diagnoseBilling, worstOf } = await import('./features/billing/billing.public.ts');
  const { level, subject, text } = worstOf(await diagnoseBilling({ settings, publicUrl, db }, log));
  const logAs = { ok: 'info', warn: 'warn', error: 'error' } as const;
  log[logAs[level]]({ about: subject, text }, 'payments examined (npm run billing:doctor)');
}

async function open(
  config: Config,
  options: ProcessOptions & { showStep: ShowStep },
  readiness: Readiness,
  shutdown: Shutdown,
): Promise<RunningApp> {
  const { showStep } = options;
  await waitForStoppingInstance(config, shutdown.signal);
  // All at once: this process loads modules while it waits for others to start.
  const startingSidecar = options.startSidecar?.(config);
  const loading = showStep('Loading the app', () => loadApp(config, options.loadPages));
  loading.catch(() => undefined); // Awaited below, unless the database fails first.
  const database = await showStep('Starting the database', () => openDatabase(config));
  shutdown.closeAtEnd(() => database.stop());
  shutdown.signal.addEventListener('abort', () => database.announceStop());
  shutdown.signal.throwIfAborted();
  const sidecar = startingSidecar && (await showStep('Starting the sandbox', () => startingSidecar.open()));
  if (sidecar) shutdown.closeAtEnd(sidecar.close);
  const { pages, buildApp, openConnections } = await loading;
  if (pages.close) shutdown.closeAtEnd(pages.close);
  shutdown.signal.throwIfAborted();
  // The app does not exist yet, and its log with it.
  // Loaded only where a setting asks for it: most starts have nobody who collects traces.
  const tracing = config.isTraced ? (await import('./core/tracing/tracing.ts')).openTracing() : undefined;
  if (tracing) shutdown.closeAtEnd(tracing.close);
  const connections = openConnections(database, config, () => app.server.log, tracing);
  const { db, pool, requestPool, ping } = connections;
  shutdown.closeAtEnd(connections.close);
  const settings = { ...(sidecar?.config ?? config), ...policyOf(pages) };
  const metrics = await openMetrics(config, { db, pool: requestPool });
  if (metrics) shutdown.closeAtEnd(metrics.close);
  const dependencies = { db, pool, ping, readiness, metrics: metrics?.metrics, tracing, ...pages };
  const app = await buildApp(dependencies, settings);
  if (config.backup) backUpDaily(app.server, { db, pool }, config.backup);
  shutdown.setLog(app.server.log);
  exitOnUnknownErrors(app.server.log);
  connections.listen((tags) => app.cache.invalidate(tags));
  await pages.install?.(app.server);
  shutdown.signal.throwIfAborted();
  const drain = createDrain(app.server, { isBehindProxy: config.trustProxy !== false });
  await showStep('Listening', () => app.server.listen({ host: config.host, port: config.port }));
  // A process that was sent a signal must not fail a request; a start that failed was never asked for any.
  shutdown.closeAtEnd(() => drain(shutdown.signal.aborted ? config.drainMilliseconds : 0));
  return { app, connections, messages: [...database.messages], sidecar };
}

async function loadApp(config: Config, loadPages: ProcessOptions['loadPages']) {
  const [pages, { buildApp }, { openConnections }] = await Promise.all([
    loadPages(config),
    import('./app.ts'),
    import('./process.connections.ts'),
  ]);
  return { pages, buildApp, openConnections };
}

const policyOf = ({ contentSecurityPolicy }: Pages) =>
  contentSecurityPolicy === undefined ? {} : { contentSecurityPolicy };

/**
 * An uncaught error leaves the process in an unknown state: it says so and exits, and a service manager starts it
 * again. The embedded database shuts down cleanly behind it, as after a kill.
 */
function exitOnUnknownErrors(log: FastifyInstance['log']): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught error; the process exits');
    process.exit(1);
  });
}

/** With PORT=0 the system chooses. */
function addressOf(server: FastifyInstance, config: Config): string {
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  return config.publicUrl.replace(/:0$/, `:${port}`);
}

/** For the person at the terminal; the log is for machines. */
function show(headline: string, messages: readonly string[]): void {
  const lines = [headline, ...messages];
  // A terminal that does not know its width says 0.
  const available = Math.max(process.stdout.columns || 100, 20) - 2;
  const rule = '─'.repeat(Math.min(Math.max(...lines.map(({ length }) => length)), available));
  process.stdout.write(`\n  ${[rule, ...lines, rule].join('\n  ')}\n\n`);
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
  return EXPECTED_ERRORS.includes(error.name) ? error.message : (error.stack ?? error.message);
}
