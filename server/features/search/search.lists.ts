import type { RawBuilder } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import type { ListedCard } from '#contract/search.ts';
import { type Tier, tierRank } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import { requirePage } from '#server/core/http/routing/cursor.ts';
import type { Viewer } from '#server/core/sessions/viewer.ts';
import { positionSchema, type SortKey } from '../catalog/catalog.public.ts';
import { findOwnCards } from '../prompts/prompts.public.ts';
import { requireFilters } from './search.filters.ts';
import { countListed, findListed } from './search.lists.queries.ts';
import { findText, type TextFilters } from './search.lookup.ts';
import { promptIdAt } from './search.queries.ts';
import { toResults } from './search.results.ts';
import { prepareSearch, type SearchSources } from './search.sources.ts';
import type { TextQuery } from './search.terms.ts';
import { parseSearchText } from './search.text.ts';

/** A list across categories, such as a member's favorites. */
interface PromptList<Sort extends string> {
  name: string;
  /** For a `from`: listed prompts only, with `prompt_stats s` among them. */
  source: RawBuilder<unknown>;
  sorts: Readonly<Record<Sort, SortKey>>;
}

interface ListQuery<Sort extends string> {
  q?: string | undefined;
  category?: string | undefined;
  tier?: Tier | '' | 'all' | undefined;
  sort: Sort;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/**
 * A page of a list under its filters. A text finds what a search for it would find among these prompts: all of its words,
 * in texts the viewer may read.
 * @throws HttpProblem 400 for an unknown category, or a cursor of another list
 */
export async function readPromptList<Sort extends string>(
  sources: SearchSources,
  viewer: Viewer,
  { name, source, sorts }: PromptList<Sort>,
  query: ListQuery<Sort>,
): Promise<{ prompts: ListedCard[]; total: number; nextCursor: string | null }> {
  const { db } = sources;
  const { q = '', category = '', tier, sort } = query;
  const isAnyTier = tier === undefined || tier === '' || tier === 'all';
  const rank = isAnyTier ? undefined : tierRank(tier);
  const { categoryId, topicIds } = requireFilters(await sources.readCatalog(), query);
  const { split, ...page } = requirePage(
    {
      name: [name, sort, q.trim(), category, isAnyTier ? '' : tier],
      position: positionSchema,
      limit: LIMITS.promptListPage,
    },
    query,
  );
  const matching = q.trim()
    ? await findMatching(sources, viewer, q, { topicIds, tierRank: rank })
    : undefined;
  const prompts = { source, categoryId, tierRank: rank, ids: matching?.found };
  const [positions, total] = await Promise.all([
    findListed(db, prompts, { order: sorts[sort], ...page }),
    countListed(db, prompts),
  ]);
  const { shown, nextCursor } = split(positions);
  const shownIds = shown.map(({ id }) => id);
  const [cards, marked] = await Promise.all([
    findOwnCards(db, shownIds, viewer),
    matching ? findMatches(db, shownIds, viewer, matching.terms) : undefined,
  ]);
  return { prompts: cards.map((card) => ({ ...card, match: marked?.get(card.id) })), total, nextCursor };
}

/** What has all the words of a text, in no order. */
async function findMatching(
  sources: SearchSources,
  viewer: Viewer,
  q: string,
  filters: TextFilters,
): Promise<{ found: string[]; terms: TextQuery['terms'] }> {
  const { catalog: _, ...scope } = await prepareSearch(sources, viewer);
  return await findText(
    sources,
    parseSearchText(q),
    { ...scope, isExact: false, filters },
    ({ lookup, full }) => Array.from(full, (ordinal) => promptIdAt(lookup.index, ordinal)),
  );
}

/** Where the words stand in each of these, as a search for them shows it. */
async function findMatches(db: Db, ids: readonly string[], viewer: Viewer, terms: TextQuery['terms']) {
  const results = await toResults(
    db,
    ids.map((id) => ({ id, isQuoted: true })),
    viewer,
    terms,
  );
  return new Map(
    results.map(({ id, titleMarks, summaryMarks, otherMatch }) => [
      id,
      { titleMarks, summaryMarks, otherMatch },
    ]),
  );
}
