import type { ListFilters } from '#web/features/catalog/catalog.queries.ts';

/** "My Favorites Only" as the row above a list takes it. */
export function favoritesFilter(filters: ListFilters, show: (filters: ListFilters) => void) {
  const { favoritesOnly, ...others } = filters;
  return {
    isOnly: favoritesOnly === 'true',
    onChange: (isOnly: boolean) => show(isOnly ? { ...others, favoritesOnly: 'true' } : others),
  };
}
