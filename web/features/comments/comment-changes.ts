import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { User } from '#contract/account.ts';
import type { Comment } from '#contract/comments.ts';
import { patchCachedPrompt } from '#web/api/cached-prompts.ts';
import { type CommentPages, commentsQuery, mapComments } from './comments.queries.ts';

export interface NewComment {
  content: string;
  /** The comment it replies to. */
  parentId: string | null;
  /** Where it is shown until the server answers: the first comment of its thread. */
  threadId: string | null;
}

/**
 * Comments shown besides the loaded part of the list: posted since the page was opened, pending ones included, and those
 * a link led to. Kept apart from it: their pages need not be loaded, and refetching the list must not lose them.
 */
export function addedQuery(promptId: string) {
  return queryOptions<Comment[]>({
    queryKey: [...commentsQuery(promptId).queryKey, 'added'],
    queryFn: skipToken,
  });
}

/** The loaded part of the list, then added comments it does not contain. */
export function shownComments(pages: CommentPages | undefined, added: readonly Comment[]): Comment[] {
  const listed = pages?.pages.flatMap(({ items }) => items) ?? [];
  const ids = new Set(listed.map(({ id }) => id));
  return [...listed, ...added.filter(({ id }) => !ids.has(id))];
}

/** Shows a comment before the server has answered. @returns its temporary id */
export function addPending(
  queryClient: QueryClient,
  promptId: string,
  { content, threadId }: NewComment,
  user: User,
): string {
  const pending: Comment = {
    id: `${PENDING}${crypto.getRandomValues(new Uint32Array(1))[0]}`,
    content: content.trim(),
    parentId: threadId,
    createdAt: new Date().toISOString(),
    editedAt: null,
    isDeleted: false,
    upvotes: 0,
    hasUpvoted: false,
    isOwn: true,
    editableUntil: null,
    user,
  };
  changeAdded(queryClient, promptId, (added) => [...added, pending]);
  addToCount(queryClient, promptId, 1);
  return pending.id;
}

export function removePending(queryClient: QueryClient, promptId: string, pendingId: string): void {
  changeAdded(queryClient, promptId, (added) => added.filter(({ id }) => id !== pendingId));
  addToCount(queryClient, promptId, -1);
}

/** Replaces the pending comment with the server's response; for a repeated post that is the comment already shown. */
export function confirmPending(
  queryClient: QueryClient,
  promptId: string,
  pendingId: string,
  comment: Comment,
): void {
  if (findComment(queryClient, promptId, comment.id)) {
    removePending(queryClient, promptId, pendingId);
    patchComment(queryClient, promptId, comment.id, comment);
    return;
  }
  changeAdded(queryClient, promptId, (added) =>
    added.map((each) => (each.id === pendingId ? comment : each)),
  );
}

/** Those that are there already, because two links led to one thread at once, are not added again. */
export function addLinked(queryClient: QueryClient, promptId: string, comments: readonly Comment[]): void {
  const isNew = ({ id }: Comment) => findComment(queryClient, promptId, id) === undefined;
  changeAdded(queryClient, promptId, (added) => [...added, ...comments.filter(isNew)]);
}

export function patchComment(
  queryClient: QueryClient,
  promptId: string,
  id: string,
  changes: Partial<Comment>,
): void {
  changeAll(queryClient, promptId, (comments) =>
    comments.map((comment) => (comment.id === id ? { ...comment, ...changes } : comment)),
  );
}

/** As the server does it: a comment with replies stays as "deleted". */
export function dropComment(queryClient: QueryClient, promptId: string, id: string): void {
  if (readShown(queryClient, promptId).some(({ parentId }) => parentId === id)) {
    patchComment(queryClient, promptId, id, {
      isDeleted: true,
      content: '',
      user: null,
      editableUntil: null,
    });
  } else {
    changeAll(queryClient, promptId, (comments) => comments.filter((comment) => comment.id !== id));
  }
}

export function findComment(queryClient: QueryClient, promptId: string, id: string): Comment | undefined {
  return readShown(queryClient, promptId).find((comment) => comment.id === id);
}

const PENDING = 'pending-';

export function isPendingComment({ id }: Comment): boolean {
  return id.startsWith(PENDING);
}

function readShown(queryClient: QueryClient, promptId: string): Comment[] {
  return shownComments(
    queryClient.getQueryData(commentsQuery(promptId).queryKey),
    queryClient.getQueryData(addedQuery(promptId).queryKey) ?? [],
  );
}

type Change = (comments: Comment[]) => Comment[];

function changeAdded(queryClient: QueryClient, promptId: string, change: Change): void {
  queryClient.setQueryData(addedQuery(promptId).queryKey, (added) => change(added ?? []));
}

function changeAll(queryClient: QueryClient, promptId: string, change: Change): void {
  queryClient.setQueryData(commentsQuery(promptId).queryKey, (pages) => mapComments(pages, change));
  changeAdded(queryClient, promptId, change);
}

function addToCount(queryClient: QueryClient, promptId: string, by: 1 | -1): void {
  patchCachedPrompt(queryClient, promptId, ({ commentCount }) => ({
    commentCount: Math.max(0, commentCount + by),
  }));
}
