import type { QueryClient } from '@tanstack/react-query';
import { removeVote, setVote, type Vote } from '#contract/votes.ts';
import { patchCachedPrompt, refreshCachedPrompt } from '#web/api/cached-prompts.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { patchInteraction, readInteraction } from '#web/api/interactions.ts';
import { failureMessage } from '#web/api/messages.ts';
import { toggleOptimistically } from '#web/api/optimistic-toggle.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const FAILED = 'Failed to submit vote';

/**
 * Votes on a prompt: the vote already cast is removed, the other kind replaces it. The response's counts
 * replace the guess everywhere.
 * @param surface in the modal a failure shows the server's message
 */
export function castVote(
  queryClient: QueryClient,
  promptId: string,
  pressed: Vote,
  surface: 'page' | 'modal',
): void {
  const { vote: from } = readInteraction(queryClient, promptId);
  const to = from === pressed ? null : pressed;
  void toggleOptimistically({
    key: `vote ${promptId}`,
    show: () => show(queryClient, promptId, from, to),
    undo: () => show(queryClient, promptId, to, from),
    send: () =>
      to === null ? call(removeVote, { id: promptId }) : call(setVote, { id: promptId, body: { type: to } }),
    onDone: ({ vote, upvotes, downvotes, rating }) => {
      patchInteraction(queryClient, promptId, { vote, voteType: vote });
      patchCachedPrompt(queryClient, promptId, () => ({ upvotes, downvotes, rating }));
      toast({ title: 'Vote Updated', description: 'Your vote has been updated' });
    },
    onFailure: (error) => {
      refreshCachedPrompt(queryClient, promptId);
      const message = surface === 'modal' && error instanceof ApiError ? error.problem?.message : undefined;
      toast({
        title: 'Error',
        description: failureMessage(error, message || FAILED),
        variant: 'destructive',
      });
    },
  });
}

function show(queryClient: QueryClient, promptId: string, from: Vote | null, to: Vote | null): void {
  patchInteraction(queryClient, promptId, { vote: to, voteType: to });
  patchCachedPrompt(queryClient, promptId, (prompt) => votesAfter(prompt, from, to));
}

interface Votes {
  upvotes: number;
  downvotes: number;
}

/** The counts once one member's vote changes; null is no vote. */
export function votesAfter(votes: Votes, from: Vote | null, to: Vote | null): Votes {
  const change = (kind: Vote) => Number(to === kind) - Number(from === kind);
  return {
    upvotes: Math.max(0, votes.upvotes + change('up')),
    downvotes: Math.max(0, votes.downvotes + change('down')),
  };
}
