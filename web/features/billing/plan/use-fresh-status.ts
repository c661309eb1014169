import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type SubscriptionStatus, syncSubscription } from '#contract/billing.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { cacheStatus } from '../billing.queries.ts';

/** A status younger than this needs no refresh. */
const STALE_MILLISECONDS = 60_000;

/**
 * Asks the provider once, behind a page that shows what is stored: members who canceled on the provider's own pages see
 * it on their return, whether its webhook event has arrived or not.
 * @param isFromPayment the address says that a bank's page led here: what is stored is outdated, however young
 * @returns whether the provider did not answer, so that what is shown may be old
 */
export function useFreshStatus(
  status: SubscriptionStatus,
  { isConfigured, isFromPayment }: { isConfigured: boolean; isFromPayment: boolean },
): boolean {
  const queryClient = useQueryClient();
  const [isAway, setAway] = useState(false);
  const look = useEffectEvent(async () => {
    // Members without a customer at the provider have nothing to ask for.
    if (!isConfigured || status.asOf === null) return;
    if (!isFromPayment && Date.now() - Date.parse(status.asOf) < STALE_MILLISECONDS) return;
    try {
      cacheStatus(queryClient, await callWithPaymentTimeout(syncSubscription, {}));
    } catch {
      setAway(true);
    }
  });
  useEffect(() => void look(), []);
  return isAway;
}
