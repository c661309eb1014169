import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureWords, isUnauthorized } from '#web/api/failure-words.ts';
import { toast } from '#web/ui/toast.ts';
import { clearRecents, recentsQuery, setRecentsPaused } from './recents.queries.ts';

interface RecentsControl {
  setPaused: (isPaused: boolean) => void;
  clear: () => void;
}

/** Pauses, resumes and clears; the answer is the new list. */
export function useRecentsControl(): RecentsControl {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (change: 'pause' | 'resume' | 'clear') =>
      change === 'clear' ? clearRecents() : setRecentsPaused(change === 'pause'),
    onSuccess: (recents, change) => {
      queryClient.setQueryData(recentsQuery().queryKey, recents);
      if (change === 'clear') toast({ title: 'Recent prompts cleared' });
    },
    onError: (error) => {
      if (isUnauthorized(error)) return;
      toast({
        title: 'Error',
        description: failureWords(error, 'Failed to update recent prompts'),
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
