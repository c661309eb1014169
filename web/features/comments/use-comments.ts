import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/account.ts';
import type { Comment } from '#contract/comments.ts';
import { patchCachedPrompt } from '#web/api/cached-prompts.ts';
import { failureWords, isUnauthorized } from '#web/api/failure-words.ts';
import { toast } from '#web/ui/toast.ts';
import {
  commentsQuery,
  deleteComment,
  mapComments,
  postComment,
  putComment,
  voteOnComment,
} from './comments.queries.ts';

const FAILED = {
  post: 'Failed to post comment',
  change: 'Failed to change comment',
  vote: 'Failed to submit vote',
};

interface NewComment {
  content: string;
  parentId: string | null;
}

export interface CommentsControl {
  /** Resolves to whether it went through; the words of a failure are said here. */
  post: (comment: NewComment) => Promise<boolean>;
  edit: (id: string, content: string) => Promise<boolean>;
  remove: (id: string) => Promise<boolean>;
  toggleVote: (comment: Comment) => void;
}

/**
 * Everything a member changes about a prompt's comments. Shown at once, taken back if it fails; the server's answer
 * replaces the guess, and its count goes wherever the prompt is shown.
 */
export function useComments(promptId: string, user: User, place: 'page' | 'modal'): CommentsControl {
  const queryClient = useQueryClient();
  const list = useListChanges(queryClient, promptId);
  const posting = useMutation({
    mutationFn: ({ content, parentId }: NewComment) => postComment(promptId, content, parentId),
    onMutate: async (comment) => {
      // A refetch under way would bring the list without it.
      await queryClient.cancelQueries({ queryKey: commentsQuery(promptId).queryKey });
      const guess = guessed(comment, user);
      list.add(guess);
      return guess.id;
    },
    onSuccess: async (comment, _, guessId) => {
      list.replace(guessId, comment);
      toast({
        title: place === 'modal' ? 'Comment Added' : 'Comment posted',
        description: 'Your comment has been added',
      });
      await queryClient.invalidateQueries({ queryKey: commentsQuery(promptId).queryKey });
    },
    onError: (error, _, guessId) => {
      if (guessId) list.take(guessId);
      sayFailure(error, FAILED.post);
    },
  });
  const voting = useMutation({
    mutationFn: ({ id, hasUpvoted }: Comment) => voteOnComment(id, !hasUpvoted),
    onMutate: ({ id, hasUpvoted, upvotes }) =>
      list.patch(id, { hasUpvoted: !hasUpvoted, upvotes: upvotes + (hasUpvoted ? -1 : 1) }),
    onSuccess: (answer, { id }) => list.patch(id, answer),
    onError: (error, { id, hasUpvoted, upvotes }) => {
      list.patch(id, { hasUpvoted, upvotes });
      sayFailure(error, FAILED.vote);
    },
  });

  return {
    post: (comment) => went(posting.mutateAsync(comment)),
    edit: (id, content) => went(edit(id, content)),
    remove: (id) => went(remove(id)),
    toggleVote: (comment) => {
      if (!voting.isPending) voting.mutate(comment);
    },
  };

  async function edit(id: string, content: string) {
    const before = list.find(id);
    list.patch(id, { content });
    try {
      list.replace(id, await putComment(id, content));
    } catch (error) {
      if (before) list.replace(id, before);
      sayFailure(error, FAILED.change);
      throw error;
    }
  }

  async function remove(id: string) {
    try {
      const { commentCount } = await deleteComment(id);
      patchCachedPrompt(queryClient, promptId, () => ({ commentCount }));
      await queryClient.invalidateQueries({ queryKey: commentsQuery(promptId).queryKey });
    } catch (error) {
      sayFailure(error, 'Failed to delete comment');
      throw error;
    }
  }
}

/** Changes of the cached list, and of the prompt's count with it. */
function useListChanges(queryClient: QueryClient, promptId: string) {
  const { queryKey } = commentsQuery(promptId);
  const change = (map: (comments: Comment[], isLast: boolean) => Comment[]) =>
    queryClient.setQueryData(queryKey, (pages) => mapComments(pages, map));
  const count = (by: 1 | -1) =>
    patchCachedPrompt(queryClient, promptId, ({ commentCount }) => ({
      commentCount: Math.max(0, commentCount + by),
    }));
  return {
    find: (id: string) =>
      queryClient
        .getQueryData(queryKey)
        ?.pages.flatMap((page) => page.comments)
        .find((comment) => comment.id === id),
    add: (comment: Comment) => {
      change((comments, isLast) => (isLast ? [...comments, comment] : comments));
      count(1);
    },
    take: (id: string) => {
      change((comments) => comments.filter((comment) => comment.id !== id));
      count(-1);
    },
    replace: (id: string, by: Comment) =>
      change((comments) => comments.map((comment) => (comment.id === id ? by : comment))),
    patch: (id: string, changes: Partial<Comment>) =>
      change((comments) =>
        comments.map((comment) => (comment.id === id ? { ...comment, ...changes } : comment)),
      ),
  };
}

/** A comment as it will be, until the server says how it is. */
function guessed({ content, parentId }: NewComment, user: User): Comment {
  return {
    id: `${PENDING}${crypto.getRandomValues(new Uint32Array(1))[0]}`,
    content: content.trim(),
    parentId,
    createdAt: new Date().toISOString(),
    editedAt: null,
    isDeleted: false,
    upvotes: 0,
    hasUpvoted: false,
    isOwn: true,
    editableUntil: null,
    user,
  };
}

const PENDING = 'pending-';

export function isPendingComment({ id }: Comment): boolean {
  return id.startsWith(PENDING);
}

async function went(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch {
    return false;
  }
}

/** The end of a session is told by the whole app. */
function sayFailure(error: unknown, words: string): void {
  if (isUnauthorized(error)) return;
  toast({ title: 'Error', description: failureWords(error, words), variant: 'destructive' });
}
