import type { QueryClient } from '@tanstack/react-query';
import {
  type Collection,
  type CollectionWithItems,
  getCollection,
  getSharedCollection,
  listCollections,
} from '#contract/collections.ts';
import { call, nullIfNotFound } from '#web/api/call.ts';
import { endpointQuery, keyOf, pagedQuery } from '#web/api/query.ts';

/** My collections, the one changed last first. @param prompt tells which of them hold this prompt */
export const collectionsQuery = (prompt?: string) =>
  endpointQuery(listCollections, prompt === undefined ? {} : { query: { prompt } });

export const collectionQuery = (collectionId: string) => endpointQuery(getCollection, { collectionId });

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

export function patchCollection(
  queryClient: QueryClient,
  collectionId: string,
  change: (collection: CollectionWithItems) => Partial<CollectionWithItems>,
): void {
  queryClient.setQueryData(
    collectionQuery(collectionId).queryKey,
    (collection) => collection && { ...collection, ...change(collection) },
  );
}
