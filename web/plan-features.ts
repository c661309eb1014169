import type { Tier } from '#contract/tiers.ts';
import { paths } from './paths.ts';
import { stringifySearch } from './search-params.ts';

export interface PlanFeature {
  /** The lowest plan that has it. */
  plan: Tier;
  /** On that plan's card. */
  flag: string;
  /** Above the plans. */
  lead: string;
}

/** What a link of a member leads to the plans for. */
const FEATURES = {
  exemplars: { plan: 'pro', flag: 'Includes exemplars', lead: 'Exemplars come with Pro.' },
  json: { plan: 'pro', flag: 'Includes JSON export', lead: 'JSON export comes with Pro.' },
  export: { plan: 'basic', flag: 'Includes export', lead: 'Export comes with every paid plan, from Basic.' },
  teams: { plan: 'pro', flag: 'Includes teams', lead: 'Teams come with Pro.' },
} as const satisfies Record<string, PlanFeature>;

/** By what the address says; undefined for anything else. */
export function planFeature(name: string | undefined): PlanFeature | undefined {
  return name !== undefined && Object.hasOwn(FEATURES, name)
    ? FEATURES[name as keyof typeof FEATURES]
    : undefined;
}

/**
 * The plans, with the one marked that has the feature. Nothing is chosen there: a link that says what a plan has must not
 * begin a payment. Apart from `paths`, which every page loads.
 * @param promptId the prompt to return to
 */
export function plansWith(feature: keyof typeof FEATURES, promptId?: string): string {
  return paths.subscribe() + stringifySearch({ feature, prompt: promptId });
}
