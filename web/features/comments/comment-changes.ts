import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { User } from '#contract/account.ts';
import type { Comment } from '#contract/comments.ts';
import { patchCachedPrompt } from '#web/api/cached-prompts.ts';
import { type CommentPages, commentsQuery, mapComments } from './comments.queries.ts';

export interface NewComment {
  content: string;
  /** The comment it replies to. */
  parentId: string | null;
  /** Where it will stand until the server says so: the first comment of its thread. */
  threadId: string | null;
}

/**
 * What I posted since the page was opened, guesses included. Kept apart from the list: the newest comments are on its
 * last page, which need not be loaded, and a list that is asked for again must not lose them.
 */
export function postedQuery(promptId: string) {
  return queryOptions<Comment[]>({
    queryKey: [...commentsQuery(promptId).queryKey, 'posted'],
    queryFn: skipToken,
  });
}

/** The list as far as it is loaded, then what I posted that it does not have. */
export function shownComments(pages: CommentPages | undefined, posted: readonly Comment[]): Comment[] {
  const listed = pages?.pages.flatMap(({ comments }) => comments) ?? [];
  const ids = new Set(listed.map(({ id }) => id));
  return [...listed, ...posted.filter(({ id }) => !ids.has(id))];
}

/** Shows a comment that is on its way. @returns the guess's id */
export function addGuess(
  queryClient: QueryClient,
  promptId: string,
  { content, threadId }: NewComment,
  user: User,
): string {
  const guess: Comment = {
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
  changePosted(queryClient, promptId, (posted) => [...posted, guess]);
  addToCount(queryClient, promptId, 1);
  return guess.id;
}

export function takeGuess(queryClient: QueryClient, promptId: string, guessId: string): void {
  changePosted(queryClient, promptId, (posted) => posted.filter(({ id }) => id !== guessId));
  addToCount(queryClient, promptId, -1);
}

/** Puts the server's answer in the guess's place; a repeat is answered with the comment that is here already. */
export function settleGuess(
  queryClient: QueryClient,
  promptId: string,
  guessId: string,
  comment: Comment,
): void {
  if (findComment(queryClient, promptId, comment.id)) {
    takeGuess(queryClient, promptId, guessId);
    patchComment(queryClient, promptId, comment.id, comment);
    return;
  }
  changePosted(queryClient, promptId, (posted) =>
    posted.map((each) => (each.id === guessId ? comment : each)),
  );
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
    queryClient.getQueryData(postedQuery(promptId).queryKey) ?? [],
  );
}

type Change = (comments: Comment[]) => Comment[];

function changePosted(queryClient: QueryClient, promptId: string, change: Change): void {
  queryClient.setQueryData(postedQuery(promptId).queryKey, (posted) => change(posted ?? []));
}

function changeAll(queryClient: QueryClient, promptId: string, change: Change): void {
  queryClient.setQueryData(commentsQuery(promptId).queryKey, (pages) => mapComments(pages, change));
  changePosted(queryClient, promptId, change);
}

function addToCount(queryClient: QueryClient, promptId: string, by: 1 | -1): void {
  patchCachedPrompt(queryClient, promptId, ({ commentCount }) => ({
    commentCount: Math.max(0, commentCount + by),
  }));
}
