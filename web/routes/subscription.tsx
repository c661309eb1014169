import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import { loadedHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { requirePaymentDocument } from '#web/payment-document.ts';
import { requireSignIn } from '#web/require-sign-in.ts';

interface SubscriptionSearch {
  /** The prompt a plan is paid for. */
  prompt?: string;
  /** The provider's, when a bank's page led here: then the status is refreshed. */
  redirect_status?: string;
}

export const Route = createFileRoute('/subscription')({
  validateSearch: ({ prompt, redirect_status: outcome }: Record<string, unknown>): SubscriptionSearch => ({
    ...(isId(prompt) ? { prompt } : {}),
    ...(typeof outcome === 'string' ? { redirect_status: outcome } : {}),
  }),
  beforeLoad: async ({ context, location, search: { prompt } }) => {
    requirePaymentDocument(location.href);
    await requireSignIn(context, paths.subscription(prompt));
  },
  loaderDeps: ({ search: { prompt } }) => ({ prompt }),
  loader: lazyFn(() => import('#web/pages/subscription/subscription-page.tsx'), 'loadSubscription'),
  head: loadedHead,
  component: lazyRouteComponent(
    () => import('#web/pages/subscription/subscription-page.tsx'),
    'SubscriptionPage',
  ),
});
