import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import { SERVER_LIMITS } from '#contract/limits.ts';
import { RELEVANCE, type SearchSort } from '#contract/sorts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { requirePage } from '#server/core/http/routing/cursor.ts';
import { type Catalog, sumCounts } from '../catalog/catalog.public.ts';
import { type BrowseCall, browse, countFavorites } from './search.browse.queries.ts';
import type { Filters } from './search.filters.ts';
import { findText } from './search.lookup.ts';
import { findNumbersOf, groupedPositionSchema, promptIdAt, sortGrouped } from './search.queries.ts';
import { isFoundByContent, rank } from './search.ranking.ts';
import type { ResultEntry } from './search.results.ts';
import type { SearchScope, SearchSources } from './search.sources.ts';
import type { TextQuery } from './search.terms.ts';
import type { SearchText } from './search.text.ts';

/** What a search asks for, besides its text. */
interface PageCall {
  query: { sortBy: SearchSort; limit?: number | undefined; cursor?: string | undefined };
  /** What a cursor is valid for. */
  name: (string | number)[];
  filters: Filters & { tierRank: number | undefined };
  /** A source that includes `prompt_stats s`, when only favorites are searched. */
  favorites: RawBuilder<unknown> | undefined;
}

interface SearchPage {
  shown: ResultEntry[];
  total: number;
  nextCursor: string | null;
  terms?: TextQuery['terms'];
  corrected?: SearchText | undefined;
}

/** Of a search without a text: filters alone, grouped by category. */
export async function browsePage(
  db: Db,
  catalog: Catalog,
  { query, name, filters, favorites }: PageCall,
): Promise<SearchPage> {
  const { split, ...page } = groupedPage(query, name);
  const call = { ...filters, favorites };
  const [positions, total] = await Promise.all([
    browse(db, call, { ...page, sort: query.sortBy }),
    countAll(db, catalog, call),
  ]);
  return { ...split(positions), total };
}

/** With fewer full matches than this, relevance goes on with the prompts that have some of the words. */
const FEW_MATCHES = 20;

/** Of what a text finds: by relevance, or grouped by category and sorted inside each group. */
export async function searchPage(
  sources: SearchSources,
  scope: SearchScope,
  { query, name, filters, favorites, text }: PageCall & { text: SearchText },
): Promise<SearchPage> {
  const numbers = favorites && (await findNumbersOf(sources.db, favorites));
  const wanted = { ...scope, filters: { ...filters, numbers } };
  if (query.sortBy === RELEVANCE) {
    const { split, ...page } = requirePage(
      { name, position: z.object({ key: z.number() }), limit: SERVER_LIMITS.searchPage },
      query,
    );
    const { found, ...correction } = await findText(sources, text, wanted, (matches) => {
      const { full, partial, lookup } = matches;
      const hasPartial = full.length < FEW_MATCHES;
      const { shown, nextCursor } = split(
        rank(matches, { ...page, after: page.after?.key, hasPartial, tierRank: scope.readScope.rank }),
      );
      return {
        total: full.length + (hasPartial ? partial.length : 0),
        nextCursor,
        shown: shown.map(({ ordinal, isPartial }) => ({
          id: promptIdAt(lookup.index, ordinal),
          isPartial,
          isQuoted: isFoundByContent(matches, ordinal),
        })),
      };
    });
    return { ...found, ...correction };
  }
  const { split, ...page } = groupedPage(query, name);
  const { found, ...correction } = await findText(sources, text, wanted, ({ lookup, full, partial }) => ({
    isPartial: full.length === 0,
    ids: Array.from(full.length > 0 ? full : partial, (ordinal) => promptIdAt(lookup.index, ordinal)),
  }));
  const { isPartial, ids } = found;
  const sort = { ...page, sort: query.sortBy };
  const { shown, nextCursor } = split(await sortGrouped(sources.db, ids, filters.categoryIds, sort));
  return {
    ...correction,
    total: ids.length,
    nextCursor,
    shown: shown.map(({ id }) => ({ id, isPartial, isQuoted: true })),
  };
}

const groupedPage = (query: PageCall['query'], name: PageCall['name']) =>
  requirePage({ name, position: groupedPositionSchema, limit: SERVER_LIMITS.searchPage }, query);

/** Of a search without a text: from the catalog, which is counted already. */
async function countAll(db: Db, catalog: Catalog, call: BrowseCall): Promise<number> {
  const counts = call.favorites ? await countFavorites(db, call) : catalog.counts;
  const among = new Set(call.categoryIds);
  const topics = catalog.topics.filter(({ categoryId }) => among.has(categoryId)).map(({ id }) => id);
  return sumCounts(counts, { topicIds: new Set(call.topicIds ?? topics), tierRank: call.tierRank });
}
