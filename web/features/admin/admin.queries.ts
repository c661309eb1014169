import { findLibraryPrompts, listPromptRequests } from '#contract/admin-library.ts';
import { findMembers, getMember, listMemberPayments } from '#contract/admin-members.ts';
import { listCases, listCollectionCases } from '#contract/admin-moderation.ts';
import { getStaffOrder, listOrderQueue } from '#contract/admin-orders.ts';
import { getOverview } from '#contract/admin-overview.ts';
import { listAudit } from '#contract/audit.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery, keyOf, type ListQuery, listInput, pagedQuery } from '#web/api/query.ts';

/** What staff do is seen at once: nothing of theirs is kept from one visit to the next. */
const ALWAYS_STALE = () => 0;

export const auditQuery = (filters: ListQuery<typeof listAudit>) =>
  pagedQuery(
    keyOf(listAudit, listInput<typeof listAudit>(filters)),
    (cursor, context) => call(listAudit, { query: { ...filters, cursor } }, context),
    ALWAYS_STALE,
  );

export const membersQuery = (filters: ListQuery<typeof findMembers>) =>
  pagedQuery(
    keyOf(findMembers, listInput<typeof findMembers>(filters)),
    (cursor, context) => call(findMembers, { query: { ...filters, cursor } }, context),
    ALWAYS_STALE,
  );

export const memberQuery = (memberId: string) => ({
  ...endpointQuery(getMember, { memberId }),
  staleTime: 0,
});

export const memberPaymentsQuery = (memberId: string) => ({
  ...endpointQuery(listMemberPayments, { memberId }),
  staleTime: 0,
});

export const casesQuery = (filters: ListQuery<typeof listCases>) =>
  pagedQuery(
    keyOf(listCases, listInput<typeof listCases>(filters)),
    (cursor, context) => call(listCases, { query: { ...filters, cursor } }, context),
    ALWAYS_STALE,
  );

export const collectionCasesQuery = (query: NonNullable<ListQuery<typeof listCollectionCases>>) => ({
  ...endpointQuery(listCollectionCases, { query }),
  staleTime: 0,
});

export const orderQueueQuery = (filters: ListQuery<typeof listOrderQueue>) =>
  pagedQuery(
    keyOf(listOrderQueue, listInput<typeof listOrderQueue>(filters)),
    (cursor, context) => call(listOrderQueue, { query: { ...filters, cursor } }, context),
    ALWAYS_STALE,
  );

export const staffOrderQuery = (orderId: string) => ({
  ...endpointQuery(getStaffOrder, { orderId }),
  staleTime: 0,
});

export const libraryQuery = (filters: ListQuery<typeof findLibraryPrompts>) =>
  pagedQuery(
    keyOf(findLibraryPrompts, listInput<typeof findLibraryPrompts>(filters)),
    (cursor, context) => call(findLibraryPrompts, { query: { ...filters, cursor } }, context),
    ALWAYS_STALE,
  );

export const requestsQuery = (query: NonNullable<ListQuery<typeof listPromptRequests>>) => ({
  ...endpointQuery(listPromptRequests, { query }),
  staleTime: 0,
});

export const overviewQuery = (query: NonNullable<ListQuery<typeof getOverview>>) => ({
  ...endpointQuery(getOverview, { query }),
  staleTime: 0,
});
