import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import {
  countSearch,
  requestPrompt,
  type SearchCounts,
  type SearchResult,
  searchPrompts,
} from '#contract/search.ts';
import { TIERS, tierRank } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import { badRequest } from '#server/core/http/errors/problems.ts';
import { linkNextPage, requirePage } from '#server/core/http/routing/cursor.ts';
import { addRoute, type Call } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { runDaily } from '#server/core/jobs/daily-job.ts';
import { runAtInterval } from '#server/core/jobs/interval.ts';
import type { Viewer } from '#server/core/sessions/viewer.ts';
import { type Catalog, type PromptCount, sumCounts } from '../catalog/catalog.public.ts';
import { favoritesOf } from '../favorites/favorites.public.ts';
import type { DailyFigures } from '../figures/figures.public.ts';
import { findCards, findReadableTexts } from '../prompts/prompts.public.ts';
import { type BrowseCall, browse, countFavorites } from './search.browse.queries.ts';
import { correctText } from './search.correction.ts';
import { nearestTopics, requireFilters } from './search.filters.ts';
import { refreshPopularity } from './search.index.queries.ts';
import {
  countMatches,
  type FoundPage,
  findMatches,
  MATCH_LIMIT,
  type Match,
  searchPositionSchema,
} from './search.queries.ts';
import { addRequest } from './search.requests.queries.ts';
import { beginningsOf, findMarks, makeSnippet } from './search.snippet.ts';
import { prepareSearch, type SearchSources } from './search.sources.ts';
import { makeTextQuery, type SearchWords, type TextQuery } from './search.terms.ts';
import { parseSearchText, type SearchText, wantedWords, writeTerms } from './search.text.ts';

type SearchCall = Call<typeof searchPrompts>;

/** How often a process looks whether today's refresh of the popularity is done. Milliseconds. */
const REFRESH_EVERY = 3_600_000;

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
  runAtInterval(app, { name: 'search', every: REFRESH_EVERY, run: refresh });

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
  const { db } = sources;
  const { catalog, words, readScope } = await prepareSearch(sources, viewer);
  const call = {
    ...requireFilters(catalog, query),
    tierRank: tierRankOf(query.tier),
    favorites: favoritesAskedFor(query, viewer),
  };
  const text = textOf(query.q);
  const name = listName(query, text, readScope.rank);
  const { split, ...page } = requirePage(
    { name, position: searchPositionSchema, limit: LIMITS.searchPage },
    query,
  );
  const sorted = { ...page, sort: query.sortBy };
  const show = async (
    { total, isExceeded, matches }: Omit<FoundPage, 'hasFullMatch'>,
    textQuery?: TextQuery,
  ) => {
    const { shown, nextCursor } = split(matches);
    reply.header('x-total-count', isExceeded ? Math.min(total, MATCH_LIMIT) : total);
    if (isExceeded) reply.header('x-total-count-exceeded', 'true');
    linkNextPage(reply, searchPrompts, { query }, nextCursor);
    return await toResults(db, shown, viewer, textQuery);
  };
  if (text === undefined) {
    const [matches, total] = await Promise.all([browse(db, call, sorted), countAll(db, catalog, call)]);
    return await show({ matches, total, isExceeded: false });
  }
  const isExact = query.exact === 'true';
  const { corrected, ...found } = await findCorrected(text, { words, isExact }, async (one) => {
    const textQuery = makeTextQuery(one, { words, isExact });
    const found = await findMatches(db, { ...call, text: textQuery, readScope }, sorted);
    return { ...found, textQuery };
  });
  if (found.total === 0) reply.server.metrics?.countEmptySearch();
  if (isWholeSearch(query)) figures.countSearch({ isEmpty: found.total === 0 });
  if (corrected) reply.header('x-search-corrected', encodeURIComponent(writeTerms(corrected.terms)));
  return await show(found, found.textQuery);
}

/** The first page of a search; not what is shown while somebody still types. */
const isWholeSearch = ({ cursor, limit = LIMITS.searchPage }: SearchCall['query']) =>
  cursor === undefined && limit > LIMITS.liveResults;

