import { randomUUID } from 'node:crypto';
import fastifySwagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { BRAND } from '#contract/brand.ts';
import { LIMITS } from '#contract/limits.ts';
import { CounterWrites } from './core/database/counters.ts';
import type { Db } from './core/database/pool.ts';
import { requireStatedAccess, type StatedRoute } from './core/http/access.ts';
import { ActionLimits } from './core/http/action-limit.ts';
import { originForm } from './core/http/addresses.ts';
import { AnswerCache } from './core/http/answer-cache.ts';
import { refuseClient } from './core/http/client-errors.ts';
import { installErrorHandler, refuseAddress } from './core/http/error-handler.ts';
import { installHostCheck } from './core/http/host.ts';
import { installJsonBodies } from './core/http/json-bodies.ts';
import { standardOutput } from './core/http/log-lines.ts';
import { installOpenBodyCheck } from './core/http/open-body.ts';
import { installRateLimit } from './core/http/rate-limit.ts';
import { installRequestLog, requestLogger } from './core/http/request-log.ts';
import { installSameOriginCheck } from './core/http/same-origin.ts';
import { installSecurityHeaders } from './core/http/security.ts';
import { installVisitorAnswers } from './core/http/visitor-answers.ts';
import { installPages } from './core/pages/pages.ts';
import type { PageRenderer } from './core/pages/renderer.ts';
import type { Readiness } from './core/readiness.ts';
import { requireReady } from './core/readiness.ts';
import { sessionCookie } from './core/sessions.ts';
import { installViewer, viewerOfSession } from './core/viewer.ts';
import type { GoogleSettings } from './features/account/account.google.ts';
import { installSignedInRedirect } from './features/account/account.login.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { type OrderPayment, openPayments, type PaymentSettings } from './features/billing/billing.access.ts';
import { billingRoutes } from './features/billing/billing.routes.ts';
import { catalogRoutes } from './features/catalog/catalog.routes.ts';
import { commentRoutes } from './features/comments/comments.routes.ts';
import { exportRoutes } from './features/exports/exports.routes.ts';
import { favoriteRoutes } from './features/favorites/favorites.routes.ts';
import { interactionRoutes } from './features/interactions/interactions.routes.ts';
import { operationsRoutes } from './features/operations/operations.routes.ts';
import { applyPayment } from './features/orders/orders.access.ts';
import { orderRoutes } from './features/orders/orders.routes.ts';
import { promptRoutes } from './features/prompts/prompts.routes.ts';
import { recentRoutes } from './features/recents/recents.routes.ts';
import { relatedRoutes } from './features/related/related.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { voteRoutes } from './features/votes/votes.routes.ts';

/** What the app is made of; the caller opens and closes it all. */
export interface AppParts {
  db: Db;
  readiness: Readiness;
  renderer: PageRenderer;
  /** The built browser files; absent in development, where Vite serves them. */
  clientDir: string | undefined;
  /** Where log lines go; standard output when absent. */
  logStream?: { write(line: string): void };
}

export interface AppSettings {
  mode: string;
  publicUrl: string;
  trustProxy: false | string;
  /** A minute and address; 0 is no limit, neither this nor how often a member may do something. */
  rateLimit: number;
  searchRateLimit: number;
  signInRateLimit: number;
  /** Signing in is not set up without. */
  google: GoogleSettings | undefined;
  /** Nobody can pay without. */
  payments: PaymentSettings | undefined;
  /** Connections of the pool behind `db`. */
  databasePoolSize: number;
  cacheBytes: number;
  logLevel: string;
  /** Another policy instead of the strict one: in development, for what Vite needs. */
  contentSecurityPolicy?: string;
}

export interface App {
  server: FastifyInstance;
  /** Visitors' ready answers; cleared whenever the library changes. */
  cache: AnswerCache;
  /** Who may call what. */
  routes: readonly StatedRoute[];
}

