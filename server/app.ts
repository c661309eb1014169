import { randomUUID } from 'node:crypto';
import fastifySwagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { BRAND } from '#contract/brand.ts';
import { SERVER_LIMITS } from '#contract/limits.ts';
import { CounterWrites } from './core/database/counters.ts';
import type { Ping } from './core/database/ping.ts';
import type { Db } from './core/database/pool.ts';
import { installReplicaReads } from './core/database/read-routing.ts';
import { installTimeBudgets } from './core/database/time-budget.ts';
import { installCompression } from './core/http/compression/compression.hooks.ts';
import { handleClientError, refuseExpectations } from './core/http/errors/client-errors.ts';
import { handleInvalidUrl, installErrorHandler } from './core/http/errors/error-handler.ts';
import { InternalCalls, installInternalCalls } from './core/http/routing/internal-calls.ts';
import { installJsonBodies } from './core/http/routing/json-bodies.ts';
import { originForm } from './core/http/routing/request-target.ts';
import { type RouteWithAccess, requireDeclaredAccess } from './core/http/routing/route-access.ts';
import { ActionLimits } from './core/http/security/action-limits.ts';
import { installHostCheck } from './core/http/security/host-check.ts';
import { installIncompleteBodyCheck } from './core/http/security/incomplete-body.ts';
import { installRateLimit } from './core/http/security/rate-limit.ts';
import type { RateLimits } from './core/http/security/rate-limiter.ts';
import { installSameOriginCheck } from './core/http/security/same-origin.ts';
import {
  installSecurityHeaders,
  type SecurityHeaders,
  securityHeaders,
} from './core/http/security/security-headers.ts';
import { installJobHealth } from './core/jobs/job-health.ts';
import { standardOutput } from './core/logging/log-lines.ts';
import { installRequestLog, requestLogger } from './core/logging/request-log.ts';
import { deliverMail } from './core/mail/mail-delivery.ts';
import type { MailSettings } from './core/mail/smtp.ts';
import { installMetrics } from './core/metrics/metrics.hooks.ts';
import type { Metrics } from './core/metrics/metrics.ts';
import { installPages } from './core/pages/pages.ts';
import { type PageRenderer, plainAssets } from './core/pages/renderer.ts';
import { installReadiness, type Readiness } from './core/readiness.ts';
import { installResponseCache } from './core/response-cache/response-cache.hooks.ts';
import { ResponseCache } from './core/response-cache/response-cache.ts';
import type { TokenCookie } from './core/sessions/session-cookie.ts';
import { sessionCookie } from './core/sessions/sessions.ts';
import { viewerOfToken } from './core/sessions/token-viewer.ts';
import { installViewer, viewerOfSession } from './core/sessions/viewer.ts';
import { installTracing, type Tracing } from './core/tracing/tracing.hooks.ts';
import type { GoogleSettings } from './features/account/account.google.ts';
import { accountMailRoutes } from './features/account/account.mail.routes.ts';
import { personalDataRoutes } from './features/account/account.personal-data.routes.ts';
import { installSignedInRedirect, installSuspendedRedirect } from './features/account/account.redirects.ts';
import { accountRoutes, isSandbox } from './features/account/account.routes.ts';
import { accountSettingsRoutes } from './features/account/account.settings.routes.ts';
import { adminRoutes } from './features/admin/admin.routes.ts';
import { installDailyFigures } from './features/analytics/analytics.counting.ts';
import { openBilling, type PaymentSettings } from './features/billing/billing.public.ts';
import { billingRoutes } from './features/billing/billing.routes.ts';
import { catalogRoutes } from './features/catalog/catalog.routes.ts';
import { collectionRoutes } from './features/collections/collections.routes.ts';
import { sharedCollectionRoutes } from './features/collections/collections.shared.routes.ts';
import { teamCollectionRoutes } from './features/collections/collections.team.routes.ts';
import { commentRoutes } from './features/comments/comments.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { exportRoutes } from './features/exports/exports.routes.ts';
import { favoriteRoutes } from './features/favorites/favorites.routes.ts';
import { feedRoutes } from './features/feeds/feeds.routes.ts';
import { interactionRoutes } from './features/interactions/interactions.routes.ts';
import { mcpRoutes } from './features/mcp/mcp.routes.ts';
import { noticeRoutes } from './features/notices/notices.routes.ts';
import { clientFinder, documentReader, type ReadDocument } from './features/oauth/oauth.client-documents.ts';
import { oauthEndpointRoutes } from './features/oauth/oauth.endpoints.routes.ts';
import { oauthRoutes } from './features/oauth/oauth.routes.ts';
import { applyPayment } from './features/orders/orders.public.ts';
import { orderRoutes } from './features/orders/orders.routes.ts';
import { installPromptRedirects } from './features/prompts/prompts.redirects.ts';
import { promptRoutes } from './features/prompts/prompts.routes.ts';
import { recentRoutes } from './features/recents/recents.routes.ts';
import { relatedRoutes } from './features/related/related.routes.ts';
import { savedValuesRoutes } from './features/saved-values/saved-values.routes.ts';
import { searchSources } from './features/search/search.public.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { socialImageRoutes } from './features/social-images/social-images.routes.ts';
import { cannedAnswerRoutes } from './features/support/support.canned.routes.ts';
import { supportRoutes } from './features/support/support.routes.ts';
import { supportStaffRoutes } from './features/support/support.staff.routes.ts';
import { systemRoutes } from './features/system/system.routes.ts';
import { teamRoutes } from './features/teams/teams.routes.ts';
import { tokenRoutes } from './features/tokens/tokens.routes.ts';
import { versionRoutes } from './features/versions/versions.routes.ts';
import { voteRoutes } from './features/votes/votes.routes.ts';
import { MAIL_TEMPLATES } from './mail-templates.ts';

