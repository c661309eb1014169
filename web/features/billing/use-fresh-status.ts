import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SubscriptionStatus } from '#contract/billing.ts';
import { keepStatus, syncSubscription } from './billing.queries.ts';

/** What is younger needs no second look. */
const FRESH_MILLISECONDS = 60_000;

/**
 * Looks at the provider once, behind a page that shows what is stored: whoever cancelled on the provider's own pages
 * and came back sees it, whether its event has reached us or not.
 * @param isFromPayment the address says that a bank's page led here: what is stored is of before, however young
 * @returns whether the provider did not answer, so that what is shown may be old
 */
export function useFreshStatus(
  status: SubscriptionStatus,
  { isConfigured, isFromPayment }: { isConfigured: boolean; isFromPayment: boolean },
): boolean {
  const queryClient = useQueryClient();
  const [isAway, setAway] = useState(false);
  const look = useEffectEvent(async () => {
    // Nobody who never was a customer.
    if (!isConfigured || status.asOf === null) return;
    if (!isFromPayment && Date.now() - Date.parse(status.asOf) < FRESH_MILLISECONDS) return;
    try {
      keepStatus(queryClient, await syncSubscription());
    } catch {
      setAway(true);
    }
  });
  useEffect(() => void look(), []);
  return isAway;
}
