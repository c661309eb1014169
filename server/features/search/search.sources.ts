import type { Db } from '#server/core/database/pool.ts';
import { VersionCache, type Versioned } from '#server/core/response-cache/version-cache.ts';
import { type Viewer, viewerRank } from '#server/core/sessions/viewer.ts';
import { type Catalog, catalogReader } from '../catalog/catalog.public.ts';
import { findGrants } from '../prompts/prompts.public.ts';
import { findSearchWords, type ReadScope } from './search.queries.ts';
import { type SearchWords, topicNamesOf } from './search.terms.ts';
import { Vocabulary } from './search.vocabulary.ts';

/** What every search reads besides its own request; words and categories are cached until the library changes. */
export interface SearchSources {
  db: Db;
  readCatalog: () => Promise<Catalog>;
  readWords: () => Promise<SearchWords>;
}

/** @param cache reports changes of the library; without it every call reads its words and categories again */
export function searchSources({ db, cache }: { db: Db; cache?: Versioned }): SearchSources {
  const readCatalog = catalogReader(db, cache);
  const words = new VersionCache<SearchWords>(cache, 1);
  return {
    db,
    readCatalog,
    readWords: () =>
      words.get('', async () => {
        const [found, catalog] = await Promise.all([findSearchWords(db), readCatalog()]);
        return { vocabulary: new Vocabulary(found), topicNames: topicNamesOf(catalog) };
      }),
  };
}

/** What every search needs to know before its text is looked at. */
export async function prepareSearch(
  { db, readCatalog, readWords }: SearchSources,
  viewer: Viewer,
): Promise<{ catalog: Catalog; words: SearchWords; readScope: ReadScope }> {
  const [catalog, words, granted] = await Promise.all([readCatalog(), readWords(), findGrants(db, viewer)]);
  return { catalog, words, readScope: { rank: viewerRank(viewer), granted } };
}