/** What the app is made of; the caller opens and closes it all. */
export interface AppDependencies {
  db: Db;
  /** The same database, for work that may take longer than a request. */
  pool: pg.Pool;
  /** Whether the database answers; for the readiness probe. */
  ping: Ping['ping'];
  readiness: Readiness;
  renderer: PageRenderer;
  /** The built browser files; absent in development, where Vite serves them. */
  clientDir: string | undefined;
  /** Where log lines go; standard output when absent. */
  logStream?: { write(line: string): void };
  /** The response cache's clock, milliseconds; the machine's when absent. */
  now?: () => number;
  /** What is counted for an operator; nothing when absent. */
  metrics?: Metrics | undefined;
  /** Where spans go; nowhere when absent. */
  tracing?: Tracing | undefined;
  /** How OAuth clients' own descriptions are read; from the internet when absent. */
  readDocument?: ReadDocument;
  /** What a request may spend waiting for the database, milliseconds; three seconds when absent. */
  requestBudget?: number;
}

export interface AppSettings {
  mode: string;
  publicUrl: string;
  trustProxy: false | string;
  /** A minute and address; 0 is no limit, neither this nor how often a member may do something. */
  rateLimit: number;
  searchRateLimit: number;
  signInRateLimit: number;
  /** A minute and member, of all their tokens; 0 is no limit. */
  tokenRateLimit: number;
  /** Whether OAuth clients may be known by a document on the internet. */
  readsClientDocuments: boolean;
  /** Whether all processes on this database count together. */
  sharesRateLimits: boolean;
  /** Signing in is not set up without. */
  google: GoogleSettings | undefined;
  /** Paying is not set up without. */
  payments: PaymentSettings | undefined;
  /** No mail is sent without. */
  mail: MailSettings | undefined;
  cacheBytes: number;
  /** Whether members' browsers keep what they may read for when they are offline; absent, they do. */
  keepsOfflineCopies?: boolean;
  logLevel: string;
  /** Whether browsers shall ask this host's subdomains by TLS only, too. */
  hstsIncludesSubdomains: boolean;
  /** Another policy instead of the strict one: in development, for what Vite needs. */
  contentSecurityPolicy?: string;
}

export interface App {
  server: FastifyInstance;
  /** Responses for visitors; cleared whenever the library changes. */
  cache: ResponseCache;
  /** Who may call what. */
  routes: readonly RouteWithAccess[];
}

/** Assembles the app: core first, then every feature, by hand, in reading order. */
export async function buildApp(dependencies: AppDependencies, settings: AppSettings): Promise<App> {
  const calls = new InternalCalls();
  const headers = securityHeaders(settings);
  const server = createServer(settings, dependencies, { calls, headers });
  const cache = new ResponseCache(settings.cacheBytes, dependencies.now);
  const cookie = sessionCookie(settings);

  installJsonBodies(server);
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.decorateRequest('viewer');
  const routes = requireDeclaredAccess(server);
  installErrorHandler(server, plainAssets(dependencies.renderer));
  installSecurityHeaders(server, headers, {
    contentSecurityPolicy: settings.contentSecurityPolicy,
    payments: settings.payments && { sandboxUrl: settings.payments.sandbox?.jsUrl },
  });
  installIncompleteBodyCheck(server);
  installInternalCalls(server, calls);
  installTracing(server, dependencies.tracing, { takesParents: settings.trustProxy !== false });
  installMetrics(server, dependencies.metrics);
  installTimeBudgets(server, dependencies.requestBudget);
  installRequestLog(server);
  installHostCheck(server);
  const { limits, chargeCost } = installRateLimit(server, dependencies.db, settings);
  installReadiness(server, dependencies.readiness);
  installJobHealth(server, dependencies.db);
  installSameOriginCheck(server, settings.publicUrl);
  installViewer(server, {
    cookie,
    findViewer: viewerOfSession(dependencies.db, cookie),
    findViewerOfToken: viewerOfToken(dependencies.db, { cookie, perMinute: settings.tokenRateLimit, limits }),
  });
  installSuspendedRedirect(server, cookie);
  installResponseCache(server, cache, calls);
  installReplicaReads(server);
  installCompression(server);
  server.addHook('onRequest', chargeCost);
  installSignedInRedirect(server);
  installPromptRedirects(server, dependencies.db);

  await installApiDocument(server, settings.publicUrl);

  await addFeatures(server, { ...dependencies, cache, cookie, calls, limits }, settings);
  const { publicUrl } = settings;
  deliverMail(server, { db: dependencies.db, publicUrl, templates: MAIL_TEMPLATES }, settings);
  const { payments, keepsOfflineCopies } = settings;
  const pageSettings = { publicUrl, isSandbox: isSandbox(settings), tax: payments?.tax, keepsOfflineCopies };
  await installPages(server, { ...dependencies, calls, ...pageSettings });
  return { server, cache, routes };
}

