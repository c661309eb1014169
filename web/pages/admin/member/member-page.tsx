import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { MemberDetail } from '#contract/admin-members.ts';
import { TICKET_TOPICS } from '#contract/support.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { memberQuery } from '#web/features/admin/admin.queries.ts';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { STATE_NAMES } from '#web/features/orders/order-messages.ts';
import { OrderStateBadge } from '#web/features/orders/order-state-badge.tsx';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { BackLink } from '#web/ui/text/back-link.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { DetailsList, Section } from '../details-list.tsx';
import { priceText } from '../plan-source.tsx';
import { requireId } from '../staff-loader.ts';
import { StaffPage } from '../staff-page.tsx';
import { TICKET_STATE_NAMES, TicketStateBadge } from '../ticket-state-badge.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberPayments } from './member-payments.tsx';

// One file for the browser to fetch.
export { loadMember } from './load-member.ts';

const route = getRouteApi('/admin/members/$memberId');

const day = (date: string | null) => date?.slice(0, 10) ?? 'none';

/** Everything staff see of one member, and what they may do. */
export function MemberPage() {
  const memberId = requireId(route.useParams().memberId);
  const { data: member } = useSuspenseQuery(memberQuery(memberId));
  const viewer = useUser();
  const { subscription, counts } = member;
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
            ['Role', member.role],
            ['Tier', <TierBadge key="tier" tier={member.tier} />],
            ['Pays', priceText(member.plan) || 'nothing'],
            ['Subscription', subscription ? subscriptionText(subscription) : 'none'],
            ['Granted by staff', grantText(member)],
            ['Trial ends', day(member.trialEndsAt)],
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
        <Section title="Orders">
          <DataTable
            label="Orders"
            columns={ORDERS}
            rows={member.orders}
            rowKey={({ id }) => id}
            empty="No orders yet."
          />
        </Section>
        <Section title="Tickets">
          <DataTable
            label="Tickets"
            columns={TICKETS}
            rows={member.tickets}
            rowKey={({ id }) => id}
            empty="No tickets yet."
          />
        </Section>
        <Section title="Granted prompts">
          <DataTable
            label="Granted prompts"
            columns={GRANTS}
            rows={member.grants}
            rowKey={({ promptId }) => promptId}
            empty="No prompts beyond their tier."
          />
        </Section>
        <Section title="Comments">
          <DataTable
            label="Comments"
            columns={COMMENTS}
            rows={member.comments}
            rowKey={({ id }) => id}
            isMarked={({ reports }) => reports > 0}
            empty="No comments yet."
          />
        </Section>
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
      </StaffPage>
    </>
  );
}

function grantText({ grantedTier, grantedUntil }: MemberDetail): string {
  if (grantedTier === 'basic') return 'nothing';
  return grantedUntil === null ? grantedTier : `${grantedTier}, before ${day(grantedUntil)}`;
}

function subscriptionText({ tier, status, periodEnd, endsAt }: NonNullable<MemberDetail['subscription']>) {
  // Of any other status the period says nothing: nobody has paid for it, or it was paid back.
  if (status !== 'active') return `${tier}, ${status}`;
  return `${tier}, ${status}, ${endsAt === null ? `paid until ${day(periodEnd)}` : `ends ${day(endsAt)}`}`;
}

function State({ member: { isSuspended, suspendedAt, suspensionReason } }: { member: MemberDetail }) {
  if (!isSuspended) return 'active';
  return (
    <>
      <StateBadge tone="danger">suspended</StateBadge> since {day(suspendedAt)}: {suspensionReason}
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
  { name: 'By', value: ({ isByStaff }) => (isByStaff ? 'staff' : 'an order') },
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
  { name: 'State', value: ({ state }) => state, isShort: true },
  { name: 'Reports', value: ({ reports }) => reports, isNumber: true },
  { name: 'Posted', value: ({ at }) => day(at), isShort: true },
];

const SESSIONS: readonly Column<MemberDetail['sessions'][number]>[] = [
  { name: 'Device', value: ({ device }) => device ?? 'unknown' },
  { name: 'Since', value: ({ startedAt }) => day(startedAt), isShort: true },
  { name: 'Last used', value: ({ usedAt }) => day(usedAt), isShort: true },
];
