import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { getDashboard } from '#contract/dashboard.ts';
import { clearRecents, type Recents, removeRecent, setRecentsPaused } from '#contract/recents.ts';
import { call } from '#web/api/call.ts';
import { isUnauthorized } from '#web/api/client.ts';
import { failureMessage } from '#web/api/messages.ts';
import { keyOf } from '#web/api/query.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { recentsQuery } from './recents.queries.ts';

interface RecentsControl {
  setPaused: (isPaused: boolean) => void;
  clear: () => void;
  remove: (promptId: string) => void;
}

/** Pauses, resumes and clears, whose response is the new list; removes one. */
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
  const removing = useMutation({
    mutationFn: (id: string) => call(removeRecent, { id }),
    onSuccess: (_, removed) => {
      const { queryKey } = recentsQuery();
      queryClient.setQueriesData<InfiniteData<Recents>>(
        { queryKey },
        (list) => list && { ...list, pages: list.pages.map((page) => without(page, removed)) },
      );
      refreshDashboard();
      toast({ title: 'Removed from recent prompts' });
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
    remove: (promptId) => removing.mutate(promptId),
  };
}

/** A page of a list whose filters hide the prompt counts one fewer too: its next visit asks again. */
function without(page: Recents, promptId: string): Recents {
  const prompts = page.prompts.filter(({ id }) => id !== promptId);
  return { ...page, prompts, total: page.total - 1 };
}
