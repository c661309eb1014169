import { useSuspenseQuery } from '@tanstack/react-query';
import { authQuery } from '#web/features/account/account.queries.ts';
import { LandingPage } from './landing-page.tsx';
import { LazyDashboardPage } from './lazy-dashboard-page.ts';

/** `/`: a member's dashboard, a visitor's landing page. */
export function HomePage() {
  const { data: auth } = useSuspenseQuery(authQuery());
  return auth.authenticated ? <LazyDashboardPage /> : <LandingPage />;
}
