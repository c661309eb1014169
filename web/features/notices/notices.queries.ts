import { useMutation, useQueryClient } from '@tanstack/react-query';
import { countUnreadNotices, listNotices, readNotices } from '#contract/notices.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';

/** Others cause them: an older number is asked for again with the next page. Milliseconds. */
const STALE_AFTER = 60_000;

export const noticesQuery = () => endpointQuery(listNotices, {});

/** For the header, with every page. */
export const unreadQuery = () => ({ ...endpointQuery(countUnreadNotices, {}), staleTime: STALE_AFTER });

/** Marks one as read, or all; the page shows it at once. */
export function useReadNotices() {
  const queryClient = useQueryClient();
  const { queryKey } = noticesQuery();
  return useMutation({
    mutationFn: (id: string | undefined) => call(readNotices, { body: id === undefined ? {} : { id } }),
    onMutate: (id) =>
      queryClient.setQueryData(queryKey, (notices) =>
        notices?.map((notice) =>
          id === undefined || notice.id === id ? { ...notice, isRead: true } : notice,
        ),
      ),
    onSuccess: (count) => queryClient.setQueryData(unreadQuery().queryKey, count),
    // Whatever went wrong, the server knows.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}
