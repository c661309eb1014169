import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { MemberDetail } from '#contract/admin-members.ts';
import { TICKET_TOPICS } from '#contract/support.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { memberQuery } from '#web/features/admin/admin.queries.ts';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { STATE_NAMES } from '#web/features/orders/order-messages.ts';
import { OrderStateBadge } from '#web/features/orders/order-state-badge.tsx';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { BackLink } from '#web/ui/text/back-link.tsx';
import { capitalized } from '#web/ui/text/capitalized.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { DetailsList, Section } from '../details-list.tsx';
import { planStatusName, priceText } from '../plan-source.tsx';
import { requireId } from '../staff-loader.ts';
import { StaffPage } from '../staff-page.tsx';
import { TICKET_STATE_NAMES, TicketStateBadge } from '../ticket-state-badge.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberPayments } from './member-payments.tsx';

// One file for the browser to fetch.
export { loadMember } from './load-member.ts';

const route = getRouteApi('/admin/members/$memberId');

const day = (date: string | null) => date?.slice(0, 10) ?? 'None';

/** Everything staff see of one member, and what they may do. */
export function MemberPage() {
  const memberId = requireId(route.useParams().memberId);
  const { data: member } = useSuspenseQuery(memberQuery(memberId));
  const viewer = useUser();
  const { now } = useClock();
  const { subscription, counts } = member;
  const lists = listsOf(member);
  return (
    <>
      <BackLink>
        {(className) => (
          <Link to="/admin/members" className={className}>
            All members
          </Link>
        )}
      </BackLink>
      <StaffPage title={member.name} lead={member.email}>
        <DetailsList
          details={[
            ['ID', member.id],
            ['Member since', day(member.memberSince)],
            ['Role', capitalized(member.role)],
            ['Tier', <TierBadge key="tier" tier={member.tier} />],
            ['Pays', priceText(member.plan) || 'Nothing'],
            ['Subscription', subscription ? subscriptionText(subscription) : 'None'],
            ['Granted by staff', grantText(member)],
            ['Trial', trialText(member.trialEndsAt, now)],
            ['State', <State key="state" member={member} />],
            [
              'Activity',
              [
                countWithNoun(counts.favorites, 'favorite'),
                countWithNoun(counts.copies, 'copy'),
                countWithNoun(counts.comments, 'comment'),
                `${countWithNoun(counts.reports, 'report')} against them`,
              ].join(', '),
            ],
            ...(member.customerUrl === null
              ? []
              : [['Stripe customer', <Customer key="customer" url={member.customerUrl} />] as const]),
            ...(viewer?.role === 'admin'
              ? [['Audit log', <AuditLinks key="audit" member={member} />] as const]
              : []),
          ]}
        />
        {viewer ? <MemberActions member={member} viewer={viewer} /> : null}
        <Section title="Payments">
          <MemberPayments memberId={memberId} />
        </Section>
        {lists
          .filter(({ isEmpty }) => !isEmpty)
          .map(({ title, table }) => (
            <Section key={title} title={title}>
              {table}
            </Section>
          ))}
        <Section title="Sessions">
          <p>
            Also: {countWithNoun(member.tokens, 'token')}, {countWithNoun(member.apps, 'connected app')}.
          </p>
          <DataTable
            label="Sessions"
            columns={SESSIONS}
            rows={member.sessions}
            rowKey={({ startedAt }) => startedAt}
            empty="Not signed in anywhere."
          />
        </Section>
        {lists.some(({ isEmpty }) => isEmpty) ? (
          <DetailsList
            details={lists.filter(({ isEmpty }) => isEmpty).map(({ title, empty }) => [title, empty])}
          />
        ) : null}
      </StaffPage>
    </>
  );
}

interface MemberList {
  title: string;
  isEmpty: boolean;
  /** Said in a line, after the lists that hold something. */
  empty: string;
  table: ReactNode;
}

function listsOf({ orders, tickets, grants, comments }: MemberDetail): readonly MemberList[] {
  const list = <Row extends object>(
    title: string,
    empty: string,
    table: Omit<ComponentProps<typeof DataTable<Row>>, 'label' | 'empty'>,
  ): MemberList => ({
    title,
    empty,
    isEmpty: table.rows.length === 0,
    table: <DataTable {...table} label={title} empty={empty} />,
  });
  return [
    list('Orders', 'No orders yet.', { columns: ORDERS, rows: orders, rowKey: ({ id }) => id }),
    list('Tickets', 'No tickets yet.', { columns: TICKETS, rows: tickets, rowKey: ({ id }) => id }),
    list('Granted prompts', 'No prompts beyond their tier.', {
      columns: GRANTS,
      rows: grants,
      rowKey: ({ promptId }) => promptId,
    }),
    list('Comments', 'No comments yet.', {
      columns: COMMENTS,
      rows: comments,
      rowKey: ({ id }) => id,
      isMarked: ({ reports }) => reports > 0,
    }),
  ];
}