async function count(
  sources: SearchSources,
  { query, viewer }: Call<typeof countSearch>,
): Promise<SearchCounts> {
  const { db } = sources;
  const { catalog, words, readScope } = await prepareSearch(sources, viewer);
  const call = {
    ...requireFilters(catalog, {}),
    tierRank: undefined,
    favorites: favoritesAskedFor(query, viewer),
  };
  const text = textOf(query.q);
  if (text === undefined) {
    const counts = call.favorites ? await countFavorites(db, call) : catalog.counts;
    return { counts: toCells(catalog, counts), isExceeded: false, nearestTopics: [] };
  }
  const isExact = query.exact === 'true';
  const { counts, total, isExceeded } = await findCorrected(text, { words, isExact }, async (one) => {
    const textQuery = makeTextQuery(one, { words, isExact });
    const found = await countMatches(db, { ...call, text: textQuery, readScope });
    const hasFullMatch = found.counts.some(({ isPartial }) => !isPartial);
    return { ...found, total: sumCounts(found.counts, {}), hasFullMatch };
  });
  return {
    counts: toCells(catalog, counts),
    isExceeded,
    nearestTopics: total === 0 ? nearestTopics(catalog, text) : [],
  };
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

/** What a text finds; where it finds no full match and its words are misspelled, what was probably meant. */
async function findCorrected<Found extends { total: number; hasFullMatch: boolean }>(
  text: SearchText,
  { words, isExact }: { words: SearchWords; isExact: boolean },
  find: (text: SearchText) => Promise<Found>,
): Promise<Found & { corrected: SearchText | undefined }> {
  const found = await find(text);
  const corrected = found.hasFullMatch || isExact ? undefined : correctText(text, words.vocabulary);
  const instead = corrected && (await find(corrected));
  return instead && instead.total > 0 ? { ...instead, corrected } : { ...found, corrected: undefined };
}

async function toResults(
  db: Db,
  matches: readonly Match[],
  viewer: Viewer,
  text: TextQuery | undefined,
): Promise<SearchResult[]> {
  const ids = matches.map(({ id }) => id);
  const cards = await findCards(db, ids, viewer);
  const wanted = text?.terms.filter((term) => !term.isExcluded) ?? [];
  const terms = wanted.map(({ words }) => beginningsOf(words));
  const beginnings = [...new Set(terms.flat())];
  // What the title says already needs no passage, and what the summary says no text.
  const missing = new Map(
    cards.map(({ id, title }) => [id, terms.filter((term) => findMarks(title, term).length === 0).flat()]),
  );
  const unsaid = cards.filter(({ id, summary }) => {
    const sought = missing.get(id) ?? [];
    return sought.length > 0 && findMarks(summary, sought).length === 0;
  });
  const texts = await findReadableTexts(
    db,
    unsaid.map(({ id }) => id),
    viewer,
  );
  const partial = new Set(matches.filter(({ isPartial }) => isPartial).map(({ id }) => id));
  return cards.map((card) => {
    const content = texts.get(card.id);
    const readable = [card.summary, ...(content === undefined ? [] : [content]), card.description];
    const snippet = makeSnippet(readable, missing.get(card.id) ?? [], card.summary);
    return {
      ...card,
      snippet,
      titleMarks: findMarks(card.title, beginnings),
      snippetMarks: findMarks(snippet, beginnings),
      isPartial: partial.has(card.id),
    };
  });
}

/** Effective for members only; visitors search the whole library. */
function favoritesAskedFor(
  query: { favoritesOnly?: 'true' | 'false' | undefined },
  viewer: Viewer,
): RawBuilder<unknown> | undefined {
  const isFavoritesOnly = query.favoritesOnly === 'true' && viewer.kind === 'member';
  return isFavoritesOnly ? favoritesOf(viewer.memberId) : undefined;
}

/** Of a search without a text: from the catalog, which is counted already. */
async function countAll(db: Db, catalog: Catalog, call: BrowseCall): Promise<number> {
  const counts = call.favorites ? await countFavorites(db, call) : catalog.counts;
  const among = new Set(call.categoryIds);
  const topics = catalog.topics.filter(({ categoryId }) => among.has(categoryId)).map(({ id }) => id);
  return sumCounts(counts, { topicIds: new Set(call.topicIds ?? topics), tierRank: call.tierRank });
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
