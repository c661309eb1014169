import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import { LIMITS, SERVER_LIMITS } from '#contract/limits.ts';
import {
  countSearch,
  requestPrompt,
  type SearchCounts,
  type SearchResult,
  searchPrompts,
} from '#contract/search.ts';
import { TIERS, tierRank } from '#contract/tiers.ts';
import { badRequest } from '#server/core/http/errors/problems.ts';
import { linkNextPage } from '#server/core/http/routing/cursor.ts';
import { addRoute, type Call } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { runDaily } from '#server/core/jobs/daily-job.ts';
import { runAtInterval } from '#server/core/jobs/interval.ts';
import type { Viewer } from '#server/core/sessions/viewer.ts';
import type { DailyFigures } from '../analytics/analytics.public.ts';
import type { Catalog, PromptCount } from '../catalog/catalog.public.ts';
import { favoritesOf } from '../favorites/favorites.public.ts';
import { countFavorites } from './search.browse.queries.ts';
import { nearestTopics, requireFilters } from './search.filters.ts';
import { refreshPopularity } from './search.index.queries.ts';
import { findText } from './search.lookup.ts';
import { browsePage, searchPage } from './search.pages.ts';
import { findNumbersOf, type SearchIndex } from './search.queries.ts';
import { addRequest } from './search.requests.queries.ts';
import { toResults } from './search.results.ts';
import { prepareSearch, type SearchSources } from './search.sources.ts';
import { parseSearchText, type SearchText, wantedWords, writeTerms } from './search.text.ts';

type SearchCall = Call<typeof searchPrompts>;

/** How often a process looks whether today's refresh of the popularity is done. Milliseconds. */
const REFRESH_INTERVAL = 3_600_000;

export function searchRoutes(
  app: FastifyInstance,
  { sources, limits, figures }: { sources: SearchSources; limits: ActionLimits; figures: DailyFigures },
  settings: { searchRateLimit: number },
): void {
  const { db } = sources;
  const options = { tag: 'search', isCacheable: true, rateLimit: settings.searchRateLimit };

  addRoute(app, searchPrompts, options, (call) => search(sources, figures, call));

  addRoute(app, countSearch, options, (call) => count(sources, call));

  const refresh = () => runDaily(db, 'search', () => refreshPopularity(db));
  runAtInterval(app, { name: 'search', every: REFRESH_INTERVAL, run: refresh });

  const request = { tag: 'search', ...limits.of('promptRequest') };
  addRoute(app, requestPrompt, request, async ({ body, viewer }) => {
    const words = wantedWords(parseSearchText(body.text)).join(' ');
    const text = words.slice(0, LIMITS.searchTextCharacters).trimEnd();
    if (text === '') throw badRequest('text: has no words');
    return { requests: await addRequest(db, viewer.memberId, text) };
  });
}

async function search(
  sources: SearchSources,
  figures: DailyFigures,
  { query, viewer, reply }: SearchCall,
): Promise<SearchResult[]> {
  const { catalog, ...rest } = await prepareSearch(sources, viewer);
  const filters = { ...requireFilters(catalog, query), tierRank: tierRankOf(query.tier) };
  const favorites = favoritesAskedFor(query, viewer);
  const text = textOf(query.q);
  const name = listName(query, text, rest.readScope.rank);
  const call = { query, name, filters, favorites };
  const page = await (text === undefined
    ? browsePage(sources.db, catalog, call)
    : searchPage(sources, { ...rest, isExact: query.exact === 'true' }, { ...call, text }));
  const { total, corrected, terms, shown, nextCursor } = page;
  if (text !== undefined) {
    if (total === 0) reply.server.metrics?.countEmptySearch();
    if (isWholeSearch(query)) figures.countSearch({ isEmpty: total === 0 });
  }
  if (corrected) reply.header('x-search-corrected', encodeURIComponent(writeTerms(corrected.terms)));
  reply.header('x-total-count', total);
  linkNextPage(reply, searchPrompts, { query }, nextCursor);
  return await toResults(sources.db, shown, viewer, terms);
}

