import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PromptCard } from '#contract/prompts.ts';
import type { Vote, VoteState } from '#contract/votes.ts';
import { patchCachedPrompt } from '#web/api/cached-prompts.ts';
import { ApiError, sendJson } from '#web/api/client.ts';
import { failureWords, isUnauthorized } from '#web/api/failure-words.ts';
import { patchInteraction, readInteraction } from '#web/api/interactions.ts';
import { toast } from '#web/ui/toast.ts';
import { votesAfter } from './votes-after.ts';

const FAILED = 'Failed to submit vote';

/**
 * Votes on a prompt: the kind already held takes the vote back, the other replaces it (SPEC section 4). Shown at
 * once, taken back if it fails; the answer's counts replace the guess everywhere.
 * @param place in the modal a failure says what the server said (SPEC section 8)
 * @returns the press of one kind; a second press while the first is on its way does nothing
 */
export function useVote(place: 'page' | 'modal' = 'page'): (promptId: string, pressed: Vote) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: ['vote'],
    mutationFn: ({ promptId, to }: Change) =>
      to === null
        ? sendJson<VoteState>('DELETE', `/api/prompts/${promptId}/vote`)
        : sendJson<VoteState>('POST', `/api/prompts/${promptId}/vote`, { type: to }),
    onMutate: (change) => show(queryClient, change),
    onSuccess: ({ vote, upvotes, downvotes, rating }, { promptId }) => {
      patchInteraction(queryClient, promptId, { vote, voteType: vote });
      patchCachedPrompt(queryClient, promptId, () => ({ upvotes, downvotes, rating }));
      toast({ title: 'Vote Updated', description: 'Your vote has been updated' });
    },
    onError: (error, { promptId, from, to }) => {
      show(queryClient, { promptId, from: to, to: from });
      if (isUnauthorized(error)) return;
      const said = place === 'modal' && error instanceof ApiError ? error.problem?.message : undefined;
      toast({ title: 'Error', description: failureWords(error, said || FAILED), variant: 'destructive' });
    },
  });
  return (promptId, pressed) => {
    if (isUnderWay(queryClient, promptId)) return;
    const { vote } = readInteraction(queryClient, promptId);
    mutate({ promptId, from: vote, to: vote === pressed ? null : pressed });
  };
}

interface Change {
  promptId: string;
  from: Vote | null;
  to: Vote | null;
}

function show(queryClient: QueryClient, { promptId, from, to }: Change): void {
  patchInteraction(queryClient, promptId, { vote: to, voteType: to });
  patchCachedPrompt(queryClient, promptId, (prompt: PromptCard) => votesAfter(prompt, from, to));
}

function isUnderWay(queryClient: QueryClient, promptId: string): boolean {
  return (
    queryClient.isMutating({
      mutationKey: ['vote'],
      predicate: ({ state }) => (state.variables as Change | undefined)?.promptId === promptId,
    }) > 0
  );
}
