import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import {
  type Collection,
  type CollectionWithItems,
  getCollection,
  getSharedCollection,
  listCollections,
} from '#contract/collections.ts';
import { call, nullIfNotFound } from '#web/api/call.ts';
import { endpointQuery, keyOf, pagedQuery } from '#web/api/query.ts';

/** My collections and my teams', the one changed last first. @param prompt tells which of them hold this prompt */
export const collectionsQuery = (prompt?: string) =>
  endpointQuery(listCollections, prompt === undefined ? {} : { query: { prompt } });

/** One of them, a page of prompts after the other. */
export const collectionQuery = (collectionId: string) =>
  pagedQuery(keyOf(getCollection, { collectionId }), (cursor, context) =>
    call(getCollection, { collectionId, query: { cursor } }, context),
  );

/** What of a collection has been loaded, as one. */
export function loadedCollection({
  pages,
}: InfiniteData<CollectionWithItems, unknown>): CollectionWithItems | undefined {
  const [first] = pages;
  const last = pages.at(-1);
  if (!first || !last) return undefined;
  // Another tab may have moved a prompt from one page to the next between the two.
  const items = new Map(pages.flatMap((page) => page.items).map((item) => [item.prompt.id, item]));
  return { ...first, items: [...items.values()], nextCursor: last.nextCursor };
}

/** A collection as others see it, a page of prompts after the other; null where nothing is shared. */
export const sharedCollectionQuery = (share: string) =>
  pagedQuery(keyOf(getSharedCollection, { share }), (cursor, context) =>
    call(getSharedCollection, { share, query: { cursor } }, context).catch(nullIfNotFound),
  );

/** Marks what shows my collections as outdated: the lists on their next visit, the collection at once. */
export function refreshCollections(queryClient: QueryClient, collectionId?: string): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(listCollections), refetchType: 'none' });
  if (collectionId !== undefined)
    void queryClient.invalidateQueries({ queryKey: keyOf(getCollection, { collectionId }) });
}

/** After a change that answers how the collection is now. */
export function showCollection(queryClient: QueryClient, changed: Collection): void {
  patchCollection(queryClient, changed.id, () => changed);
  void queryClient.invalidateQueries({ queryKey: keyOf(listCollections) });
}

/** The pages become one: the next begins behind the prompt that is the last of it then. */
export function patchCollection(
  queryClient: QueryClient,
  collectionId: string,
  change: (collection: CollectionWithItems) => Partial<CollectionWithItems>,
): void {
  queryClient.setQueryData(collectionQuery(collectionId).queryKey, (data) => {
    const known = data && loadedCollection(data);
    if (!known) return data;
    const changed = { ...known, ...change(known) };
    const last = changed.items.at(-1)?.prompt.id ?? null;
    return { pages: [{ ...changed, nextCursor: known.nextCursor && last }], pageParams: [null] };
  });
}
