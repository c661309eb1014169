import { join } from 'node:path';
import { expect } from '@playwright/test';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import type { Comment } from '#contract/comments.ts';
import {
  type Components,
  type MockResponse,
  type Opened,
  type Responder,
  refusal,
  startComponents,
} from '#web/testing/component-page.ts';
import { makeComment } from './testing/comment.ts';

let components: Components;
beforeAll(async () => {
  components = await startComponents(join(import.meta.dirname, 'comments-panel.fixture.tsx'));
});
afterAll(() => components.close());

let opened: Opened | undefined;
afterEach(async () => {
  expect(opened?.consoleErrors).toEqual([]);
  await opened?.page.evaluate(() => localStorage.clear());
});

const MINUTE = 60_000;
const LINKED = 'linkedlinked';
const OTHERS: Comment = { ...makeComment('theirs'), isOwn: false, upvotes: 3 };
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

/** The panel with these comments; `write` answers everything but the list. */
async function open(list: Comment[], write: Responder = () => ({}), hasClock = false): Promise<Opened> {
  const respond: Responder = (call) => (call.method === 'GET' ? { json: list } : write(call));
  opened = await components.open({ respond, hasClock });
  return opened;
}

const posted = (content: string): MockResponse => ({
  json: { ...makeComment('new'), content, editableUntil: inMinutes(15) },
});

