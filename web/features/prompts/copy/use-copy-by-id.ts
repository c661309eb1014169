import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast } from '#web/ui/feedback/toast.ts';
import { copyById } from './copy-by-id.ts';

/** Copies a prompt from a list, which has no text of it; one with blank required fields opens at its form instead. */
export function useCopyById(memberId: string | undefined): (id: string) => Promise<boolean> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (id) => {
    if (memberId === undefined) return false;
    const outcome = await copyById(queryClient, id, memberId);
    if (outcome === 'copied') toast({ title: 'Copied!', description: 'Prompt copied to clipboard' });
    if (outcome === 'failed')
      toast({ title: 'Error', description: 'Failed to copy prompt', variant: 'destructive' });
    if (outcome === 'blank') {
      const state = { askedForBlanksAt: Date.now() };
      await navigate({ to: '/prompt/$id', params: { id }, state });
    }
    return outcome === 'copied';
  };
}