function grantText({ grantedTier, grantedUntil }: MemberDetail): string {
  if (grantedTier === 'basic') return 'Nothing';
  const tier = TIER_NAMES[grantedTier];
  return grantedUntil === null ? tier : `${tier}, before ${day(grantedUntil)}`;
}

function subscriptionText({ tier, status, periodEnd, endsAt }: NonNullable<MemberDetail['subscription']>) {
  // Of any other status the period says nothing: nobody has paid for it, or it was paid back.
  if (status !== 'active') return `${TIER_NAMES[tier]}: ${planStatusName(status)}`;
  return `${TIER_NAMES[tier]}, ${endsAt === null ? `paid until ${day(periodEnd)}` : `ends ${day(endsAt)}`}`;
}

function trialText(endsAt: string | null, now: number): string {
  if (endsAt === null) return 'None';
  return `${Date.parse(endsAt) > now ? 'Until' : 'Ended'} ${day(endsAt)}`;
}

function State({ member: { isSuspended, suspendedAt, suspensionReason } }: { member: MemberDetail }) {
  if (!isSuspended) return 'Active';
  return (
    <>
      <StateBadge tone="danger">Suspended</StateBadge> since {day(suspendedAt)}: {suspensionReason}
    </>
  );
}

/** What was done to them, and what they did as staff. */
function AuditLinks({ member: { id, role } }: { member: MemberDetail }) {
  return (
    <>
      <Link to="/admin/audit" search={{ target: id }}>
        Staff actions on this member
      </Link>
      {role === 'member' ? null : (
        <>
          {', '}
          <Link to="/admin/audit" search={{ actor: id }}>
            their own staff actions
          </Link>
        </>
      )}
    </>
  );
}

function Customer({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      Open customer
    </a>
  );
}

const ORDERS: readonly Column<MemberDetail['orders'][number]>[] = [
  {
    name: 'Goal',
    value: ({ goal }) => goal,
    cell: ({ id, goal }) => (
      <Link to="/admin/orders/$orderId" params={{ orderId: id }}>
        {goal}
      </Link>
    ),
  },
  {
    name: 'State',
    isShort: true,
    value: ({ state }) => STATE_NAMES[state],
    cell: ({ state }) => <OrderStateBadge state={state} />,
  },
  { name: 'Ordered', value: ({ at }) => day(at), isShort: true },
];

const TICKETS: readonly Column<MemberDetail['tickets'][number]>[] = [
  {
    name: 'Topic',
    value: ({ topic }) => TICKET_TOPICS[topic],
    cell: ({ id, topic }) => (
      <Link to="/admin/support/$id" params={{ id }}>
        {TICKET_TOPICS[topic]}
      </Link>
    ),
  },
  { name: 'Message', value: ({ excerpt }) => excerpt },
  {
    name: 'State',
    isShort: true,
    value: ({ state }) => TICKET_STATE_NAMES[state],
    cell: ({ state }) => <TicketStateBadge state={state} />,
  },
  { name: 'Asked', value: ({ createdAt }) => day(createdAt), isShort: true },
];

const GRANTS: readonly Column<MemberDetail['grants'][number]>[] = [
  {
    name: 'Prompt',
    value: ({ title }) => title,
    cell: ({ promptId, title }) => (
      <Link to="/prompt/$id" params={{ id: promptId }}>
        {title}
      </Link>
    ),
  },
  { name: 'By', value: ({ isByStaff }) => (isByStaff ? 'Staff' : 'An order') },
];

const COMMENTS: readonly Column<MemberDetail['comments'][number]>[] = [
  { name: 'Comment', value: ({ content }) => content },
  {
    name: 'Prompt',
    value: ({ promptTitle }) => promptTitle,
    cell: ({ promptId, promptTitle }) => (
      <Link to="/prompt/$id" params={{ id: promptId }}>
        {promptTitle}
      </Link>
    ),
  },
  { name: 'State', value: ({ state }) => capitalized(state), isShort: true },
  { name: 'Reports', value: ({ reports }) => reports, isNumber: true },
  { name: 'Posted', value: ({ at }) => day(at), isShort: true },
];

const SESSIONS: readonly Column<MemberDetail['sessions'][number]>[] = [
  { name: 'Device', value: ({ device }) => device ?? 'Unknown' },
  { name: 'Since', value: ({ startedAt }) => day(startedAt), isShort: true },
  { name: 'Last used', value: ({ usedAt }) => day(usedAt), isShort: true },
];
