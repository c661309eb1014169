import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClock } from '#web/ui/behavior/page-clock.tsx';

/**
 * What the page brought grows older from when the page is live. A page from a cache, or a browser whose clock is ahead,
 * must not look stale: it was true when it arrived.
 */
export function StampQueryAge() {
  const queryClient = useQueryClient();
  const { isLive } = useClock();
  useEffect(() => {
    if (!isLive) return;
    const arrived = Date.now();
    for (const query of queryClient.getQueryCache().getAll()) {
      if (query.state.dataUpdatedAt === Number.POSITIVE_INFINITY) query.setState({ dataUpdatedAt: arrived });
    }
  }, [queryClient, isLive]);
  return null;
}
