import type { FastifyInstance } from 'fastify';
import type { Access } from '#contract/endpoint.ts';
import type { TokenScope } from '#contract/token-scopes.ts';

export interface RouteWithAccess {
  method: string;
  url: string;
  access: Access;
  /** Absent: no token reaches it. */
  scope?: TokenScope | undefined;
}

/** To everybody else their addresses are none. */
export const isForStaff = (access: Access) => access !== 'public' && access !== 'member';

/** Registered by a plugin that cannot state it: the files of the build, for everybody. */
const PUBLIC_FILES = '/assets/*';

/**
 * Refuses to start with a route that does not say who may call it. Register it before any route.
 * @returns all routes with their access, filled while they are registered
 */
export function requireDeclaredAccess(app: FastifyInstance): readonly RouteWithAccess[] {
  const routes: RouteWithAccess[] = [];
  app.addHook('onRoute', (route) => {
    const access = route.config?.access ?? (route.url === PUBLIC_FILES ? 'public' : undefined);
    const methods = [route.method].flat();
    if (access === undefined)
      throw new Error(`${methods.join(', ')} ${route.url} does not state its access.`);
    for (const method of methods) routes.push({ method, url: route.url, access, scope: route.config?.scope });
  });
  return routes;
}
