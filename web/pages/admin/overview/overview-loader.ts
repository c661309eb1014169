import { OVERVIEW_DAYS } from '#contract/admin-overview.ts';
import { overviewQuery } from '#web/features/admin/admin.queries.ts';
import { oneOf, type StaffLoader, staffData } from '../staff-data.ts';

export const overviewFilters = ({ days }: Record<string, string>) => oneOf('days', days, OVERVIEW_DAYS);

export const loadOverview: StaffLoader = ({ context: { queryClient }, deps }) =>
  staffData(queryClient.fetchQuery(overviewQuery(overviewFilters(deps))));
