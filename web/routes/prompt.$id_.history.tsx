import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/prompt/$id_/history')({
  // Read and named in its own file: here, nothing of the page may be in every page's script.
  validateSearch: (search: Record<string, unknown>) =>
    search as { version?: number; from?: number; to?: number },
  loaderDeps: ({ search }) => search,
  loader: lazyFn(() => import('#web/pages/history/history-page.tsx'), 'loadHistory'),
  component: lazyRouteComponent(() => import('#web/pages/history/history-page.tsx'), 'HistoryPage'),
});
