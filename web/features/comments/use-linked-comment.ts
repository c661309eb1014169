import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getComment } from '#contract/comments.ts';
import { isId } from '#contract/ids.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { addLinked, findComment } from './comment-changes.ts';

type Outcome = 'shown' | 'gone' | 'failed';

/**
 * A link to a comment (`#comment-…`) whose page of the list is not loaded: it is fetched alone, with the first of its
 * thread, and shown behind what is loaded.
 * @param isReady whether the list is here
 * @returns whether the link that was followed last leads to a comment that is not there any more
 */
export function useLinkedComment(promptId: string, isReady: boolean): boolean {
  const queryClient = useQueryClient();
  /** The hash of the link that was followed last. */
  const [followed, setFollowed] = useState<{ promptId: string; hash: string; outcome: Outcome } | null>(null);
  useEffect(() => {
    if (!isReady) return;
    let isCurrent = true;
    const follow = async () => {
      const { hash } = window.location;
      const id = hash.slice('#comment-'.length);
      const isLink = hash.startsWith('#comment-') && isId(id);
      const outcome = isLink ? await fetchLinked(queryClient, promptId, id) : undefined;
      // A slow answer about an earlier link says nothing about this one.
      if (!isCurrent || window.location.hash !== hash) return;
      setFollowed(outcome === undefined ? null : { promptId, hash, outcome });
    };
    void follow();
    window.addEventListener('hashchange', follow);
    return () => {
      isCurrent = false;
      window.removeEventListener('hashchange', follow);
    };
  }, [queryClient, promptId, isReady]);
  useEffect(() => {
    if (followed?.outcome !== 'shown' || window.location.hash !== followed.hash) return;
    // The browser looked for it before it was here: now it scrolls to it, and marks it as the link's target.
    const isTarget = document.querySelector(':target')?.id === followed.hash.slice(1);
    if (!isTarget) window.location.replace(followed.hash);
  }, [followed]);
  return followed?.outcome === 'gone' && followed.promptId === promptId;
}

/** Adds the comment and the first of its thread to the list. */
async function fetchLinked(queryClient: QueryClient, promptId: string, id: string): Promise<Outcome> {
  const isHere = (commentId: string) => findComment(queryClient, promptId, commentId) !== undefined;
  if (isHere(id)) return 'shown';
  const ask = (commentId: string) => call(getComment, { id: promptId, commentId });
  try {
    const comment = await ask(id);
    if (comment.isDeleted) return 'gone';
    const { parentId } = comment;
    const first = parentId === null || isHere(parentId) ? [] : [await ask(parentId)];
    addLinked(queryClient, promptId, [...first, comment]);
    return 'shown';
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? 'gone' : 'failed';
  }
}
