import { listAudit } from '#contract/audit.ts';
import { call } from '#web/api/call.ts';
import { keyOf, type ListQuery, listInput, pagedQuery } from '#web/api/query.ts';

/** What staff do is seen at once: nothing of theirs is kept from one visit to the next. */
const ALWAYS_ANEW = () => 0;

export const auditQuery = (filters: ListQuery<typeof listAudit>) =>
  pagedQuery(
    keyOf(listAudit, listInput<typeof listAudit>(filters)),
    (cursor, context) => call(listAudit, { query: { ...filters, cursor } }, context),
    ALWAYS_ANEW,
  );
