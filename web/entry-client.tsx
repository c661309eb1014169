import { type DehydratedState, hydrate, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageSettings } from '#contract/rendering.ts';
import { fetchInBrowser } from './api/client.ts';
import { createQueryClient } from './api/query.ts';
import { createRouter, type RouterContext } from './router.tsx';
import './styles/index.css';

interface PageState {
  settings: PageSettings;
  queries: DehydratedState;
}

function start(): void {
  const block = document.getElementById('page-state');
  if (!block?.textContent) throw new Error('The page came without its state.');
  const state: PageState = JSON.parse(block.textContent);

  // Until the page stands, nothing it brought is stale, however short its life: a loader that asked again would have
  // the browser begin with another text than the server's.
  for (const query of state.queries.queries) query.state.dataUpdatedAt = Number.POSITIVE_INFINITY;

  const queryClient = createQueryClient(fetchInBrowser);
  hydrate(queryClient, state.queries);
  const context: RouterContext = { queryClient, settings: state.settings };
  const router = createRouter(context);
  // Typed but undocumented: without it a Suspense boundary appears here that the server did not draw.
  router.ssr = { manifest: undefined };

  void router.load().then(() => {
    // In slices: a slow phone goes on scrolling meanwhile, and a tap takes its turn.
    startTransition(() => {
      hydrateRoot(
        document,
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <AgeingData />
        </QueryClientProvider>,
      );
    });
    context.isStarted = true;
  });
}

/**
 * What the page brought grows older from when the page stands. A page from a cache, or a browser whose clock is ahead,
 * must not look stale: it was true when it arrived.
 */
function AgeingData() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const arrived = Date.now();
    for (const query of queryClient.getQueryCache().getAll()) {
      if (query.state.dataUpdatedAt === Number.POSITIVE_INFINITY) query.setState({ dataUpdatedAt: arrived });
    }
  }, [queryClient]);
  return null;
}

// A task of its own: on a slow phone, reading the script is a long one already.
setTimeout(start);
