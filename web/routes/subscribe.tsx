import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import { isSlug } from '#contract/slugs.ts';
import { isTier, type Tier } from '#contract/tiers.ts';
import { loadedHead } from '#web/page-head.ts';
import { requirePaymentDocument } from '#web/payment-document.ts';

interface SubscribeSearch {
  /** Chooses a plan at once; engineer is the form for a custom prompt. */
  tier?: Tier;
  /** What a plan is looked at for: marks the plan that has it (plan-features.ts) and chooses none. */
  feature?: string;
  /** From where the trial was promised. */
  trial?: '1';
  /** The prompt that is wanted: an engineer one is ordered, to another a member returns once it is open. */
  prompt?: string;
}

/** Ignores what it cannot read. */
function readSearch({ tier, feature, trial, prompt }: Record<string, unknown>): SubscribeSearch {
  return {
    ...(isTier(tier) ? { tier } : {}),
    ...(typeof feature === 'string' && isSlug(feature) ? { feature } : {}),
    ...(trial === '1' ? { trial } : {}),
    ...(isId(prompt) ? { prompt } : {}),
  };
}

export const Route = createFileRoute('/subscribe')({
  validateSearch: readSearch,
  // Choosing a plan changes the address, not the page.
  shouldReload: ({ cause }) => cause !== 'stay',
  beforeLoad: ({ location }) => requirePaymentDocument(location.href),
  loader: lazyFn(() => import('#web/pages/subscribe/subscribe-page.tsx'), 'loadSubscribe'),
  head: loadedHead,
  component: lazyRouteComponent(() => import('#web/pages/subscribe/subscribe-page.tsx'), 'SubscribePage'),
});
