import { LIMITS } from '#contract/limits.ts';
import { PLANS } from '#contract/plans.ts';
import { safeReturnUrl } from '#contract/return-url.ts';
import { paths } from '#web/paths.ts';
import { parseSearch } from '#web/search-params.ts';

/** What somebody signs in for, by the page they come back to. */
export function signInReason(returnUrl: string | undefined): string {
  const { pathname, search } = new URL(safeReturnUrl(returnUrl) ?? '/', 'https://ours.invalid');
  const { tier, trial } = parseSearch(search);
  if (pathname === '/oauth/authorize')
    return 'An app wants to connect to your account. Sign in to see what it asks for.';
  if (pathname === paths.joinTeam()) return 'Sign in to see your team invitation.';
  if (pathname === '/subscribe') {
    if (trial !== undefined) return `Sign in to start your ${LIMITS.trialDays} days of Pro. No card needed.`;
    if (tier === 'engineer') return 'Sign in to order a custom prompt.';
    const plan = PLANS.find((each) => each.tier === tier);
    if (plan) return `Sign in to continue with ${plan.name}.`;
  }
  if (pathname === '/')
    return 'Every basic prompt is free. If you’ve been here before, you’ll find it as you left it.';
  return 'Your favorites, votes and plan are where you left them.';
}
