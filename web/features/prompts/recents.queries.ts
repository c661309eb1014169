import { queryOptions } from '@tanstack/react-query';
import type { Recents } from '#contract/recents.ts';
import { readJson, sendJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';

const PATH = '/api/user/recents';

/** What I opened or copied, last use first (DECISIONS 34). */
export function recentsQuery() {
  return queryOptions({
    queryKey: [PATH],
    queryFn: async (context) => readJson<Recents>(await callApi(context, PATH)),
  });
}

export function setRecentsPaused(isPaused: boolean): Promise<Recents> {
  return sendJson<Recents>('PUT', PATH, { isPaused });
}

export function clearRecents(): Promise<Recents> {
  return sendJson<Recents>('DELETE', PATH);
}
