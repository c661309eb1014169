import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getComment } from '#contract/comments.ts';
import { isId } from '#contract/ids.ts';
import { call } from '#web/api/call.ts';
import { addLinked, findComment } from './comment-changes.ts';

/**
 * A link to a comment (`#comment-…`) whose page of the list is not loaded: it is fetched alone, with the first of its
 * thread, and shown behind what is loaded.
 * @param isReady whether the list is here
 */
export function useLinkedComment(promptId: string, isReady: boolean): void {
  const queryClient = useQueryClient();
  /** The hash of the link that was followed last to a comment fetched for it. */
  const [arrived, setArrived] = useState('');
  useEffect(() => {
    if (!isReady) return;
    const follow = async () => {
      const { hash } = window.location;
      const id = hash.slice('#comment-'.length);
      if (hash.startsWith('#comment-') && isId(id) && (await fetchLinked(queryClient, promptId, id)))
        setArrived(hash);
    };
    void follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [queryClient, promptId, isReady]);
  useEffect(() => {
    // The browser looked for it before it was here: now it scrolls to it, and marks it as the link's target.
    if (arrived !== '' && window.location.hash === arrived) window.location.replace(arrived);
  }, [arrived]);
}

/** @returns whether it was fetched now; a link to nothing leaves the list as it is */
async function fetchLinked(queryClient: QueryClient, promptId: string, id: string): Promise<boolean> {
  const isHere = (commentId: string) => findComment(queryClient, promptId, commentId) !== undefined;
  if (isHere(id)) return false;
  const ask = (commentId: string) => call(getComment, { id: promptId, commentId });
  try {
    const comment = await ask(id);
    if (comment.isDeleted) return false;
    const { parentId } = comment;
    const first = parentId === null || isHere(parentId) ? [] : [await ask(parentId)];
    addLinked(queryClient, promptId, [...first, comment]);
    return true;
  } catch {
    return false;
  }
}
