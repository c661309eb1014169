import { type DehydratedState, hydrate, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
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

  // A page from a cache, or a browser whose clock is ahead, must not look stale: it was true when it arrived.
  const arrived = Date.now();
  for (const query of state.queries.queries) query.state.dataUpdatedAt = arrived;

  const queryClient = createQueryClient(fetchInBrowser);
  hydrate(queryClient, state.queries);
  const context: RouterContext = { queryClient, settings: state.settings };
  const router = createRouter(context);
  // Typed but undocumented: without it a Suspense boundary appears here that the server did not draw.
  router.ssr = { manifest: undefined };

  void router.load().then(() => {
    hydrateRoot(
      document,
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    context.isStarted = true;
  });
}

start();
