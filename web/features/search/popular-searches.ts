/** What the dashboard and the empty search page suggest. */
export const POPULAR_SEARCHES = ['fitness', 'coding', 'writing', 'business', 'marketing'] as const;
