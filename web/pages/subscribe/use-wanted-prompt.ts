import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Plan } from '#contract/plans.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { type Tier, tierRank } from '#contract/tiers.ts';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { type PlanFeature, planFeature } from '#web/plan-features.ts';

const route = getRouteApi('/subscribe');

/** The prompt a plan is chosen for, if the address names one; the loader has asked for it. */
export function useWantedPrompt(): PromptCard | undefined {
  const { prompt: id } = route.useSearch();
  const { data } = useQuery({ ...promptCardQuery(id ?? ''), enabled: id !== undefined });
  return data ?? undefined;
}

/** What a plan is looked at for, if the address says so. */
export const useWantedFeature = (): PlanFeature | undefined => planFeature(route.useSearch().feature);

/** The tier of a plan that opens it, while it is locked. */
export function tierThatOpens(wanted: PromptCard | undefined): Tier | undefined {
  return wanted?.isLocked && wanted.tier !== 'engineer' ? wanted.tier : undefined;
}

/** Its id where this tier opens it, or it is open already, to return to. */
export function promptIdOpenedByTier(tier: Tier, wanted: PromptCard | undefined): string | undefined {
  return wanted && (!wanted.isLocked || tierRank(tier) >= tierRank(wanted.tier)) ? wanted.id : undefined;
}

/** Its id for the address of a plan that is chosen: a custom prompt is ordered from an engineer prompt only. */
export function promptIdForPlanUrl({ interval }: Plan, wanted: PromptCard | undefined): string | undefined {
  return interval === 'month' || wanted?.tier === 'engineer' ? wanted?.id : undefined;
}
