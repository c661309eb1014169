import { useSuspenseQuery } from '@tanstack/react-query';
import { authQuery } from '#web/features/account/account.queries.ts';
import { LazyDashboardPage } from '../dashboard/lazy-dashboard-page.ts';
import { LandingPage } from '../landing/landing-page.tsx';

/** `/`: a member's dashboard, a visitor's landing page. */
export function HomePage() {
  const { data: auth } = useSuspenseQuery(authQuery());
  return auth.authenticated ? <LazyDashboardPage /> : <LandingPage />;
}
