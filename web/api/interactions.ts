import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type Interaction, listInteractions } from '#contract/interactions.ts';
import { endpointQuery } from './query.ts';

/** By prompt id; prompts the member did nothing with are not in it. */
export type Interactions = Record<string, Interaction>;

const NONE: Interaction = { isFavorited: false, vote: null, voteType: null };

/**
 * All favorites and votes of the member. Here and not in a feature because favorites and votes both change it, and
 * every list reads it. Sent with a member's page, empty for visitors, and never fetched by itself.
 */
export const interactionsQuery = () => endpointQuery(listInteractions, {});

/** The member's favorite and vote on one prompt; none for a visitor. */
export function useInteraction(promptId: string): Interaction {
  const { data } = useQuery({
    ...interactionsQuery(),
    enabled: false,
    select: (all) => all[promptId],
  });
  return data ?? NONE;
}

export function useInteractions(): Interactions {
  const { data } = useQuery({ ...interactionsQuery(), enabled: false });
  return data ?? {};
}

export function countFavorites(interactions: Interactions): number {
  return Object.values(interactions).filter(({ isFavorited }) => isFavorited).length;
}

/** Changes the member's favorite or vote on one prompt. */
export function patchInteraction(
  queryClient: QueryClient,
  promptId: string,
  change: Partial<Interaction>,
): void {
  queryClient.setQueryData(interactionsQuery().queryKey, (all) => ({
    ...all,
    [promptId]: { ...NONE, ...all?.[promptId], ...change },
  }));
}

/** `useInteraction` outside of a component. */
export function readInteraction(queryClient: QueryClient, promptId: string): Interaction {
  return queryClient.getQueryData(interactionsQuery().queryKey)?.[promptId] ?? NONE;
}
