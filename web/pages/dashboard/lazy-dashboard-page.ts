import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';

/** Apart from the landing page, which stands at the same address. Preloaded by the route for members. */
export const LazyDashboardPage = lazyComponent(
  async () => (await import('./dashboard-page.tsx')).DashboardPage,
);
