import { type DehydratedState, hydrate, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageSettings } from '#contract/rendering.ts';
import { fetchInBrowser } from './api/client.ts';
import { createQueryClient } from './api/query.ts';
import { createRouter, type RouterContext } from './router.tsx';
import './styles/index.css';
import { nextTask } from './ui/behavior/next-task.ts';

interface PageState {
  settings: PageSettings;
  queries: DehydratedState;
}

async function start(): Promise<void> {
  await nextTask();
  const state: PageState = JSON.parse(document.getElementById('page-state')?.textContent ?? '');

  // Until the page stands, nothing it brought is stale, however short its life: a loader that asked again would have
  // the browser begin with another text than the server's.
  for (const query of state.queries.queries) query.state.dataUpdatedAt = Number.POSITIVE_INFINITY;

  const queryClient = createQueryClient(fetchInBrowser);
  hydrate(queryClient, state.queries);
  const context: RouterContext = { queryClient, settings: state.settings };

  await nextTask();
  const router = createRouter(context);
  // Typed but undocumented: without it a Suspense boundary appears here that the server did not draw.
  router.ssr = { manifest: undefined };

  await nextTask();
  await router.load();

  // In slices: a slow phone goes on scrolling meanwhile, and a tap takes its turn.
  startTransition(() => {
    hydrateRoot(
      document,
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  });
  context.isStarted = true;
  // React listens from here on: web/start.ts repeats what was pressed before.
  dispatchEvent(new Event('listening'));
}

void start();
