import { MEMBER_STATES } from '#contract/admin-members.ts';
import { ROLES } from '#contract/roles.ts';
import { TIERS } from '#contract/tiers.ts';
import { membersQuery } from '#web/features/admin/admin.queries.ts';
import { oneOf, type StaffLoader, staffData } from '../staff-data.ts';

export const memberFilters = ({ q, tier, role, state }: Record<string, string>) => ({
  ...(q ? { q } : {}),
  ...oneOf('tier', tier, TIERS),
  ...oneOf('role', role, ROLES),
  ...oneOf('state', state, MEMBER_STATES),
});

export const loadMembers: StaffLoader = ({ context: { queryClient }, deps }) =>
  staffData(queryClient.fetchInfiniteQuery(membersQuery(memberFilters(deps))));
