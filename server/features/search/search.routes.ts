import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import { type SearchResult, searchPrompts } from '#contract/search.ts';
import { tierRank } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import { decodeCursor, encodeCursor } from '#server/core/http/cursor.ts';
import { linkNextPage } from '#server/core/http/next-page.ts';
import { addRoute, type Call } from '#server/core/http/routes.ts';
import { VersionCache, type Versioned } from '#server/core/version-cache.ts';
import { type Viewer, viewerRank } from '#server/core/viewer.ts';
import { type Shelves, shelvesReader } from '../catalog/catalog.access.ts';
import { favoritesOf } from '../favorites/favorites.access.ts';
import { findCards, findGrants, findReadableTexts } from '../prompts/prompts.access.ts';
import { countMatches, type Matched } from './search.queries.ts';
import { correctText } from './search-correction.ts';
import { countFavoriteHits, findFavoriteHits } from './search-favorites.queries.ts';
import { requireFilters } from './search-filters.ts';
import type { Reach } from './search-match.queries.ts';
import { countAll, findPage, type PageCall } from './search-page.ts';
import { type SearchPlace, searchPlaceShape } from './search-place.ts';
import { parseSearchText, type SearchText, writeTerms } from './search-text.ts';
import { makeSnippet } from './snippet.ts';

/** Different texts whose counts are remembered; up to 70 kB each, when 500 matches are remembered with them. */
const REMEMBERED_TEXTS = 200;

/** A text with the counts of what it matches; another text than the one asked for when that matched nothing. */
interface Looked {
  text: SearchText;
  matched: Matched;
  isCorrected: boolean;
}

/** @param parts `cache` tells when the library changed; without it every call counts anew */
export function searchRoutes(
  app: FastifyInstance,
  parts: { db: Db; cache?: Versioned },
  settings: { searchRateLimit: number },
): void {
  const { db } = parts;
  const readShelves = shelvesReader(db, parts.cache);
  const known = new VersionCache<Looked>(parts.cache, REMEMBERED_TEXTS);
  const options = { tag: 'search', isCachedForVisitors: true, rateLimit: settings.searchRateLimit };

  addRoute(app, searchPrompts, options, async (call) => {
    const [shelves, granted] = await Promise.all([readShelves(), findGrants(db, call.viewer)]);
    const reach = { rank: viewerRank(call.viewer), granted };
    const favorites = favoritesAskedFor(call.query, call.viewer);
    const asked = call.query.q?.trim() ? parseSearchText(call.query.q) : undefined;
    const text = asked && writeTerms(asked.terms);
    const binding = [...bindingOf(call.query, text, reach.rank), ...(favorites ? ['favorites'] : [])];
    const page = { ...checkedPage(shelves, call.query, binding), shelves, reach, favorites };
    // Signs alone are a text too, one that nothing matches.
    if (text === '') return none(call.reply);
    const looked =
      asked && (await known.get(`${reach.rank} ${granted.join()} ${text}`, () => lookUp(db, asked, reach)));
    return await answerPage(
      db,
      call,
      binding,
      { ...page, text: looked?.text, matched: looked?.matched },
      looked,
    );
  });
}

type SearchCall = Call<typeof searchPrompts>;

/** What a cursor is good for: this text under these filters, in this order, for viewers of this tier. */
function bindingOf(query: SearchCall['query'], text: string | undefined, rank: number): (string | number)[] {
  const { category = '', topic = '', tier = '', sortBy } = query;
  return ['search', text ?? '', category, topic, tier, sortBy, rank];
}

/** @throws HttpProblem 400 naming the parameter that means nothing here */
function checkedPage(shelves: Shelves, query: SearchCall['query'], binding: readonly (string | number)[]) {
  return {
    ...requireFilters(shelves, query),
    tierRank: query.tier ? tierRankOf(query.tier) : undefined,
    sort: query.sortBy,
    after: query.cursor === undefined ? undefined : decodeCursor(query.cursor, binding, searchPlaceShape),
  };
}

async function answerPage(
  db: Db,
  { query, viewer, reply }: SearchCall,
  binding: readonly (string | number)[],
  page: Omit<PageCall, 'count'> & { favorites: RawBuilder<unknown> | undefined },
  looked: Looked | undefined,
): Promise<SearchResult[]> {
  const limit = query.limit ?? LIMITS.searchPage;
  const { favorites, ...call } = { ...page, count: limit + 1 };
  const { total, places } = await (favorites ? readFavorites(db, favorites, call) : readAll(db, call));
  if (total === 0) return none(reply);
  const shown = places.slice(0, limit);
  const last = shown.at(-1);
  reply.header('x-total-count', total);
  if (looked?.isCorrected) {
    reply.header('x-search-corrected', encodeURIComponent(writeTerms(looked.text.terms)));
  }
  if (last && places.length > limit) {
    linkNextPage(reply, searchPrompts.url, query, encodeCursor(binding, last));
  }
  return await toResults(db, shown, viewer, looked?.matched.stems);
}

function none(reply: SearchCall['reply']): SearchResult[] {
  reply.header('x-total-count', 0);
  return [];
}

async function lookUp(db: Db, text: SearchText, reach: Reach): Promise<Looked> {
  const matched = await countMatches(db, text, reach);
  if (matched.cells.length > 0) return { text, matched, isCorrected: false };
  const corrected = await correctText(db, text, reach);
  if (corrected === undefined) return { text, matched, isCorrected: false };
  const matchedInstead = await countMatches(db, corrected, reach);
  return matchedInstead.cells.length > 0
    ? { text: corrected, matched: matchedInstead, isCorrected: true }
    : { text, matched, isCorrected: false };
}

async function toResults(
  db: Db,
  places: readonly SearchPlace[],
  viewer: Viewer,
  stems: readonly string[] | undefined,
): Promise<SearchResult[]> {
  const ids = places.map(({ id }) => id);
  const [cards, texts] = await Promise.all([
    findCards(db, ids, viewer),
    stems ? findReadableTexts(db, ids, viewer) : new Map<string, string>(),
  ]);
  return cards.map((card) => {
    const content = texts.get(card.id);
    const readable = [...(content === undefined ? [] : [content]), card.description, card.summary];
    return { ...card, snippet: makeSnippet(readable, stems ?? [], card.description) };
  });
}

/** Effective for members only; visitors search the whole library (RELIABILITY S7). */
function favoritesAskedFor(query: SearchCall['query'], viewer: Viewer): RawBuilder<unknown> | undefined {
  const isAsked = query.favoritesOnly === 'true' && viewer.kind === 'member';
  return isAsked ? favoritesOf(viewer.memberId) : undefined;
}

interface Page {
  total: number;
  places: SearchPlace[];
}

async function readAll(db: Db, call: PageCall): Promise<Page> {
  const total = countAll(call);
  return { total, places: total === 0 ? [] : await findPage(db, call) };
}

async function readFavorites(db: Db, favorites: RawBuilder<unknown>, call: PageCall): Promise<Page> {
  const { text, reach, topicIds, tierRank, categories, ...page } = call;
  const narrowed = {
    favorites,
    text,
    narrowing: { ...reach, topicIds, tierRank },
    categoryIds: categories.map(({ id }) => id),
  };
  const [total, places] = await Promise.all([
    countFavoriteHits(db, narrowed),
    findFavoriteHits(db, narrowed, page),
  ]);
  return { total, places };
}

function tierRankOf(tier: NonNullable<SearchCall['query']['tier']>): number | undefined {
  return tier === '' || tier === 'all' ? undefined : tierRank(tier);
}
