import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { markNoticesRead, type NoticeSubject } from '#contract/notices.ts';
import { call } from '#web/api/call.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { noticesQuery, unreadQuery } from './notices.queries.ts';

/**
 * Whoever sees the thing itself needs its notices no more, whichever way they came. Nothing is sent while the bell has
 * nothing to show.
 */
export function useReadNoticesAbout(kind: NoticeSubject, id: string): void {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...unreadQuery(), enabled: false });
  const { mutate } = useMutation({
    mutationFn: () => call(markNoticesRead, { body: { about: { kind, id } } }),
    onSuccess: async (count) => {
      if (count.unread === data?.unread) return;
      queryClient.setQueryData(unreadQuery().queryKey, count);
      await queryClient.invalidateQueries({ queryKey: noticesQuery().queryKey });
    },
    // No harm done: the notice stays unread, and the bell leads to it.
  });
  const read = useEffectEvent(() => mutate());
  // Not before the page is live: the bell, taken over later, would show another number than the server drew.
  const { isLive } = useClock();
  const isAnyUnread = isLive && (data?.unread ?? 0) > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may be kept while its address names another.
  useEffect(() => {
    if (isAnyUnread) read();
  }, [isAnyUnread, kind, id]);
}
