import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { PromptCard } from '#contract/prompts.ts';
import type { Vote, VoteState } from '#contract/votes.ts';
import { patchCachedPrompt, refreshCachedPrompt } from '#web/api/cached-prompts.ts';
import { ApiError, sendJson } from '#web/api/client.ts';
import { failureWords, isUnauthorized } from '#web/api/failure-words.ts';
import { patchInteraction, readInteraction } from '#web/api/interactions.ts';
import { runMutation } from '#web/api/run-mutation.ts';
import { toast } from '#web/ui/toast.ts';
import { votesAfter } from './votes-after.ts';

type Place = 'page' | 'modal';

const FAILED = 'Failed to submit vote';

/**
 * Votes on a prompt: the kind already held takes the vote back, the other replaces it (SPEC section 4). Shown at
 * once, taken back if it fails; the answer's counts replace the guess everywhere.
 * A second press while the first is on its way does nothing.
 * @param place in the modal a failure says what the server said (SPEC section 8)
 */
export function castVote(
  queryClient: QueryClient,
  promptId: string,
  pressed: Vote,
  place: Place = 'page',
): void {
  if (isUnderWay(queryClient, promptId)) return;
  const { vote: from } = readInteraction(queryClient, promptId);
  const to = from === pressed ? null : pressed;
  runMutation(queryClient, { promptId, from, to } satisfies Change, {
    mutationKey: ['vote'],
    mutationFn: ({ promptId, to }) =>
      to === null
        ? sendJson<VoteState>('DELETE', `/api/prompts/${promptId}/vote`)
        : sendJson<VoteState>('POST', `/api/prompts/${promptId}/vote`, { type: to }),
    onMutate: (change) => show(queryClient, change),
    onSuccess: ({ vote, upvotes, downvotes, rating }) => {
      patchInteraction(queryClient, promptId, { vote, voteType: vote });
      patchCachedPrompt(queryClient, promptId, () => ({ upvotes, downvotes, rating }));
      toast({ title: 'Vote Updated', description: 'Your vote has been updated' });
    },
    onError: (error) => {
      show(queryClient, { promptId, from: to, to: from });
      if (isUnauthorized(error)) return;
      refreshCachedPrompt(queryClient, promptId);
      const said = place === 'modal' && error instanceof ApiError ? error.problem?.message : undefined;
      toast({ title: 'Error', description: failureWords(error, said || FAILED), variant: 'destructive' });
    },
  });
}

/** The press of one kind, as the parts of an open prompt take it. */
export function useVote(place: Place): (promptId: string, pressed: Vote) => void {
  const queryClient = useQueryClient();
  return (promptId, pressed) => castVote(queryClient, promptId, pressed, place);
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
