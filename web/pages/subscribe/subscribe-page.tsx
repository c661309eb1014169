import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '#web/features/account/account.queries.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { CustomOrderStep } from './custom-order-step.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { SignInView, SignInWaiting } from './sign-in-view.tsx';

// One file for the browser to fetch.
export { loadSubscribe } from './load-subscribe.ts';

const route = getRouteApi('/subscribe');

/** Choosing a plan and paying for it; a custom prompt too. Visitors are asked to sign in. */
export function SubscribePage() {
  const user = useUser();
  const { tier, prompt } = route.useSearch();
  const [hasBeenElsewhere, setBeenElsewhere] = useState(false);
  if (tier === 'engineer' && !hasBeenElsewhere) setBeenElsewhere(true);
  return (
    <PageShell hasVisitorBanner={false} width="account" waiting={<SignInWaiting />}>
      {user ? (
        tier === 'engineer' ? (
          <CustomOrderStep user={user} promptId={prompt} />
        ) : (
          <PlanChoice user={user} isReturn={hasBeenElsewhere} />
        )
      ) : (
        <SignInView />
      )}
    </PageShell>
  );
}
