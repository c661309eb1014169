import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { getDashboard } from '#contract/dashboard.ts';
import {
  clearRecents,
  type RecentCard,
  type Recents,
  removeRecent,
  restoreRecent,
  setRecentsPaused,
} from '#contract/recents.ts';
import { call } from '#web/api/call.ts';
import { isUnauthorized } from '#web/api/client.ts';
import { failureMessage } from '#web/api/messages.ts';
import { keyOf } from '#web/api/query.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { recentsQuery } from './recents.queries.ts';

type Used = Pick<RecentCard, 'id' | 'lastUsedAt'>;

interface RecentsControl {
  setPaused: (isPaused: boolean) => void;
  clear: () => void;
  remove: (prompt: Used) => void;
}

/** Pauses, resumes and clears, whose response is the new list; removes one, which can be undone. */
export function useRecentsControl(): RecentsControl {
  const queryClient = useQueryClient();
  const onError = (error: unknown) => {
    if (isUnauthorized(error)) return;
    toast({
      title: 'Error',
      description: failureMessage(error, 'Failed to update recent prompts'),
      variant: 'destructive',
    });
  };
  const refreshDashboard = () => void queryClient.invalidateQueries({ queryKey: keyOf(getDashboard) });
  const restoring = useMutation({
    mutationFn: ({ id, lastUsedAt }: Used) => call(restoreRecent, { id, body: { lastUsedAt } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: recentsQuery().queryKey });
      refreshDashboard();
    },
    onError,
  });
  const removing = useMutation({
    mutationFn: ({ id }: Used) => call(removeRecent, { id }),
    onSuccess: (_, removed) => {
      const { queryKey } = recentsQuery();
      queryClient.setQueriesData<InfiniteData<Recents>>(
        { queryKey },
        (list) => list && { ...list, pages: list.pages.map((page) => without(page, removed.id)) },
      );
      refreshDashboard();
      toast({
        title: 'Removed from recent prompts',
        action: {
          label: 'Undo',
          description: 'Undo: put the prompt back on the list',
          onPress: () => restoring.mutate(removed),
        },
      });
    },
    onError,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (change: 'pause' | 'resume' | 'clear') =>
      change === 'clear'
        ? call(clearRecents, {})
        : call(setRecentsPaused, { body: { isPaused: change === 'pause' } }),
    onSuccess: (recents, change) => {
      const { queryKey } = recentsQuery();
      // Whatever their filters.
      queryClient.setQueriesData<InfiniteData<Recents>>({ queryKey }, (list) =>
        change === 'clear'
          ? { pages: [recents], pageParams: [null] }
          : list && { ...list, pages: list.pages.map((page) => ({ ...page, isPaused: recents.isPaused })) },
      );
      if (change !== 'clear') return;
      refreshDashboard();
      toast({ title: 'Recent prompts cleared' });
    },
    onError,
  });
  return {
    // Not by disabling the button: that would take its focus away.
    setPaused: (isPaused) => {
      if (!isPending) mutate(isPaused ? 'pause' : 'resume');
    },
    clear: () => mutate('clear'),
    remove: (prompt) => removing.mutate(prompt),
  };
}

/** A page of a list whose filters hide the prompt counts one fewer too: its next visit asks again. */
function without(page: Recents, promptId: string): Recents {
  const prompts = page.prompts.filter(({ id }) => id !== promptId);
  return { ...page, prompts, total: page.total - 1 };
}