/** Assembles the app: core first, then every feature, by hand, in reading order. */
export async function buildApp(parts: AppParts, settings: AppSettings): Promise<App> {
  const server = createServer(settings, parts);
  const cache = new AnswerCache(settings.cacheBytes);
  const internalToken = randomUUID();
  const cookie = sessionCookie(settings);

  installJsonBodies(server);
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.decorateRequest('viewer');
  const routes = requireStatedAccess(server);
  installErrorHandler(server, parts.renderer.assets);
  installSecurityHeaders(server, {
    contentSecurityPolicy: settings.contentSecurityPolicy,
    payments: settings.payments && { standIn: settings.payments.sandbox?.jsUrl },
  });
  installOpenBodyCheck(server);
  installRequestLog(server, internalToken);
  installHostCheck(server);
  installRateLimit(server, { perMinute: settings.rateLimit, internalToken });
  installVisitorAnswers(server, {
    cache,
    // Whether it is alive is asked later, and of the database; passing the cache is always right.
    hasSession: (request) => cookie.isIn(request.headers.cookie),
    isServing: () => parts.readiness.state === 'ready',
  });
  server.addHook('onRequest', (request, _reply, done) => {
    requireReady(parts.readiness, request.url);
    done();
  });
  installSameOriginCheck(server, settings.publicUrl);
  installViewer(server, { cookie, findViewer: viewerOfSession(parts.db, cookie), internalToken });
  installSignedInRedirect(server);

  await installApiDocument(server, settings.publicUrl);

  const memberParts = {
    db: parts.db,
    counters: new CounterWrites(parts.db),
    limits: new ActionLimits(settings.rateLimit > 0),
  };
  const payments = openPayments(
    {
      db: parts.db,
      connections: settings.databasePoolSize,
      publicUrl: settings.publicUrl,
      log: server.log,
    },
    settings.payments,
  );
  await server.register(async (features) => {
    operationsRoutes(features, parts, settings);
    accountRoutes(features, { ...parts, cookie }, settings);
    catalogRoutes(features, { ...parts, cache: cache.library, answers: cache });
    searchRoutes(features, { ...parts, cache: cache.library }, settings);
    promptRoutes(features, memberParts);
    relatedRoutes(features, parts);
    favoriteRoutes(features, memberParts);
    voteRoutes(features, memberParts);
    commentRoutes(features, memberParts);
    recentRoutes(features, memberParts);
    interactionRoutes(features, memberParts);
    exportRoutes(features, memberParts);
    orderRoutes(features, { ...memberParts, payments });
    const onOrderPayment = async (payment: OrderPayment) => {
      if (payments !== undefined) await applyPayment(payments, payment);
    };
    await billingRoutes(features, { ...memberParts, payments, onOrderPayment });
  });
  await installPages(server, { ...parts, internalToken, publicUrl: settings.publicUrl });
  return { server, cache, routes };
}

/** openapi.json is made of the routes' own schemas. */
async function installApiDocument(server: FastifyInstance, publicUrl: string): Promise<void> {
  await server.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${BRAND.name} API`,
        version: '1',
        description: 'Errors are problem documents (RFC 9457) with `message`. Dates are ISO 8601 in UTC.',
      },
      servers: [{ url: publicUrl }],
    },
    transform: jsonSchemaTransform,
  });
}

/**
 * Timeouts as measured in RELIABILITY section 3: with the defaults a slow body stays open for ever. Whatever
 * Fastify or Node would refuse in words of their own is refused in ours.
 */
function createServer(settings: AppSettings, parts: AppParts): FastifyInstance {
  return Fastify({
    logger: { level: settings.logLevel, stream: parts.logStream ?? standardOutput },
    // One line a request is enough, and ours does not tell what somebody searched for (request-log.ts).
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    childLoggerFactory: requestLogger,
    trustProxy: settings.trustProxy,
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: 10_000,
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000, requireHostHeader: false },
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: (request) => originForm(request.url ?? '/'),
    clientErrorHandler: refuseClient,
    frameworkErrors: (_error, request, reply) => refuseAddress(request, reply, parts.renderer.assets),
  });
}