/** Every feature's routes, where they share what members' routes need. */
async function addFeatures(
  server: FastifyInstance,
  dependencies: AppDependencies & {
    cache: ResponseCache;
    cookie: TokenCookie;
    calls: InternalCalls;
    limits: RateLimits;
  },
  settings: AppSettings,
): Promise<void> {
  const memberDependencies = {
    db: dependencies.db,
    counters: new CounterWrites(dependencies.db),
    limits: new ActionLimits(settings.rateLimit > 0 ? dependencies.limits : undefined),
    sources: searchSources({ db: dependencies.db, cache: dependencies.cache }),
    cache: dependencies.cache,
  };
  const { publicUrl, payments } = settings;
  const figures = installDailyFigures(server, dependencies.db);
  const billing = openBilling({ db: dependencies.db, publicUrl, log: server.log }, payments);
  await server.register(async (features) => {
    systemRoutes(features, dependencies, settings);
    accountRoutes(features, dependencies, settings);
    accountSettingsRoutes(features, memberDependencies);
    await accountMailRoutes(features, memberDependencies);
    tokenRoutes(features, memberDependencies);
    personalDataRoutes(features, { ...memberDependencies, cookie: dependencies.cookie, billing });
    catalogRoutes(features, memberDependencies, settings);
    searchRoutes(features, { ...memberDependencies, figures }, settings);
    socialImageRoutes(features, { ...memberDependencies, clientDir: dependencies.clientDir });
    promptRoutes(features, memberDependencies);
    versionRoutes(features, memberDependencies);
    feedRoutes(features, dependencies, settings);
    relatedRoutes(features, dependencies);
    favoriteRoutes(features, memberDependencies, settings);
    collectionRoutes(features, memberDependencies);
    sharedCollectionRoutes(features, memberDependencies);
    teamCollectionRoutes(features, memberDependencies);
    teamRoutes(features, memberDependencies);
    savedValuesRoutes(features, memberDependencies);
    voteRoutes(features, memberDependencies);
    commentRoutes(features, memberDependencies);
    recentRoutes(features, memberDependencies, settings);
    noticeRoutes(features, memberDependencies);
    supportRoutes(features, memberDependencies);
    supportStaffRoutes(features, dependencies);
    cannedAnswerRoutes(features, dependencies);
    interactionRoutes(features, memberDependencies);
    dashboardRoutes(features, dependencies);
    exportRoutes(features, memberDependencies);
    mcpRoutes(features, dependencies, settings);
    const readDocument = settings.readsClientDocuments
      ? (dependencies.readDocument ?? documentReader())
      : undefined;
    oauthRoutes(
      features,
      { ...memberDependencies, findClient: clientFinder(dependencies.db, readDocument) },
      settings,
    );
    await oauthEndpointRoutes(features, dependencies, settings);
    orderRoutes(features, { ...memberDependencies, billing });
    adminRoutes(features, { ...memberDependencies, pool: dependencies.pool, billing }, settings);
    await billingRoutes(features, {
      ...memberDependencies,
      billing,
      onOrderPayment: async (payment) => billing !== undefined && (await applyPayment(billing, payment)),
    });
  });
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
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'session',
            description: 'Of a browser that signed in.',
          },
          token: { type: 'http', scheme: 'bearer', description: 'A token with the scope the call names.' },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
}

/**
 * Measured timeouts: with the defaults a slow body stays open for ever. Whatever
 * Fastify or Node would refuse in words of their own is refused in ours.
 */
function createServer(
  settings: AppSettings,
  dependencies: AppDependencies,
  { calls, headers }: { calls: InternalCalls; headers: SecurityHeaders },
): FastifyInstance {
  const server = Fastify({
    logger: { level: settings.logLevel, stream: dependencies.logStream ?? standardOutput },
    // One line a request is enough, and ours does not tell what somebody searched for (request-log.ts).
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => calls.read(headers)?.requestId ?? randomUUID(),
    requestIdHeader: false,
    childLoggerFactory: requestLogger,
    trustProxy: settings.trustProxy,
    bodyLimit: SERVER_LIMITS.bodyBytes,
    requestTimeout: 10_000,
    // Whoever reads a response or sends a request without any progress for a minute is cut off: Node waits this long
    // twice when the first wait began with a write.
    connectionTimeout: 30_000,
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000, requireHostHeader: false },
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: (request) => originForm(request.url ?? '/'),
    clientErrorHandler: handleClientError(headers),
    frameworkErrors: (_error, request, reply) =>
      handleInvalidUrl(request, reply, { assets: plainAssets(dependencies.renderer), headers }),
  });
  server.server.on('checkExpectation', refuseExpectations(headers));
  return server;
}
