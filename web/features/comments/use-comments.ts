import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/account.ts';
import type { Comment } from '#contract/comments.ts';
import { patchCachedPrompt, refreshCachedPrompt } from '#web/api/cached-prompts.ts';
import { failureWords, isUnauthorized } from '#web/api/failure-words.ts';
import { toast } from '#web/ui/toast.ts';
import {
  addGuess,
  dropComment,
  findComment,
  type NewComment,
  patchComment,
  settleGuess,
  takeGuess,
} from './comment-changes.ts';
import { commentsQuery, deleteComment, postComment, putComment, voteOnComment } from './comments.queries.ts';

export interface CommentsControl {
  /** Resolves to whether it went through; the words of a failure are said here. */
  post: (comment: NewComment) => Promise<boolean>;
  edit: (id: string, content: string) => Promise<boolean>;
  remove: (id: string) => Promise<boolean>;
  /** A second press on the same comment while the first is on its way does nothing. */
  toggleVote: (comment: Comment) => void;
}

/**
 * Everything a member changes about a prompt's comments. Shown at once, taken back if it fails; the server's answer
 * replaces the guess, and its count goes wherever the prompt is shown.
 */
export function useComments(promptId: string, user: User, place: 'page' | 'modal'): CommentsControl {
  const queryClient = useQueryClient();
  const at = { queryClient, promptId };
  return {
    post: (comment) => post(at, comment, user, place),
    edit: (id, content) => edit(at, id, content),
    remove: (id) => remove(at, id),
    toggleVote: (comment) => void toggleVote(at, comment),
  };
}

interface At {
  queryClient: QueryClient;
  promptId: string;
}

async function post(at: At, comment: NewComment, user: User, place: 'page' | 'modal'): Promise<boolean> {
  const { queryClient, promptId } = at;
  const guessId = addGuess(queryClient, promptId, comment, user);
  try {
    const posted = await postComment(promptId, comment.content, comment.parentId);
    settleGuess(queryClient, promptId, guessId, posted);
  } catch (error) {
    takeGuess(queryClient, promptId, guessId);
    sayFailure(at, error, 'Failed to post comment');
    return false;
  }
  toast({
    title: place === 'modal' ? 'Comment Added' : 'Comment posted',
    description: 'Your comment has been added',
  });
  followOthers(at);
  return true;
}

async function edit(at: At, id: string, content: string): Promise<boolean> {
  const { queryClient, promptId } = at;
  const before = findComment(queryClient, promptId, id);
  patchComment(queryClient, promptId, id, { content });
  try {
    patchComment(queryClient, promptId, id, await putComment(id, content));
  } catch (error) {
    if (before) patchComment(queryClient, promptId, id, before);
    sayFailure(at, error, 'Failed to change comment');
    return false;
  }
  followOthers(at);
  return true;
}

async function remove(at: At, id: string): Promise<boolean> {
  const { queryClient, promptId } = at;
  try {
    const { commentCount } = await deleteComment(id);
    dropComment(queryClient, promptId, id);
    patchCachedPrompt(queryClient, promptId, () => ({ commentCount }));
  } catch (error) {
    sayFailure(at, error, 'Failed to delete comment');
    return false;
  }
  followOthers(at);
  return true;
}

const votesUnderWay = new Set<string>();

async function toggleVote(at: At, { id, hasUpvoted, upvotes }: Comment): Promise<void> {
  const { queryClient, promptId } = at;
  if (votesUnderWay.has(id)) return;
  votesUnderWay.add(id);
  patchComment(queryClient, promptId, id, {
    hasUpvoted: !hasUpvoted,
    upvotes: upvotes + (hasUpvoted ? -1 : 1),
  });
  try {
    patchComment(queryClient, promptId, id, await voteOnComment(id, !hasUpvoted));
  } catch (error) {
    patchComment(queryClient, promptId, id, { hasUpvoted, upvotes });
    sayFailure(at, error, 'Failed to submit vote');
  } finally {
    votesUnderWay.delete(id);
  }
}

/** Others' comments since; nobody waits for it, and what is here stays if it fails. */
function followOthers({ queryClient, promptId }: At): void {
  void queryClient.invalidateQueries({ queryKey: commentsQuery(promptId).queryKey });
}

/** The end of a session is told by the whole app. What failed may have been done all the same: the server knows. */
function sayFailure(at: At, error: unknown, words: string): void {
  if (isUnauthorized(error)) return;
  followOthers(at);
  refreshCachedPrompt(at.queryClient, at.promptId);
  toast({ title: 'Error', description: failureWords(error, words), variant: 'destructive' });
}
