import { notFound } from '@tanstack/react-router';
import { LIBRARY_FILTERS, LIBRARY_SORTS, REQUEST_STATES } from '#contract/admin-library.ts';
import { TIERS } from '#contract/tiers.ts';
import { userQuery } from '#web/features/account/account.queries.ts';
import { libraryQuery, requestsQuery } from '#web/features/admin/admin.queries.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { loadStaffData, optionalParam, type StaffLoader } from '../staff-loader.ts';

export const libraryFilters = ({ q, show, tier, sort, order }: Record<string, string>) => ({
  ...(q ? { q } : {}),
  ...optionalParam('show', show, LIBRARY_FILTERS),
  ...optionalParam('tier', tier, TIERS),
  ...optionalParam('sort', sort, LIBRARY_SORTS),
  ...optionalParam('order', order, ['asc', 'desc']),
});

export const requestFilters = ({ state }: Record<string, string>) => ({
  state: 'open' as const,
  ...optionalParam('state', state, REQUEST_STATES),
});

export const loadLibrary: StaffLoader = async ({ context: { queryClient }, deps }) => {
  if (deps['view'] === 'requests') {
    return await loadStaffData(queryClient.fetchQuery(requestsQuery(requestFilters(deps))));
  }
  if (deps['view'] === 'import') {
    const user = await queryClient.ensureQueryData(userQuery());
    if (user?.role !== 'admin') throw notFound();
    return await loadStaffData(queryClient.ensureQueryData(categoriesQuery()));
  }
  return await loadStaffData(queryClient.fetchInfiniteQuery(libraryQuery(libraryFilters(deps))));
};
