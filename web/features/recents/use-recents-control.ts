import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { clearRecents, type Recents, setRecentsPaused } from '#contract/recents.ts';
import { call } from '#web/api/call.ts';
import { isUnauthorized } from '#web/api/client.ts';
import { failureMessage } from '#web/api/messages.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { recentsQuery } from './recents.queries.ts';

interface RecentsControl {
  setPaused: (isPaused: boolean) => void;
  clear: () => void;
}

/** Pauses, resumes and clears; the response is the new list. */
export function useRecentsControl(): RecentsControl {
  const queryClient = useQueryClient();
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
      if (change === 'clear') toast({ title: 'Recent prompts cleared' });
    },
    onError: (error) => {
      if (isUnauthorized(error)) return;
      toast({
        title: 'Error',
        description: failureMessage(error, 'Failed to update recent prompts'),
        variant: 'destructive',
      });
    },
  });
  return {
    // Not by disabling the button: that would take its focus away.
    setPaused: (isPaused) => {
      if (!isPending) mutate(isPaused ? 'pause' : 'resume');
    },
    clear: () => mutate('clear'),
  };
}
