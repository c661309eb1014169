import { type QueryClient, useQuery } from '@tanstack/react-query';
import { checkAuth, getUser, type User } from '#contract/account.ts';
import {
  getBillingSettings,
  getSubscriptionStatus,
  previewChange,
  type SubscriptionStatus,
} from '#contract/billing.ts';
import { listCategories } from '#contract/catalog.ts';
import { listInteractions } from '#contract/interactions.ts';
import { endpointQuery, keyOf } from '#web/api/query.ts';

/** The member's subscription as stored. Sent with every page of a member: its frame shows an overdue payment. */
export const statusQuery = () => endpointQuery(getSubscriptionStatus, {});

/** What came with the page; never fetches. */
export function useSubscriptionStatus(): SubscriptionStatus | undefined {
  return useQuery({ ...statusQuery(), enabled: false }).data;
}

/** What paying needs; nothing secret. */
export const billingSettingsQuery = () => endpointQuery(getBillingSettings, {});

/** What does not depend on the tier, and what the frame of every page reads without fetching it again. */
const ANY_TIER: readonly unknown[] = [
  getSubscriptionStatus,
  getBillingSettings,
  checkAuth,
  getUser,
  listInteractions,
  listCategories,
  // Once the change is made, its preview is a conflict.
  previewChange,
].map(({ url }) => url);

/**
 * Stores a newer status. With another tier other prompts are open: the frame shows it at once, and every other cached
 * response is removed or, where it is on the page, fetched again.
 */
export function cacheStatus(queryClient: QueryClient, status: SubscriptionStatus): void {
  const before = queryClient.getQueryData(statusQuery().queryKey);
  queryClient.setQueryData(statusQuery().queryKey, status);
  queryClient.setQueryData<User | null>(keyOf(getUser), (user) =>
    user && user.subscriptionTier !== status.tier ? { ...user, subscriptionTier: status.tier } : user,
  );
  if (before?.tier === status.tier && before.canExport === status.canExport) return;
  const predicate = ({ queryKey: [url] }: { queryKey: readonly unknown[] }) => !ANY_TIER.includes(url);
  queryClient.removeQueries({ type: 'inactive', predicate });
  void queryClient.invalidateQueries({ predicate });
}
