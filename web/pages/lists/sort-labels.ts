import type { FavoriteSort, RecentSort } from '#contract/sorts.ts';

/** A list's order, in the line under its title. */
export const SORT_LABELS: Record<FavoriteSort | RecentSort, string> = {
  added: 'Most recently added',
  used: 'Last used first',
  popular: 'Most popular first',
  newest: 'Newest first',
  title: 'A to Z',
  rating: 'Highest rated first',
};
