import { countUnreadNotices, listNotices } from '#contract/notices.ts';
import { endpointQuery } from '#web/api/query.ts';

/** Others cause them: an older number is asked for again with the next page. Milliseconds. */
const STALE_AFTER = 60_000;

export const noticesQuery = () => endpointQuery(listNotices, {});

/** For the header, with every page. */
export const unreadQuery = () => ({ ...endpointQuery(countUnreadNotices, {}), staleTime: STALE_AFTER });
