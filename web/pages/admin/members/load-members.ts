import { MEMBER_STATES } from '#contract/admin-members.ts';
import { ROLES } from '#contract/roles.ts';
import { TIERS } from '#contract/tiers.ts';
import { membersQuery } from '#web/features/admin/admin.queries.ts';
import { loadStaffData, optionalParam, type StaffLoader } from '../staff-loader.ts';

export const memberFilters = ({ q, tier, role, state }: Record<string, string>) => ({
  ...(q ? { q } : {}),
  ...optionalParam('tier', tier, TIERS),
  ...optionalParam('role', role, ROLES),
  ...optionalParam('state', state, MEMBER_STATES),
});

export const loadMembers: StaffLoader = ({ context: { queryClient }, deps }) =>
  loadStaffData(queryClient.fetchInfiniteQuery(membersQuery(memberFilters(deps))));
