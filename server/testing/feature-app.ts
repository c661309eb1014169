import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { isTier, type Tier } from '#contract/tiers.ts';
import { CounterWrites } from '#server/core/database/counters.ts';
import { ActionLimits } from '#server/core/http/security/action-limits.ts';
import type { Db } from '../core/database/pool.ts';
import { installErrorHandler } from '../core/http/errors/error-handler.ts';
import type { Versioned } from '../core/response-cache/version-cache.ts';
import { VISITOR } from '../core/sessions/viewer.ts';
import { DailyFigures } from '../features/analytics/analytics.public.ts';
import { catalogRoutes } from '../features/catalog/catalog.routes.ts';
import { promptRoutes } from '../features/prompts/prompts.routes.ts';
import { searchSources } from '../features/search/search.public.ts';
import { searchRoutes } from '../features/search/search.routes.ts';

/** Who asks: a visitor, or a member of a tier. */
export type ViewerKind = 'visitor' | Tier;

export interface FeatureApp {
  get(url: string, as?: ViewerKind): Promise<LightMyRequestResponse>;
  head(url: string, as?: ViewerKind): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/**
 * The library's routes with their schemas, guards and errors, for a viewer the test names. Sessions are not
 * what these tests are about; nothing is kept between requests.
 * @param cache keeps the catalog and the words of a library that does not change
 */
export async function createFeatureApp(db: Db, cache?: Versioned): Promise<FeatureApp> {
  const app: FastifyInstance = Fastify({ routerOptions: { maxParamLength: 200 } });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('viewer');
  installErrorHandler(app);
  app.addHook('onRequest', async (request) => {
    const tier = request.headers['x-test-tier'];
    request.viewer = isTier(tier)
      ? {
          kind: 'member',
          memberId: 'test',
          sessionId: 'test',
          tier,
          hasPaidPlan: tier !== 'basic',
          role: 'member',
          sessionSeconds: 0,
          provenSeconds: null,
        }
      : VISITOR;
  });
  const sources = searchSources({ db, ...(cache && { cache }) });
  const unlimited = { searchRateLimit: 0 };
  catalogRoutes(app, { sources }, unlimited);
  searchRoutes(app, { sources, limits: new ActionLimits(), figures: new DailyFigures(db) }, unlimited);
  promptRoutes(app, { db, counters: new CounterWrites(db), limits: new ActionLimits() });
  await app.ready();
  const sendAs = (method: 'GET' | 'HEAD', url: string, as: ViewerKind = 'visitor') =>
    app.inject({ method, url, headers: as === 'visitor' ? {} : { 'x-test-tier': as } });
  return {
    get: (url, as) => sendAs('GET', url, as),
    head: (url, as) => sendAs('HEAD', url, as),
    close: () => app.close(),
  };
}
