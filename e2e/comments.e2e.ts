import type { Locator, Page } from '@playwright/test';
import { membersApp } from './apps.ts';
import { expect, open, test, testAllowingConsoleErrors } from './fixtures.ts';
import { attemptsBefore, forgetSession, openAs, PEOPLE, read, retrySuffix, startSession } from './sign-in.ts';

test.describe.configure({ mode: 'serial' });

const app = membersApp;
let path: string;

test.beforeAll(async () => {
  const prompts = await read<{ id: string; title: string }[]>(app, '/api/prompts/search?q=doorway%20pull-up');
  path = `/prompt/${prompts.find(({ title }) => title.startsWith('First pull-up'))?.id}`;
});

const panel = (page: Page) => page.getByRole('region', { name: 'Comments' });
const box = (page: Page) => panel(page).getByRole('textbox', { name: 'Add a comment...' });
/** The text is this attempt's own. */
const own = (text: string) => `${text}${retrySuffix()}`;
const comment = (page: Page, text: string) =>
  panel(page)
    .getByRole('article')
    .filter({ hasText: own(text) });

async function countOf(page: Page): Promise<number> {
  return Number(/\d+/.exec((await panel(page).getByRole('heading').first().textContent()) ?? '')?.[0]);
}
async function post(page: Page, text: string): Promise<void> {
  await box(page).fill(own(text));
  await panel(page).getByRole('button', { name: 'Post Comment' }).click();
  await expect(comment(page, text).getByRole('button', { name: 'Reply' })).toBeVisible();
}
async function reply(page: Page, to: Locator, text: string): Promise<void> {
  await to.getByRole('button', { name: 'Reply', exact: true }).click();
  await panel(page).getByRole('textbox', { name: 'Write a reply...' }).fill(own(text));
  await page.keyboard.press('Control+Enter');
  await expect(comment(page, text).getByRole('button', { name: 'Reply' })).toBeVisible();
}

test('a member comments, replies, edits and deletes; the count follows, and all of it is kept', async ({
  page,
}) => {
  await openAs(page, app, PEOPLE.basic, path);
  await expect(panel(page).getByRole('heading').first()).toBeVisible();
  const before = await countOf(page);
  await post(page, 'First words of mine');
  await expect(page.getByText('Comment posted', { exact: true }).first()).toBeVisible();
  await expect(box(page)).toHaveValue('');
  expect(await countOf(page)).toBe(before + 1);

  await reply(page, comment(page, 'First words of mine'), 'An answer to myself');
  expect(await countOf(page)).toBe(before + 2);

  await comment(page, 'An answer to myself').getByRole('button', { name: 'Edit' }).click();
  await panel(page).getByRole('textbox', { name: 'Edit your comment' }).fill(own('A better answer'));
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(comment(page, 'A better answer')).toContainText('edited');

  await comment(page, 'First words of mine').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(panel(page).getByText('deleted', { exact: true }).first()).toBeVisible();
  await expect(comment(page, 'First words of mine')).toHaveCount(0);

  // A thread goes on though its first comment is gone.
  await reply(page, comment(page, 'A better answer'), 'The thread goes on');
  const count = await countOf(page);
  await open(page, `${app.url}${path}`);
  await expect(comment(page, 'The thread goes on')).toBeVisible();
  await expect(comment(page, 'A better answer')).toContainText('edited');
  expect(await countOf(page)).toBe(count);
});

test('posting the same text twice within a minute creates one comment', async ({ page }) => {
  await openAs(page, app, PEOPLE.basic, path);
  await expect(panel(page).getByRole('heading').first()).toBeVisible();
  await post(page, 'Said twice');
  const count = await countOf(page);
  await box(page).fill(own('Said twice'));
  const response = page.waitForResponse(/\/comments$/);
  await panel(page).getByRole('button', { name: 'Post Comment' }).click();
  expect((await response).status()).toBe(200);
  await expect(box(page)).toHaveValue('');
  await expect(comment(page, 'Said twice')).toHaveCount(1);
  expect(await countOf(page)).toBe(count);
});

