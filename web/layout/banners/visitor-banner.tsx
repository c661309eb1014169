import { useQuery } from '@tanstack/react-query';
import { authQuery } from '#web/features/account/account.queries.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';

/** Says that browsing is open. Reads what the page's loader brought and never asks itself. */
export function VisitorBanner() {
  const { data } = useQuery({ ...authQuery(), enabled: false });
  if (!data || data.authenticated) return null;
  return (
    <aside aria-label="Notice">
      <Callout variant="strip">
        {data.signInConfigured
          ? 'Browsing is open. Sign in to copy, save and vote.'
          : 'Authentication is being set up. Browsing is open.'}
      </Callout>
    </aside>
  );
}
