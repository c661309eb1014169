import type { QueryClient } from '@tanstack/react-query';
import { getDashboard } from '#contract/dashboard.ts';
import type { PromptDetail } from '#contract/prompts.ts';
import { addRecent, listRecents } from '#contract/recents.ts';
import { call } from '#web/api/call.ts';
import { keyOf, type ListQuery, listInput, pagedQuery } from '#web/api/query.ts';

/** What I opened or copied, last use first unless sorted otherwise, a page after the other. */
export function recentsQuery(filters: ListQuery<typeof listRecents> = {}) {
  const input = listInput<typeof listRecents>(filters);
  return pagedQuery(keyOf(listRecents, input), (cursor, context) =>
    call(listRecents, { query: { ...filters, cursor } }, context),
  );
}

/**
 * Reports that a prompt is being shown; lists of recent prompts are fetched again on the next visit, and a list under the
 * prompt stays as it is. Never throws: nothing waits for it, and a prompt can be read whether this is remembered or not.
 */
export async function rememberOpening(
  queryClient: QueryClient,
  { id }: Pick<PromptDetail, 'id'>,
): Promise<void> {
  try {
    const { lastUsedAt } = await call(addRecent, { id });
    if (lastUsedAt === null) return;
    void queryClient.invalidateQueries({ queryKey: keyOf(listRecents), refetchType: 'none' });
    void queryClient.invalidateQueries({ queryKey: keyOf(getDashboard) });
  } catch {
    // The app itself reports what matters to the member: signed out, or offline.
  }
}
