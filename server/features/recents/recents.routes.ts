import type { FastifyInstance } from 'fastify';
import {
  addRecent,
  clearRecents,
  listRecents,
  type Recents,
  removeRecent,
  restoreRecent,
  setRecentsPaused,
} from '#contract/recents.ts';
import type { RecentSort } from '#contract/sorts.ts';
import { withTransactionRetry } from '#server/core/database/transaction-retry.ts';
import { addRoute, type Member } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { SORTS } from '../catalog/catalog.public.ts';
import { LOCKED_RESPONSE, requireListedPrompt, requireVisiblePrompt } from '../prompts/prompts.public.ts';
import { readPromptList, type SearchSources } from '../search/search.public.ts';
import {
  addUse,
  areRecentsPaused,
  removeRecent as deleteRecent,
  findUseTimes,
  LAST_USED_FIRST,
  recentsOf,
  removeRecents,
  restoreUse,
  setPaused,
} from './recents.queries.ts';

export function recentRoutes(
  app: FastifyInstance,
  { sources, limits }: { sources: SearchSources; limits: ActionLimits },
  settings: { searchRateLimit: number },
): void {
  const { db } = sources;
  const change = { tag: 'recents', ...limits.of('recents') };

  const reading = { tag: 'recents', rateLimit: settings.searchRateLimit };
  addRoute(app, listRecents, reading, ({ query, viewer }) => readRecents(sources, viewer, query));

  const opening = { tag: 'recents', otherResponses: LOCKED_RESPONSE, ...limits.of('opening') };
  addRoute(app, addRecent, opening, async ({ params, viewer }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    const usedAt = await withTransactionRetry(() => addUse(db, viewer.memberId, prompt));
    return { lastUsedAt: usedAt?.toISOString() ?? null };
  });

  addRoute(app, setRecentsPaused, change, async ({ body, viewer }) => {
    await setPaused(db, viewer.memberId, body.isPaused);
    return await readRecents(sources, viewer);
  });

  addRoute(app, removeRecent, change, async ({ params, viewer }) => {
    const { id } = await requireListedPrompt(db, params.id);
    await withTransactionRetry(() => deleteRecent(db, viewer.memberId, id));
    return { isRemoved: true as const };
  });

  addRoute(
    app,
    restoreRecent,
    { ...change, otherResponses: LOCKED_RESPONSE },
    async ({ params, body, viewer }) => {
      // As for an opening: what a member may not read cannot be put there.
      const { id } = await requireVisiblePrompt(db, params.id, viewer);
      await withTransactionRetry(() => restoreUse(db, viewer.memberId, id, body.lastUsedAt));
      return { isRestored: true as const };
    },
  );

  addRoute(app, clearRecents, change, async ({ viewer }) => {
    await withTransactionRetry(() => removeRecents(db, viewer.memberId));
    return await readRecents(sources, viewer);
  });
}

const RECENT_SORTS = { ...SORTS, used: LAST_USED_FIRST };

type RecentsQuery = Parameters<typeof readPromptList<RecentSort>>[3];

async function readRecents(
  sources: SearchSources,
  viewer: Member,
  query: RecentsQuery = { sort: 'used' },
): Promise<Recents> {
  const { db } = sources;
  const { memberId } = viewer;
  const list = { name: 'recents', source: recentsOf(memberId), sorts: RECENT_SORTS };
  const [isPaused, { prompts, ...page }] = await Promise.all([
    areRecentsPaused(db, memberId),
    readPromptList(sources, viewer, list, query),
  ]);
  const ids = prompts.map(({ id }) => id);
  const usedAt = await findUseTimes(db, memberId, ids);
  return {
    isPaused,
    // One that was cleared in the meantime is gone.
    prompts: prompts.flatMap((prompt) => {
      const lastUsedAt = usedAt.get(prompt.id)?.toISOString();
      return lastUsedAt === undefined ? [] : [{ ...prompt, lastUsedAt }];
    }),
    ...page,
  };
}
