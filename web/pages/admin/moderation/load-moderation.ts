import { CASE_STATES } from '#contract/admin-moderation.ts';
import { casesQuery, collectionCasesQuery } from '#web/features/admin/admin.queries.ts';
import { loadStaffData, optionalParam, type StaffLoader } from '../staff-loader.ts';

export const caseFilters = ({ state }: Record<string, string>) => ({
  state: 'open' as const,
  ...optionalParam('state', state, CASE_STATES),
});

export const loadModeration: StaffLoader = ({ context: { queryClient }, deps }) =>
  loadStaffData(
    queryClient.fetchInfiniteQuery(casesQuery(caseFilters(deps))),
    queryClient.fetchQuery(collectionCasesQuery(caseFilters(deps))),
  );
