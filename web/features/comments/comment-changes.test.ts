import { beforeEach, expect, test } from 'vitest';
import type { User } from '#contract/account.ts';
import type { Comment } from '#contract/comments.ts';
import { createQueryClient } from '#web/api/query.ts';
import {
  addedQuery,
  addLinked,
  addPending,
  confirmPending,
  dropComment,
  patchComment,
  removePending,
  shownComments,
} from './comment-changes.ts';
import { commentsQuery } from './comments.queries.ts';
import { makeComment as comment } from './testing/comment.ts';

const PROMPT = 'pppppppppppp';
const USER = { id: 'uuuuuuuuuuuu', email: 'a@example.com', firstName: 'Ada' } as User;

/** What the server returns: one page of several. */
let serverPage: Comment[];
let client: ReturnType<typeof createQueryClient>;

beforeEach(async () => {
  serverPage = [comment('a'), comment('b', 'a')];
  client = createQueryClient(() =>
    Promise.resolve({
      status: 200,
      headers: { link: '</api/x?cursor=next>; rel="next"' },
      text: JSON.stringify(serverPage),
    }),
  );
  // The fields by which a prompt is recognized.
  client.setQueryData(['/api/prompts/x'], {
    id: PROMPT,
    title: '',
    upvotes: 0,
    favoriteCount: 0,
    commentCount: 7,
  });
  await client.fetchInfiniteQuery(commentsQuery(PROMPT));
});

const count = () => client.getQueryData<{ commentCount: number }>(['/api/prompts/x'])?.commentCount;
const shown = () =>
  shownComments(
    client.getQueryData(commentsQuery(PROMPT).queryKey),
    client.getQueryData(addedQuery(PROMPT).queryKey) ?? [],
  );
const ids = () => shown().map(({ id }) => id);
const pending = (content = 'new', threadId: string | null = null) =>
  addPending(client, PROMPT, { content, parentId: threadId, threadId }, USER);

test('a pending comment is shown and counted; when refused, it is removed', () => {
  const id = pending();
  expect(ids()).toEqual(['a', 'b', id]);
  expect(count()).toBe(8);
  removePending(client, PROMPT, id);
  expect(ids()).toEqual(['a', 'b']);
  expect(count()).toBe(7);
});

test('one’s own new comment stays when the list is fetched again and its loaded pages do not contain it', async () => {
  const id = pending();
  confirmPending(client, PROMPT, id, comment('n'));
  await client.refetchQueries({ queryKey: commentsQuery(PROMPT).queryKey });
  expect(ids()).toEqual(['a', 'b', 'n']);
  serverPage = [...serverPage, comment('n')];
  await client.refetchQueries({ queryKey: commentsQuery(PROMPT).queryKey });
  expect(ids()).toEqual(['a', 'b', 'n']);
  expect(count()).toBe(8);
});

test('the same text again is answered with the comment that is here: no second entry, no count', () => {
  confirmPending(client, PROMPT, pending(), comment('n'));
  confirmPending(client, PROMPT, pending(), comment('n'));
  confirmPending(client, PROMPT, pending('b', 'a'), comment('b', 'a'));
  expect(ids()).toEqual(['a', 'b', 'n']);
  expect(count()).toBe(8);
});

test('a change reaches listed and posted comments alike', () => {
  confirmPending(client, PROMPT, pending(), comment('n'));
  patchComment(client, PROMPT, 'a', { content: 'A' });
  patchComment(client, PROMPT, 'n', { content: 'N' });
  expect(shown().map(({ content }) => content)).toEqual(['A', 'b', 'N']);
});

test('a deleted comment goes, but stays as deleted while it has replies', () => {
  confirmPending(client, PROMPT, pending(), comment('n'));
  dropComment(client, PROMPT, 'n');
  dropComment(client, PROMPT, 'a');
  expect(shown()).toMatchObject([{ id: 'a', isDeleted: true, content: '' }, { id: 'b' }]);
  dropComment(client, PROMPT, 'b');
  expect(ids()).toEqual(['a']);
});

test('a comment that two links fetched at once is shown once', () => {
  addLinked(client, PROMPT, [comment('x'), comment('y', 'x')]);
  addLinked(client, PROMPT, [comment('x'), comment('z', 'x')]);
  expect(ids()).toEqual(['a', 'b', 'x', 'y', 'z']);
});
