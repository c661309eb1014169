import type { Overview } from '#contract/admin-overview.ts';
import { formatPrice } from '#contract/plans.ts';
import { countWithNoun, wholeNumber } from '#web/ui/text/format-count.ts';
import type { Metric } from './metrics.tsx';

/** A number, quiet where it is none. */
const counted = (value: number) => ({ value: wholeNumber(value), isNone: value === 0 });

/** What waits for staff: each leads to where it is done. */
export function workMetrics({ work, totals, mail }: Overview): readonly Metric[] {
  const { openTickets, priorityTickets, waitingOrders, lateOrders, openReports } = work;
  const of = (name: string, value: number, link: NonNullable<Metric['link']>, note?: string): Metric => ({
    name,
    ...counted(value),
    link,
    isDue: value > 0,
    ...(note ? { note } : {}),
  });
  return [
    of(
      'Open tickets',
      openTickets,
      { to: '/admin/support' },
      priorityTickets > 0 ? `${priorityTickets} with priority` : undefined,
    ),
    of(
      'Waiting orders',
      waitingOrders,
      { to: '/admin/orders' },
      waitingOrders === 0 ? undefined : lateOrders > 0 ? `${lateOrders} late` : 'none late',
    ),
    of('Open reports', openReports, { to: '/admin/moderation' }),
    // A declined first payment or upgrade changes no plan that runs, and waits for its member alone.
    of('Failed renewals', totals.failedPayments, { to: '/admin/members', search: { plan: 'overdue' } }),
    of('Failed emails', mail.givenUp.length, { to: '/admin', hash: 'mail' }),
  ];
}

export const totalMetrics = ({ totals }: Overview): readonly Metric[] => [
  { name: 'Members', ...counted(totals.members), link: { to: '/admin/members' } },
  {
    name: 'Active today',
    ...counted(totals.activeToday),
    note: `${wholeNumber(totals.active7)} in 7 days, ${wholeNumber(totals.active30)} in 30`,
  },
  {
    name: 'Paying',
    ...counted(totals.paying),
    note: shareText(totals.payingShare, 'members'),
    link: { to: '/admin/members', search: { plan: 'paying' } },
  },
  {
    name: 'On trial',
    ...counted(totals.onTrial),
    link: { to: '/admin/members', search: { plan: 'trial' } },
  },
  {
    name: 'Ending plans',
    ...counted(totals.ending),
    link: { to: '/admin/members', search: { plan: 'ending' } },
  },
  {
    name: 'Monthly revenue',
    value: formatPrice(totals.monthlyRevenueCents),
    isNone: totals.monthlyRevenueCents === 0,
    note: 'from plans',
  },
];

/** What has no chart. */
export function periodMetrics({ period }: Overview): readonly Metric[] {
  return [
    {
      // Also one whose plan has ended since.
      name: 'New members who bought a plan',
      ...counted(period.newPayers),
      note: shareText(period.payerShare, 'new members'),
    },
    { name: 'Plans started', ...counted(period.plansStarted) },
    {
      name: 'Plans ended',
      ...counted(period.plansEnded),
      note: shareText(period.churn, 'active plans'),
    },
    {
      name: 'Custom prompts sold',
      value: formatPrice(period.orderRevenueCents),
      isNone: period.ordersPaid === 0,
      note: `${countWithNoun(period.ordersPaid, 'order')}, without refunded ones`,
      link: { to: '/admin/orders', search: { queue: 'all' } },
    },
  ];
}

const shareText = (percent: number | null, of: string) => (percent ? `${percent}% of ${of}` : undefined);