/** The first page of a search; not what is shown while somebody still types. */
const isWholeSearch = ({ cursor, limit = SERVER_LIMITS.searchPage }: SearchCall['query']) =>
  cursor === undefined && limit > LIMITS.liveResults;

async function count(
  sources: SearchSources,
  { query, viewer }: Call<typeof countSearch>,
): Promise<SearchCounts> {
  const { db } = sources;
  const { catalog, ...rest } = await prepareSearch(sources, viewer);
  const favorites = favoritesAskedFor(query, viewer);
  const text = textOf(query.q);
  if (text === undefined) {
    const all = { ...requireFilters(catalog, {}), tierRank: undefined, favorites };
    const counts = favorites ? await countFavorites(db, all) : catalog.counts;
    return { counts: toCells(catalog, counts), nearestTopics: [] };
  }
  const numbers = favorites && (await findNumbersOf(db, favorites));
  const scope = { ...rest, isExact: query.exact === 'true', filters: { numbers } };
  const { found } = await findText(sources, text, scope, ({ lookup, full, partial }) =>
    countByTopicAndTier(lookup.index, full.length > 0 ? full : partial),
  );
  return {
    counts: toCells(catalog, found),
    nearestTopics: found.length === 0 ? nearestTopics(catalog, text) : [],
  };
}

function countByTopicAndTier({ topicIds, topics, tiers }: SearchIndex, ordinals: Uint32Array): PromptCount[] {
  const counts = new Uint32Array(topicIds.length * TIERS.length);
  for (const ordinal of ordinals) {
    const cell = (topics[ordinal] as number) * TIERS.length + (tiers[ordinal] as number);
    counts[cell] = (counts[cell] as number) + 1;
  }
  // In an order of its own: that of the matches would tell of locked texts.
  return [...counts].flatMap((count, cell) => {
    const topicId = topicIds[Math.floor(cell / TIERS.length)] ?? '';
    return count > 0 ? [{ topicId, tierRank: cell % TIERS.length, count }] : [];
  });
}

/** A text of signs alone is one without words, which matches nothing; a blank one is no text. */
function textOf(q: string | undefined): SearchText | undefined {
  return q?.trim() ? parseSearchText(q) : undefined;
}

/** What a cursor is valid for: this text under these filters, in this order, for viewers of this tier. */
function listName(
  query: SearchCall['query'],
  text: SearchText | undefined,
  rank: number,
): (string | number)[] {
  const { category = '', topic = '', tier = '', favoritesOnly = '', exact = '', sortBy } = query;
  return [
    'search',
    text ? writeTerms(text.terms) : '',
    category,
    topic,
    tier,
    favoritesOnly,
    exact,
    sortBy,
    rank,
  ];
}

/** Effective for members only; visitors search the whole library. */
function favoritesAskedFor(
  query: { favoritesOnly?: 'true' | 'false' | undefined },
  viewer: Viewer,
): RawBuilder<unknown> | undefined {
  const isFavoritesOnly = query.favoritesOnly === 'true' && viewer.kind === 'member';
  return isFavoritesOnly ? favoritesOf(viewer.memberId) : undefined;
}

function toCells(catalog: Catalog, counts: readonly PromptCount[]) {
  const topics = new Map(catalog.topics.map((topic) => [topic.id, topic]));
  const categories = new Map(catalog.categories.map(({ id, slug }) => [id, slug]));
  return counts.flatMap(({ topicId, tierRank: rank, count }) => {
    const topic = topics.get(topicId);
    const category = topic && categories.get(topic.categoryId);
    const tier = TIERS[rank];
    return topic && category && tier ? [{ category, topic: topic.slug, tier, count }] : [];
  });
}

function tierRankOf(tier: SearchCall['query']['tier']): number | undefined {
  return tier === undefined || tier === '' || tier === 'all' ? undefined : tierRank(tier);
}
