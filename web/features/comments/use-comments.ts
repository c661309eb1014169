import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/account.ts';
import {
  addComment,
  type Comment,
  deleteComment,
  editComment,
  removeCommentVote,
  upvoteComment,
} from '#contract/comments.ts';
import { NEW_MEMBER_LIMIT } from '#contract/errors.ts';
import { LIMITS } from '#contract/limits.ts';
import { patchCachedPrompt, refreshCachedPrompt } from '#web/api/cached-prompts.ts';
import { call } from '#web/api/call.ts';
import { ApiError, isUnauthorized } from '#web/api/client.ts';
import { failureMessage } from '#web/api/messages.ts';
import { toggleOptimistically } from '#web/api/optimistic-toggle.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import {
  addPending,
  confirmPending,
  dropComment,
  findComment,
  type NewComment,
  patchComment,
  removePending,
} from './comment-changes.ts';
import { commentsQuery } from './comments.queries.ts';
import { usePostedComment } from './use-posted-comment.ts';

export interface CommentsControl {
  /** The comment posted last, as long as it is marked. */
  postedId: string | null;
  /** Resolves to whether it succeeded; a failure is shown here. */
  post: (comment: NewComment) => Promise<boolean>;
  edit: (id: string, content: string) => Promise<boolean>;
  remove: (id: string) => Promise<boolean>;
  /** A second press on the same comment while the first is pending does nothing. */
  toggleVote: (comment: Comment) => void;
}

/**
 * Everything a member changes about a prompt's comments. Shown at once, undone if it fails; the server's response
 * replaces what was shown, and its count is updated wherever the prompt is shown.
 */
export function useComments(promptId: string, user: User, surface: 'page' | 'modal'): CommentsControl {
  const queryClient = useQueryClient();
  const [postedId, markPosted] = usePostedComment();
  const at = { queryClient, promptId };
  return {
    postedId,
    post: async (comment) => {
      const id = await post(at, comment, user, surface);
      if (id !== null) markPosted(id);
      return id !== null;
    },
    edit: (id, content) => edit(at, id, content),
    remove: (id) => remove(at, id),
    toggleVote: (comment) => toggleVote(at, comment),
  };
}

interface At {
  queryClient: QueryClient;
  promptId: string;
}

/** @returns its id; for a repeated one that of the comment which is here; null when it failed */
async function post(
  at: At,
  comment: NewComment,
  user: User,
  surface: 'page' | 'modal',
): Promise<string | null> {
  const { queryClient, promptId } = at;
  const pendingId = addPending(queryClient, promptId, comment, user);
  let posted: Comment;
  try {
    posted = await call(addComment, {
      id: promptId,
      body: { content: comment.content, ...(comment.parentId ? { parentId: comment.parentId } : {}) },
    });
    confirmPending(queryClient, promptId, pendingId, posted);
  } catch (error) {
    removePending(queryClient, promptId, pendingId);
    showFailure(at, error, 'Failed to post comment');
    return null;
  }
  toast({
    title: surface === 'modal' ? 'Comment Added' : 'Comment posted',
    description: 'Your comment has been added',
  });
  fetchOthers(at);
  return posted.id;
}

async function edit(at: At, id: string, content: string): Promise<boolean> {
  const { queryClient, promptId } = at;
  const before = findComment(queryClient, promptId, id);
  patchComment(queryClient, promptId, id, { content });
  try {
    patchComment(queryClient, promptId, id, await call(editComment, { id, body: { content } }));
  } catch (error) {
    if (before) patchComment(queryClient, promptId, id, before);
    showFailure(at, error, 'Failed to change comment');
    return false;
  }
  fetchOthers(at);
  return true;
}

async function remove(at: At, id: string): Promise<boolean> {
  const { queryClient, promptId } = at;
  try {
    const { commentCount } = await call(deleteComment, { id });
    dropComment(queryClient, promptId, id);
    patchCachedPrompt(queryClient, promptId, () => ({ commentCount }));
  } catch (error) {
    showFailure(at, error, 'Failed to delete comment');
    return false;
  }
  fetchOthers(at);
  return true;
}

function toggleVote(at: At, { id, hasUpvoted, upvotes }: Comment): void {
  const { queryClient, promptId } = at;
  const step = hasUpvoted ? -1 : 1;
  void toggleOptimistically({
    key: `comment ${id}`,
    show: () => patchComment(queryClient, promptId, id, { hasUpvoted: !hasUpvoted, upvotes: upvotes + step }),
    undo: () => patchComment(queryClient, promptId, id, { hasUpvoted, upvotes }),
    send: () => call(hasUpvoted ? removeCommentVote : upvoteComment, { id }),
    onDone: (response) => patchComment(queryClient, promptId, id, response),
    onFailure: (error) => showFailure(at, error, 'Failed to submit vote'),
  });
}

/** Fetches others' comments since; nothing waits for it, and what is here stays if it fails. */
function fetchOthers({ queryClient, promptId }: At): void {
  void queryClient.invalidateQueries({ queryKey: commentsQuery(promptId).queryKey });
}

/** What failed may have been done all the same: the server knows. */
function showFailure(at: At, error: unknown, message: string): void {
  if (isUnauthorized(error)) return;
  fetchOthers(at);
  refreshCachedPrompt(at.queryClient, at.promptId);
  const isNew = error instanceof ApiError && error.problem?.code === NEW_MEMBER_LIMIT;
  const limit = isNew ? `On your first day you can post ${LIMITS.newMemberComments} comments an hour. ` : '';
  toast({ title: 'Error', description: limit + failureMessage(error, message), variant: 'destructive' });
}
