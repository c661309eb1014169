import { OVERVIEW_DAYS } from '#contract/admin-overview.ts';
import { overviewQuery } from '#web/features/admin/admin.queries.ts';
import { loadStaffData, optionalParam, type StaffLoader } from '../staff-loader.ts';

export const overviewFilters = ({ days }: Record<string, string>) =>
  optionalParam('days', days, OVERVIEW_DAYS);

export const loadOverview: StaffLoader = ({ context: { queryClient }, deps }) =>
  loadStaffData(queryClient.fetchQuery(overviewQuery(overviewFilters(deps))));
