import { lazyPart } from '#web/ui/lazy-part.ts';

/** Apart from the landing page, which stands at the same address. Preloaded by the route for members. */
export const LazyDashboardPage = lazyPart(async () => (await import('./dashboard-page.tsx')).DashboardPage);
