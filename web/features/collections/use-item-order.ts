import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type CollectionItem,
  type CollectionWithItems,
  moveCollectionPrompt,
  removeFromCollection,
} from '#contract/collections.ts';
import { call } from '#web/api/call.ts';
import { isUnauthorized } from '#web/api/client.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import {
  collectionQuery,
  loadedCollection,
  patchCollection,
  refreshCollections,
} from './collections.queries.ts';
import { refusalMessage } from './refusal-message.ts';

interface ItemOrder {
  /** @param position the new index, from 0 */
  move: (promptId: string, position: number) => void;
  /** Behind all others, loaded or not. */
  moveToEnd: (promptId: string) => void;
  remove: (promptId: string) => void;
  /** An announcement of the last change, for screen readers. */
  announcement: string;
}

/**
 * Changes of a collection's order: shown at once, sent one after the other, and replaced by what the server has when it
 * says that another tab was there first.
 */
export function useItemOrder(collection: CollectionWithItems): ItemOrder {
  const { id: collectionId, name, items, promptCount, nextCursor } = collection;
  const queryClient = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  const last = useRef<Promise<unknown>>(Promise.resolve());

  function send(work: () => Promise<unknown>): void {
    const sent = last.current.then(work);
    last.current = sent.catch((error: unknown) => {
      refreshCollections(queryClient, collectionId);
      if (isUnauthorized(error)) return;
      const description = refusalMessage(error, 'We couldn’t save that change. Please try again.');
      toast({ title: 'Error', description, variant: 'destructive' });
    });
  }

  function move(promptId: string, position: number): void {
    const item = items.find(({ prompt }) => prompt.id === promptId);
    const rest = others(collection, promptId);
    if (!item || position < 0 || position > rest.length || items[position] === item) return;
    const after = rest[position - 1]?.prompt.id ?? null;
    patchCollection(queryClient, collectionId, () => ({ items: rest.toSpliced(position, 0, item) }));
    setAnnouncement(`${item.prompt.title}: moved to ${position + 1} of ${promptCount}`);
    sendMove(promptId, after);
  }

  function sendMove(promptId: string, after: string | null): void {
    send(async () => {
      const { promptIds } = await call(moveCollectionPrompt, { collectionId, promptId, body: { after } });
      if (!isSameSet(queryClient, collectionId, promptIds)) refreshCollections(queryClient, collectionId);
      else refreshCollections(queryClient);
    });
  }

  function moveToEnd(promptId: string): void {
    const item = items.find(({ prompt }) => prompt.id === promptId);
    if (!item) return;
    if (nextCursor === null) {
      move(promptId, items.length - 1);
      return;
    }
    patchCollection(queryClient, collectionId, (known) => ({ items: others(known, promptId) }));
    setAnnouncement(`${item.prompt.title}: moved to ${promptCount} of ${promptCount}`);
    sendMove(promptId, 'last');
  }

  function remove(promptId: string): void {
    const item = items.find(({ prompt }) => prompt.id === promptId);
    if (!item) return;
    patchCollection(queryClient, collectionId, without(promptId));
    setAnnouncement(`${item.prompt.title}: removed from ${name}`);
    send(async () => {
      await call(removeFromCollection, { collectionId, promptId });
      refreshCollections(queryClient);
    });
  }

  return { move, moveToEnd, remove, announcement };
}

const others = ({ items }: CollectionWithItems, promptId: string): CollectionItem[] =>
  items.filter(({ prompt }) => prompt.id !== promptId);

const without = (promptId: string) => (collection: CollectionWithItems) => ({
  items: others(collection, promptId),
  promptCount: collection.promptCount - 1,
});

/** Whether another tab has neither added nor removed anything. Its own moves are shown by the next visit. */
function isSameSet(queryClient: QueryClient, collectionId: string, promptIds: readonly string[]): boolean {
  const data = queryClient.getQueryData(collectionQuery(collectionId).queryKey);
  const { items = [], nextCursor = null } = (data && loadedCollection(data)) ?? {};
  const ids = new Set(nextCursor === null ? promptIds : promptIds.slice(0, items.length));
  return items.length === ids.size && items.every(({ prompt }) => ids.has(prompt.id));
}