test('upvotes of two comments do not wait for each other', async ({ page }) => {
  await openAs(page, app, PEOPLE.basic, path);
  await post(page, 'One of Ada’s');
  await post(page, 'Two of Ada’s');
  await forgetSession(page);
  await openAs(page, app, PEOPLE.pro, path);
  const calls: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/api\/comments\/[^/]+\/vote$/, async (route) => {
    calls.push(route.request().url());
    await held;
    await route.continue();
  });
  const vote = (text: string) => comment(page, text).getByRole('button', { name: /^Upvote comment/ });
  await vote('One of Ada’s').click();
  await vote('One of Ada’s').click();
  await vote('Two of Ada’s').click();
  await expect(vote('One of Ada’s')).toHaveAttribute('aria-pressed', 'true');
  await expect(vote('Two of Ada’s')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => new Set(calls).size).toBe(2);
  expect(calls.length).toBe(2);
  release();
  await expect(vote('Two of Ada’s')).toHaveAccessibleName('Upvote comment, 1 upvote');
});

test('a long thread comes in pages; a link to a comment on a later one leads there', async ({ page }) => {
  const prompts = await read<{ id: string }[]>(app, '/api/prompts/search?q=stretch&tier=basic');
  const id = prompts.at(-1 - attemptsBefore())?.id;
  await openAs(page, app, PEOPLE.advanced, `/prompt/${id}`);
  const ids = await page.evaluate(
    async ([url, end]) => {
      const posted: string[] = [];
      for (let index = 1; index <= 23; index += 1) {
        const body = JSON.stringify({ content: `Thought ${index} of many${end}` });
        const headers = { 'content-type': 'application/json' };
        posted.push((await (await fetch(url, { method: 'POST', headers, body })).json()).id);
      }
      return posted;
    },
    [`/api/prompts/${id}/comments`, retrySuffix()] as const,
  );
  // Not only another hash: the page is opened again.
  await open(page, `${app.url}/recent`);
  await open(page, `${app.url}/prompt/${id}#comment-${ids.at(-1)}`);
  await expect(comment(page, 'Thought 23 of many')).toBeInViewport();
  await expect(comment(page, 'Thought 22 of many')).toHaveCount(0);
  const drawn = await panel(page).getByRole('article').count();
  await panel(page).getByRole('button', { name: 'Show more comments' }).press('Enter');
  await expect(panel(page).getByRole('article')).not.toHaveCount(drawn);
  await expect(comment(page, 'Thought 22 of many')).toBeVisible();
  await expect(comment(page, 'Thought 23 of many')).toHaveCount(1);
  await expect(panel(page).locator('article:focus')).toHaveCount(1);
});

testAllowingConsoleErrors(
  'a comment the server refuses is taken back, and its text stays in the box',
  async ({ page }) => {
    await openAs(page, app, PEOPLE.basic, path);
    await expect(panel(page).getByRole('heading').first()).toBeVisible();
    const count = await countOf(page);
    await page.route(/\/comments$/, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    await box(page).fill('Refused words');
    await panel(page).getByRole('button', { name: 'Post Comment' }).click();
    await expect(page.getByText('Failed to post comment').first()).toBeVisible();
    await expect(comment(page, 'Refused words')).toHaveCount(0);
    await expect(box(page)).toHaveValue('Refused words');
    expect(await countOf(page)).toBe(count);
  },
);

test('a draft is restored for its writer, and is removed when they sign out', async ({ page }) => {
  await page.context().addCookies(await startSession(app, PEOPLE.basic));
  await open(page, `${app.url}${path}`);
  await box(page).fill('Half a thought');
  await open(page, `${app.url}${path}`);
  await expect(box(page)).toHaveValue('Half a thought');
  // What the page still asks would be refused to anyone who has just signed out.
  await page.waitForLoadState('networkidle');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await expect(async () => {
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))),
    ).toEqual([]);
  }).toPass();
});

test('a comment that its prompt does not count yet is drawn by the browser as by the server', async ({
  page,
}) => {
  // The server loads the part that draws texts once for everybody: here it has it.
  await openAs(page, app, PEOPLE.basic, path);
  await post(page, 'One before');
  const cards = await read<{ id: string; commentCount: number }[]>(
    app,
    '/api/prompts/search?tier=basic&sortBy=newest&limit=100',
  );
  const quiet = cards.find(({ commentCount }) => commentCount === 0);
  await app.query(
    `insert into comments (id, prompt_id, user_id, content)
       select $2, $1, id, 'Came between two queries' from users limit 1`,
    [quiet?.id, `between${'abcdefgh'.slice(attemptsBefore(), attemptsBefore() + 5)}`],
  );
  await open(page, `${app.url}/prompt/${quiet?.id}`);
  await expect(panel(page).getByText('Came between two queries')).toBeVisible();
});
