import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { MEMBER_STATES, type MemberRow, PLAN_FILTERS } from '#contract/admin-members.ts';
import { ROLES } from '#contract/roles.ts';
import { TIER_NAMES, TIERS } from '#contract/tiers.ts';
import { membersQuery } from '#web/features/admin/admin.queries.ts';
import { type Filter, FilterForm } from '#web/features/admin/filter-form.tsx';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { LoadMoreRows } from '#web/features/admin/table/load-more-rows.tsx';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { capitalized } from '#web/ui/text/capitalized.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { PlanSource, planText, priceText } from '../plan-source.tsx';
import { StaffPage } from '../staff-page.tsx';
import { memberFilters } from './load-members.ts';

const route = getRouteApi('/admin/members/');

const FILTERS: readonly Filter[] = [
  { name: 'q', label: 'Name, address or ID', type: 'search' },
  { name: 'tier', label: 'Tier', options: TIERS, names: TIER_NAMES },
  { name: 'plan', label: 'Plan', options: PLAN_FILTERS },
  { name: 'role', label: 'Role', options: ROLES },
  { name: 'state', label: 'State', options: MEMBER_STATES },
];

// What nearly all members are is left out: it would hide who is not.
const roleCell = ({ role }: MemberRow) => (role === 'member' ? null : capitalized(role));

const COLUMNS: readonly Column<MemberRow>[] = [
  {
    name: 'Name',
    value: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to="/admin/members/$memberId" params={{ memberId: id }}>
        {name}
      </Link>
    ),
  },
  { name: 'Address', value: ({ email }) => email },
  { name: 'Tier', isShort: true, value: ({ tier }) => tier, cell: ({ tier }) => <TierBadge tier={tier} /> },
  {
    name: 'Plan',
    value: ({ plan }) => planText(plan),
    cell: ({ plan }) => (plan ? <PlanSource plan={plan} /> : null),
  },
  { name: 'Pays', isNumber: true, value: ({ plan }) => priceText(plan) },
  { name: 'Role', value: ({ role }) => role, cell: roleCell, isShort: true },
  {
    name: 'State',
    isShort: true,
    value: ({ isSuspended }) => (isSuspended ? 'suspended' : 'active'),
    cell: ({ isSuspended }) => (isSuspended ? <StateBadge tone="danger">Suspended</StateBadge> : null),
  },
  { name: 'Member since', value: ({ memberSince }) => memberSince.slice(0, 10), isShort: true },
  { name: 'ID', value: ({ id }) => id, isOnlyInCsv: true },
];

export function MembersPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const list = useSuspenseInfiniteQuery(membersQuery(memberFilters(search)));
  return (
    <StaffPage title="Members" lead="The newest first. Open one to help, grant a tier or refund.">
      <FilterForm
        filters={FILTERS}
        values={search}
        onApply={(values) => void navigate({ to: '/admin/members', search: values })}
      />
      <DataTable
        label="Members"
        columns={COLUMNS}
        rows={list.data.pages.flatMap((page) => page.members)}
        rowKey={({ id }) => id}
        summary={countWithNoun(list.data.pages[0]?.total ?? 0, 'member')}
        isMarked={({ isSuspended }) => isSuspended}
        empty="No members match. Clear the filters to see all of them."
      />
      <LoadMoreRows list={list} />
    </StaffPage>
  );
}
