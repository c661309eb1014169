import type { QueryClient } from '@tanstack/react-query';
import { createRouter as createTanStackRouter } from '@tanstack/react-router';
import type { PageSettings } from '#contract/rendering.ts';
import { ErrorPage } from './layout/error-page.tsx';
import { routeTree } from './route-tree.gen.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

/** What every route can reach. */
export interface RouterContext {
  queryClient: QueryClient;
  settings: PageSettings;
  /** The server's page is being taken over: what is entered from now on is drawn by the browser alone. */
  isStarted?: boolean;
}

export function createRouter(context: RouterContext) {
  return createTanStackRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    // A route sees only what it has read: otherwise the raw value remains visible.
    search: { strict: true },
    // One page, one address: other spellings are 404.
    caseSensitive: true,
    // An address below a page's own belongs to no page: the root says that it is not found.
    notFoundMode: 'root',
    defaultPreload: 'intent',
    // Freshness is the query client's business: the router keeps no copy of the data.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: import.meta.env.SSR ? false : keepFirstScroll(),
    // A page that arrives within this time shows no pending state.
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
  });
}

/**
 * The page it starts on the router takes to its top, or to where it was before a reload. In the first case whoever has
 * scrolled since it was painted stays where they are, and so does what they are about to press.
 */
function keepFirstScroll() {
  let isFirst = true;
  return () => {
    const from = scrollY;
    if (isFirst) queueMicrotask(() => scrollY || scrollTo(0, from));
    isFirst = false;
    return true;
  };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
}
