import { beforeEach, expect, test } from 'vitest';
import type { User } from '#contract/account.ts';
import type { Comment } from '#contract/comments.ts';
import { createQueryClient } from '#web/api/query.ts';
import {
  addGuess,
  dropComment,
  patchComment,
  postedQuery,
  settleGuess,
  shownComments,
  takeGuess,
} from './comment-changes.ts';
import { commentsQuery } from './comments.queries.ts';
import { makeComment as comment } from './testing/comment.ts';

const PROMPT = 'pppppppppppp';
const USER = { id: 'uuuuuuuuuuuu', email: 'a@example.com', firstName: 'Ada' } as User;

/** What the server answers: one page of several. */
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
  // As much of a prompt as counts are looked for in.
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
    client.getQueryData(postedQuery(PROMPT).queryKey) ?? [],
  );
const ids = () => shown().map(({ id }) => id);
const guess = (content = 'new', threadId: string | null = null) =>
  addGuess(client, PROMPT, { content, parentId: threadId, threadId }, USER);

test('a comment on its way is shown and counted; refused, it is taken back', () => {
  const id = guess();
  expect(ids()).toEqual(['a', 'b', id]);
  expect(count()).toBe(8);
  takeGuess(client, PROMPT, id);
  expect(ids()).toEqual(['a', 'b']);
  expect(count()).toBe(7);
});

test('one’s own new comment stays when the list is asked for again, whose loaded pages do not have it', async () => {
  const id = guess();
  settleGuess(client, PROMPT, id, comment('n'));
  await client.refetchQueries({ queryKey: commentsQuery(PROMPT).queryKey });
  expect(ids()).toEqual(['a', 'b', 'n']);
  serverPage = [...serverPage, comment('n')];
  await client.refetchQueries({ queryKey: commentsQuery(PROMPT).queryKey });
  expect(ids()).toEqual(['a', 'b', 'n']);
  expect(count()).toBe(8);
});

test('the same text again is answered with the comment that is here: no second entry, no count', () => {
  settleGuess(client, PROMPT, guess(), comment('n'));
  settleGuess(client, PROMPT, guess(), comment('n'));
  settleGuess(client, PROMPT, guess('b', 'a'), comment('b', 'a'));
  expect(ids()).toEqual(['a', 'b', 'n']);
  expect(count()).toBe(8);
});

test('a change reaches listed and posted comments alike', () => {
  settleGuess(client, PROMPT, guess(), comment('n'));
  patchComment(client, PROMPT, 'a', { content: 'A' });
  patchComment(client, PROMPT, 'n', { content: 'N' });
  expect(shown().map(({ content }) => content)).toEqual(['A', 'b', 'N']);
});

test('a deleted comment goes, but stays as deleted while it has replies', () => {
  settleGuess(client, PROMPT, guess(), comment('n'));
  dropComment(client, PROMPT, 'n');
  dropComment(client, PROMPT, 'a');
  expect(shown()).toMatchObject([{ id: 'a', isDeleted: true, content: '' }, { id: 'b' }]);
  dropComment(client, PROMPT, 'b');
  expect(ids()).toEqual(['a']);
});
