import type { MemberRow } from '#contract/admin-members.ts';
import { formatAmount, statusName } from '#web/features/billing/billing-messages.ts';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';

/** As the provider calls them, for staff. */
const STATUS_NAMES: Readonly<Record<string, string>> = {
  trialing: 'Free trial',
  incomplete: 'Payment not finished',
  incomplete_expired: 'Payment never finished',
  unpaid: 'Unpaid',
};

export const planStatusName = (status: string): string => STATUS_NAMES[status] ?? statusName(status);

type Plan = MemberRow['plan'];

const WORDS = {
  paying: 'Paying',
  ending: 'Ends',
  overdue: 'Overdue',
  trial: 'Trial',
  granted: 'Granted by staff',
} as const;

/** Where a tier comes from, and until when. */
export function planText(plan: Plan): string {
  if (plan === null) return 'None';
  const { kind, endsAt } = plan;
  const day = endsAt?.slice(0, 10);
  if (kind === 'ending') return `Ends ${day}`;
  return day === undefined ? WORDS[kind] : `${WORDS[kind]} until ${day}`;
}

/** What a month costs a member; nothing where nothing is charged. */
export function priceText(plan: Plan): string {
  if (plan === null || plan.monthlyCents === null || plan.currency === null) return '';
  return `${formatAmount(plan.monthlyCents, plan.currency)} a month`;
}

/** The same to look at: what staff should notice stands out. */
export function PlanSource({ plan }: { plan: Plan }) {
  if (plan?.kind === 'overdue') return <StateBadge tone="danger">Overdue</StateBadge>;
  return planText(plan);
}
