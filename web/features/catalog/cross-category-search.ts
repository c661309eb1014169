import { LIMITS } from '#contract/limits.ts';
import { isSlug } from '#contract/slugs.ts';
import { isTier, type Tier } from '#contract/tiers.ts';

/** The state of a list across categories in its URL; what is the default stays out of it. */
export interface PromptListSearch<Sort extends string> {
  q?: string;
  category?: string;
  tier?: Tier;
  sort?: Sort;
}

/**
 * The page ignores what it cannot read.
 * @param sorts of this list, its own first
 */
export function promptListSearch<Sort extends string>(sorts: readonly Sort[]) {
  return (search: Record<string, unknown>): PromptListSearch<Sort> => {
    const text = (name: string) => (typeof search[name] === 'string' ? search[name].trim() : '');
    const q = [...text('q')].slice(0, LIMITS.searchTextCharacters).join('');
    const category = text('category');
    const tier = text('tier');
    const sort = sorts.find((known) => known === text('sort'));
    return {
      ...(q !== '' && q.isWellFormed() && !q.includes('\0') ? { q } : {}),
      ...(isSlug(category) && category !== 'all' ? { category } : {}),
      ...(isTier(tier) ? { tier } : {}),
      ...(sort && sort !== sorts[0] ? { sort } : {}),
    };
  };
}

/**
 * What to ask the API for: nothing else that the address holds, such as an open prompt, and no category that we do not
 * have, which it would refuse.
 */
export function toPromptListQuery<Sort extends string>(
  { q, category, tier, sort }: PromptListSearch<Sort>,
  categories: readonly { slug: string }[],
): PromptListSearch<Sort> {
  const isKnown = categories.some(({ slug }) => slug === category);
  return {
    ...(q ? { q } : {}),
    ...(category && isKnown ? { category } : {}),
    ...(tier ? { tier } : {}),
    ...(sort ? { sort } : {}),
  };
}

export function isNarrowed({ q, category, tier }: PromptListSearch<string>): boolean {
  return Boolean(q || category || tier);
}
