import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPageRoute } from '../http/routing/request-target.ts';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent where nobody reads them. */
    metrics?: Metrics | undefined;
  }
}

/** Every request, cached ones too; internal calls are part of the outer request. Register it before all other hooks. */
export function installMetrics(app: FastifyInstance, metrics: Metrics | undefined): void {
  app.decorate('metrics', metrics);
  if (metrics === undefined) return;
  app.addHook('onResponse', (request, reply, done) => {
    if (request.internalCall === undefined) {
      const status = reply.raw.statusCode;
      metrics.countRequest(
        { method: request.method, route: routeOf(request, status), status },
        reply.elapsedTime / 1000,
      );
    }
    done();
  });
}

/** All pages have one route. Where there is a page, the address begins with one of a few words; elsewhere with anything. */
function routeOf(request: FastifyRequest, status: number): string {
  const route = request.routeOptions.url ?? 'none';
  return isPageRoute(request) && status === 200 ? `/${request.url.split(/[/?]/, 2)[1]}` : route;
}
