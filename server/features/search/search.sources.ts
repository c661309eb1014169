import { setTimeout } from 'node:timers/promises';
import type { Db } from '#server/core/database/pool.ts';
import type { Versioned } from '#server/core/response-cache/version-cache.ts';
import { type Viewer, viewerRank } from '#server/core/sessions/viewer.ts';
import { type Catalog, catalogReader } from '../catalog/catalog.public.ts';
import { findGrants } from '../prompts/prompts.public.ts';
import {
  findSearchWords,
  PostingCache,
  type ReadScope,
  readSearchIndex,
  readVersion,
  type SearchIndex,
} from './search.queries.ts';
import { type TopicName, topicNamesOf } from './search.terms.ts';
import { Vocabulary } from './search.vocabulary.ts';

export interface SearchScope {
  viewer: Viewer;
  readScope: ReadScope;
  topicNames: readonly TopicName[];
  isExact: boolean;
}

interface KnownIndex {
  index: SearchIndex;
  vocabulary: Vocabulary;
  cache: PostingCache;
}

/** What every search reads besides its own request. */
export interface SearchSources {
  db: Db;
  readCatalog: () => Promise<Catalog>;
  /** As it was read last; anew where that was before this version, if that takes no longer than `WAIT`. */
  readIndex: (version?: number) => Promise<KnownIndex>;
  /** Of the index as it is now. */
  readVersion: () => Promise<number>;
}

/** Milliseconds for the index of a version. A million prompts take longer: meanwhile the one before is searched. */
const WAIT = 1000;

/** @param cache reports changes of the library; without it every call reads its categories again */
export function searchSources({ db, cache }: { db: Db; cache?: Versioned }): SearchSources {
  let current: KnownIndex | undefined;
  let loading: Promise<KnownIndex> | undefined;
  const load = async () => {
    const [index, words] = await Promise.all([readSearchIndex(db), findSearchWords(db)]);
    current = { index, vocabulary: new Vocabulary(words), cache: new PostingCache() };
    return current;
  };
  // Whoever comes first loads it for all.
  const loadForAll = () => {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  const loadUntil = async (version: number) => {
    const loaded = await loadForAll();
    // It was being read before this version was there.
    return loaded.index.version < version ? await loadForAll() : loaded;
  };
  return {
    db,
    readCatalog: catalogReader(db, cache),
    async readIndex(version = 0) {
      const known = current;
      if (known === undefined) return await loadForAll();
      if (known.index.version >= version) return known;
      return await Promise.race([loadUntil(version), setTimeout(WAIT, known, { ref: false })]);
    },
    readVersion: shared(() => readVersion(db)),
  };
}

/** One call at a time; all who come meanwhile share the next one, which begins after they came. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Value> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      const call = read();
      running = call.catch(() => undefined);
      return call;
    });
    // Whoever began it may have had little time left.
    return next.catch(read);
  };
}

const topicNames = new WeakMap<Catalog, TopicName[]>();

/** What every search needs to know before its text is looked at. */
export async function prepareSearch(
  { db, readCatalog }: SearchSources,
  viewer: Viewer,
): Promise<{ catalog: Catalog } & Omit<SearchScope, 'isExact'>> {
  const [catalog, granted] = await Promise.all([readCatalog(), findGrants(db, viewer)]);
  const names = topicNames.get(catalog) ?? topicNamesOf(catalog);
  topicNames.set(catalog, names);
  return { catalog, viewer, readScope: { rank: viewerRank(viewer), granted }, topicNames: names };
}
