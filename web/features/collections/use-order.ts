import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type CollectionItem,
  type CollectionWithItems,
  moveInCollection,
  removeFromCollection,
} from '#contract/collections.ts';
import { call } from '#web/api/call.ts';
import { isUnauthorized } from '#web/api/client.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { collectionQuery, patchCollection, refreshCollections } from './collections.queries.ts';
import { refusalMessage } from './refusal-message.ts';

interface Order {
  /** @param at the place it is to have, from 0 */
  move: (promptId: string, at: number) => void;
  remove: (promptId: string) => void;
  /** What just happened, for those who do not see it. */
  said: string;
}

/**
 * Changes of a collection's order: shown at once, sent one after the other, and replaced by what the server has when it
 * says that another tab was there first.
 */
export function useOrder({ id: collectionId, name, items }: CollectionWithItems): Order {
  const queryClient = useQueryClient();
  const [said, setSaid] = useState('');
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

  function move(promptId: string, at: number): void {
    const item = items.find(({ prompt }) => prompt.id === promptId);
    const others = items.filter(({ prompt }) => prompt.id !== promptId);
    if (!item || at < 0 || at > others.length || items[at] === item) return;
    const after = others[at - 1]?.prompt.id ?? null;
    patchCollection(queryClient, collectionId, () => ({ items: others.toSpliced(at, 0, item) }));
    setSaid(`${item.prompt.title}: moved to ${at + 1} of ${items.length}`);
    send(async () => {
      const { promptIds } = await call(moveInCollection, { collectionId, promptId, body: { after } });
      if (!isSameSet(queryClient, collectionId, promptIds)) refreshCollections(queryClient, collectionId);
      else refreshCollections(queryClient);
    });
  }

  function remove(promptId: string): void {
    const item = items.find(({ prompt }) => prompt.id === promptId);
    if (!item) return;
    patchCollection(queryClient, collectionId, without(promptId));
    setSaid(`${item.prompt.title}: removed from ${name}`);
    send(async () => {
      await call(removeFromCollection, { collectionId, promptId });
      refreshCollections(queryClient);
    });
  }

  return { move, remove, said };
}

const without = (promptId: string) => (collection: CollectionWithItems) => ({
  items: collection.items.filter(({ prompt }: CollectionItem) => prompt.id !== promptId),
  promptCount: collection.promptCount - 1,
});

/** Whether another tab has neither added nor removed anything. Its own moves are shown by the next visit. */
function isSameSet(queryClient: QueryClient, collectionId: string, promptIds: readonly string[]): boolean {
  const known = queryClient.getQueryData(collectionQuery(collectionId).queryKey)?.items ?? [];
  const ids = new Set(promptIds);
  return known.length === ids.size && known.every(({ prompt }) => ids.has(prompt.id));
}
