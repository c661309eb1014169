import { MEMBER_STATES, PLAN_FILTERS } from '#contract/admin-members.ts';
import { ROLES } from '#contract/roles.ts';
import { TIERS } from '#contract/tiers.ts';
import { membersQuery } from '#web/features/admin/admin.queries.ts';
import { loadStaffData, optionalParam, type StaffLoader } from '../staff-loader.ts';

export const memberFilters = ({ q, tier, plan, role, state }: Record<string, string>) => ({
  ...(q ? { q } : {}),
  ...optionalParam('tier', tier, TIERS),
  ...optionalParam('plan', plan, PLAN_FILTERS),
  ...optionalParam('role', role, ROLES),
  ...optionalParam('state', state, MEMBER_STATES),
});

export const loadMembers: StaffLoader = ({ context: { queryClient }, deps }) =>
  loadStaffData(queryClient.fetchInfiniteQuery(membersQuery(memberFilters(deps))));
