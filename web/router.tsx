import type { QueryClient } from '@tanstack/react-query';
import { createRouter as createTanStackRouter } from '@tanstack/react-router';
import { ErrorPage } from './layout/error-page.tsx';
import type { PageSettings } from './page-settings.ts';
import { routeTree } from './route-tree.gen.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

/** What every route can reach. */
export interface RouterContext {
  queryClient: QueryClient;
  settings: PageSettings;
}

export function createRouter(context: RouterContext) {
  return createTanStackRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    // What a route cannot read it does not see: otherwise the raw value shows through beneath (DECISIONS 28).
    search: { strict: true },
    // One page, one address: other spellings are 404 (DECISIONS 47).
    caseSensitive: true,
    // An address below a page's own is nobody's, not that page's to answer.
    notFoundMode: 'root',
    defaultPreload: 'intent',
    // Freshness is the query client's business: the router keeps no copy of the data.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: !import.meta.env.SSR,
    // A page that is there within this time shows no waiting state at all.
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
}
