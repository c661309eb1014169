import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Interaction } from '#contract/interactions.ts';
import { readJson } from './client.ts';
import { callApi } from './query.ts';

/** Prompt id → what I did with it; prompts I did nothing with are not in it. */
export type Interactions = Record<string, Interaction>;

const NONE: Interaction = { isFavorited: false, vote: null, voteType: null };

/**
 * All my favorites and votes. It stands here and not in a feature because favorites and votes both change it, and
 * every list reads it. Travels with a member's page, empty for visitors, and never asks by itself.
 */
export function interactionsQuery() {
  return queryOptions({
    queryKey: ['/api/user/interactions'],
    queryFn: async (context) => readJson<Interactions>(await callApi(context, '/api/user/interactions')),
  });
}

/** Mine with one prompt; what a visitor has: nothing. */
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

/** Changes mine with one prompt, in the whole and in the prompt's own answer, if that was asked for. */
export function patchInteraction(
  queryClient: QueryClient,
  promptId: string,
  change: Partial<Interaction>,
): void {
  queryClient.setQueryData(interactionsQuery().queryKey, (all) => ({
    ...all,
    [promptId]: { ...NONE, ...all?.[promptId], ...change },
  }));
  queryClient.setQueryData([`/api/prompts/${promptId}/interactions`], (own: Interaction | undefined) =>
    own ? { ...own, ...change } : undefined,
  );
}

/** What is known of mine with one prompt, outside of a component. */
export function readInteraction(queryClient: QueryClient, promptId: string): Interaction {
  return queryClient.getQueryData(interactionsQuery().queryKey)?.[promptId] ?? NONE;
}
