import { useMutation, useQueryClient } from '@tanstack/react-query';
import { markNoticesRead } from '#contract/notices.ts';
import { call } from '#web/api/call.ts';
import { noticesQuery, unreadQuery } from './notices.queries.ts';

/** Marks one as read, or all; the page shows it at once. */
export function useReadNotices() {
  const queryClient = useQueryClient();
  const { queryKey } = noticesQuery();
  return useMutation({
    mutationFn: (id: string | undefined) => call(markNoticesRead, { body: id === undefined ? {} : { id } }),
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