test('a comment is shown at once, waits for the server, and keeps its position after the response', async () => {
  const server = Promise.withResolvers<MockResponse>();
  const { page } = await open([OTHERS], () => server.promise);
  await page.getByLabel('Add a comment...').fill('  **Fine** one ');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  const comment = page.getByRole('article').filter({ hasText: 'Fine one' });
  await expect(comment).toHaveAttribute('aria-busy', 'true');
  await expect(comment.locator('strong', { hasText: 'Fine' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Posting...' })).toBeDisabled();
  server.resolve(posted('**Fine** one'));
  await expect(comment).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByLabel('Add a comment...')).toHaveValue('');
  await expect(page.getByText('Comment posted', { exact: true })).toBeVisible();
});

test.each([
  ['the server is away', refusal(503, 'Please try again shortly.')],
  ['the network is gone', 'offline'],
  ['the same was posted by another tab', refusal(409, 'You have just posted this.')],
] as const)('when %s the comment goes, and its text stays in the box', async (_, respond) => {
  const { page } = await open([OTHERS], () => respond);
  const box = page.getByLabel('Add a comment...');
  await box.fill('Lost?');
  await box.press('Control+Enter');
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(box).toHaveValue('Lost?');
  await expect(page.getByRole('button', { name: 'Post Comment' })).toBeEnabled();
});

test('an ended session is reported by the app: the panel shows no error, and the text stays', async () => {
  const { page, calls } = await open([OTHERS], () => refusal(401, 'Unauthorized'));
  const box = page.getByLabel('Add a comment...');
  await box.fill('Mine');
  await box.press('Control+Enter');
  await expect.poll(() => calls.filter(({ method }) => method === 'POST').length).toBe(1);
  await expect(page.getByRole('button', { name: 'Post Comment' })).toBeEnabled();
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0);
  await expect(box).toHaveValue('Mine');
});

test('a draft survives leaving the page, blank text is forgotten', async () => {
  const { page } = await open([]);
  const box = page.getByLabel('Add a comment...');
  await box.fill('Half a thought');
  await page.reload();
  await expect(box).toHaveValue('Half a thought');
  await box.fill('  ');
  await page.reload();
  await expect(box).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Post Comment' })).toBeDisabled();
});

test('a text near the limit shows its length, and one above it cannot be posted', async () => {
  const { page, calls } = await open([]);
  const box = page.getByLabel('Add a comment...');
  await box.fill('x'.repeat(9500));
  await expect(page.getByText('9,500 of 10,000 characters')).toBeVisible();
  await box.fill('x'.repeat(10_001));
  await expect(page.getByText('10,001 of 10,000 characters: too long')).toBeVisible();
  await box.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Post Comment' })).toBeDisabled();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('editing is possible for 15 minutes, and ends while the page is open', async () => {
  const mine = { ...makeComment('mine'), editableUntil: inMinutes(1) };
  const { page } = await open([mine], undefined, true);
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  await page.clock.fastForward(MINUTE);
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
});

test('an edit that the server refuses gives the old text back and leaves the new one in the box', async () => {
  const mine = { ...makeComment('mine'), content: 'Before', editableUntil: inMinutes(10) };
  const { page } = await open([mine], () => refusal(409, 'It has been answered.'));
  await page.getByRole('button', { name: 'Edit' }).click();
  const box = page.getByLabel('Edit your comment');
  await expect(box).toBeFocused();
  await box.fill('After');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(box).toHaveValue('After');
  await box.press('Escape');
  await expect(page.getByRole('article')).toContainText('Before');
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused();
});

test('an upvote counts at once, once for two presses, and is undone when it fails', async () => {
  const server = Promise.withResolvers<MockResponse>();
  const { page, calls } = await open([OTHERS], () => server.promise);
  const vote = page.getByRole('button', { name: /Upvote comment/ });
  await vote.dblclick();
  await expect(vote).toHaveAttribute('aria-pressed', 'true');
  await expect(vote).toHaveText('4');
  server.resolve(refusal(503, 'Please try again shortly.'));
  await expect(vote).toHaveText('3');
  await expect(vote).toHaveAttribute('aria-pressed', 'false');
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('comments that cannot be loaded say so, and Try Again brings them', async () => {
  let isDown = true;
  opened = await components.open({
    respond: () => (isDown ? refusal(503, 'Please try again shortly.') : { json: [OTHERS] }),
  });
  const { page } = opened;
  await expect(page.getByText('We couldn’t load the comments.')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('more comments come with their button, which says when they fail; the focus goes to the first of them', async () => {
  let isDown = true;
  opened = await components.open({
    respond: ({ path }) => {
      if (!path.includes('cursor=next')) {
        return { json: [OTHERS], headers: { link: '</api/x?cursor=next>; rel="next"' } };
      }
      return isDown ? refusal(503, 'Please try again shortly.') : { json: [makeComment('second')] };
    },
  });
  const { page } = opened;
  await expect(page.getByText('Showing 1 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Show more comments' }).press('Enter');
  await expect(page.getByText('More comments could not be loaded.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  isDown = false;
  await page.getByRole('button', { name: 'Try Again' }).press('Enter');
  await expect(page.getByRole('article').nth(1)).toBeFocused();
  await expect(page.getByText('All 2 comments shown')).toBeVisible();
});

test('a long comment shows its beginning, and the rest on request', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => `- item ${index}`);
  const { page } = await open([{ ...OTHERS, content: lines.join('\n') }]);
  await expect(page.getByText('item 19')).toBeVisible();
  await expect(page.getByText('item 20')).toHaveCount(0);
  const button = page.getByRole('button', { name: 'Show the whole comment' });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.press('Enter');
  await expect(page.getByText('item 59')).toBeVisible();
  const less = page.getByRole('button', { name: 'Show less' });
  await expect(less).toBeFocused();
  await less.press('Enter');
  await expect(page.getByText('item 20')).toHaveCount(0);
});

/** Enough that the end of the list is out of view. */
const MANY = Array.from({ length: 15 }, (_, index) => ({ ...OTHERS, id: `other${index}` }));

test('one’s new comment comes into view and is marked for a moment; on a phone its toast covers no box', async () => {
  const { page } = await open(MANY, () => posted('Fine one'), true);
  await page.setViewportSize({ width: 390, height: 844 });
  const box = page.getByLabel('Add a comment...');
  await box.fill('Fine one');
  await page.getByRole('button', { name: 'Post Comment' }).press('Enter');
  const comment = page.getByRole('article').filter({ hasText: 'Fine one' });
  const ground = () => comment.evaluate((element) => getComputedStyle(element).boxShadow);
  await expect.poll(ground).not.toBe('none');
  await expect(comment).toBeInViewport({ ratio: 1 });
  await expect(box).toBeFocused();
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('status');
  expect((await toast.boundingBox())?.y).toBeLessThan(100);
  await page.clock.fastForward(6000);
  await expect.poll(ground).toBe('none');
});

test('text of a reply waits under its comment while another is written, until it is posted', async () => {
  const { page } = await open([OTHERS, { ...OTHERS, id: 'second' }], () => posted('Half a reply, whole'));
  const [first, second] = [page.locator('#comment-theirs'), page.locator('#comment-second')];
  const box = page.getByLabel('Write a reply...');
  await first.getByRole('button', { name: 'Reply' }).click();
  await box.fill('Half a reply');
  await second.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(box).toHaveValue('');
  await first.getByRole('button', { name: 'Continue reply' }).click();
  await expect(box).toHaveValue('Half a reply');
  await expect(second.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  await box.pressSequentially(', whole');
  await box.press('Control+Enter');
  await expect(box).toHaveCount(0);
  await expect(first.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
});

test('a link to a comment of a list that comes late scrolls to it and marks it', async () => {
  const list = [...MANY, { ...OTHERS, id: LINKED }];
  opened = await components.open({ query: `#comment-${LINKED}`, respond: () => ({ json: list }) });
  await expect(opened.page.locator(`#comment-${LINKED}:target`)).toBeInViewport();
});

const FIRST = 'firstfirstff';

test.each([
  ['a comment', [{ ...makeComment(LINKED), content: 'Linked words' }], 2],
  [
    'a reply',
    [
      { ...makeComment(FIRST), content: 'What it replies to' },
      { ...makeComment(LINKED, FIRST), content: 'Linked words' },
    ],
    3,
  ],
])(
  'a link to %s whose page is not loaded brings it, and stays when its page comes',
  async (_, later, count) => {
    opened = await components.open({
      query: `#comment-${LINKED}`,
      respond: ({ path }) => {
        const one = later.find(({ id }) => path.endsWith(`/comments/${id}`));
        if (one) return { json: one };
        if (path.includes('cursor=next')) return { json: [makeComment('between'), ...later] };
        return { json: [OTHERS], headers: { link: '</api/x?cursor=next>; rel="next"' } };
      },
    });
    const { page } = opened;
    const linked = page.locator(`#comment-${LINKED}`);
    await expect(linked).toContainText('Linked words');
    await expect(page.getByRole('article')).toHaveCount(count);
    await expect(page.locator(`#comment-${LINKED}:target`)).toBeInViewport();
    await page.getByRole('button', { name: 'Show more comments' }).click();
    await expect(page.locator('#comment-between')).toBeFocused();
    await expect(page.getByRole('article')).toHaveCount(count + 1);
    await expect(linked).toHaveCount(1);
  },
);

test('a link to a deleted comment says so and leaves the list unchanged', async () => {
  opened = await components.open({
    query: `#comment-${LINKED}`,
    respond: ({ path }) => (path.endsWith(LINKED) ? refusal(404, 'Comment not found.') : { json: [OTHERS] }),
  });
  const { page, calls } = opened;
  await expect.poll(() => calls.some(({ path }) => path.endsWith(LINKED))).toBe(true);
  await expect(page.getByText('The comment you followed a link to is no longer here.')).toBeInViewport();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0);
});
