import { useSuspenseQuery } from '@tanstack/react-query';
import { authQuery } from '#web/features/account/account.queries.ts';
import { DashboardPage } from './dashboard-page.tsx';
import { LandingPage } from './landing-page.tsx';

/** `/`: a member's dashboard, a visitor's landing page. */
export function HomePage() {
  const { data: auth } = useSuspenseQuery(authQuery());
  return auth.authenticated ? <DashboardPage /> : <LandingPage />;
}
