import type { Page } from '@playwright/test';
import type { SandboxMail } from '../sandbox/mail/start.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { membersApp as app } from './apps.ts';
import { expect, expectNoHorizontalScroll, open, reload, test } from './fixtures.ts';
import { addSession, continueWithGoogle, memberNamed, openAs, read } from './sign-in.ts';

// Notifications of members: by mail, as the mailbox receives it, and in the bell.

/** Mail follows within seconds of what it tells of; a busy machine takes longer. */
async function mailTo(address: string, subject: string): Promise<SandboxMail> {
  let found: SandboxMail | undefined;
  const findMail = async () => {
    found = (await app.mailsTo(address)).find((mail) => mail.subject === subject);
    return found !== undefined;
  };
  await expect.poll(findMail, { message: `${subject} to ${address}`, timeout: 60_000 }).toBe(true);
  if (found === undefined) throw new Error('It was there.');
  return found;
}

test('a new member gets a welcome mail, and unsubscribes by its link while signed out', async ({ page }) => {
  await addSession(page, app, 'wanda');
  const mail = await mailTo(memberNamed('wanda').email, 'Welcome to Promptarium');
  expect(mail.text).toContain(`Find a prompt:\n${app.url}/search`);
  await page.context().clearCookies();
  await open(page, mail.headers['list-unsubscribe']?.replace(/^<|>$/g, '') ?? '');
  await expect(page.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
  await expect(page.getByText('You’re unsubscribed from these emails')).toBeVisible();
  await openAs(page, app, 'wanda', '/account');
  const choice = page.getByLabel('Getting started and trial reminders');
  await expect(choice).not.toBeChecked();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await choice.click();
  await expect(choice).toBeChecked();
  await saved;
  await reload(page);
  await expect(choice).toBeChecked();
});

async function comment(page: Page, name: string, promptId: string, content: string, parentId?: string) {
  await addSession(page, app, name);
  const response = await page.request.post(`${app.url}/api/prompts/${promptId}/comments`, {
    data: { content, ...(parentId && { parentId }) },
    headers: { origin: app.url },
  });
  expect(response.status()).toBe(200);
  return (await response.json()).id as string;
}

test('a reply shows in the bell of the answered member until it is read', async ({ page }) => {
  const [prompt] = await read<{ id: string; title: string }[]>(app, '/api/prompts/search?tier=basic&limit=1');
  if (prompt === undefined) throw new Error('There are basic prompts.');
  const first = await comment(page, 'berta', prompt.id, 'I changed the ending.');
  const answer = await comment(page, 'carl', prompt.id, '**How** come?', first);
  await openAs(page, app, 'berta', '/favorites');
  const bell = page.getByRole('navigation', { name: 'Member' }).getByRole('link', { name: /notice/i });
  await expect(bell).toHaveAccessibleName('1 unread notice');
  await bell.press('Enter');
  await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible();
  const list = page.getByRole('list', { name: 'Notices' });
  await expect(list).toContainText(/carl replied to your comment on “/);
  await expect(list.getByText('How come?', { exact: true })).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await expect(page.getByText('No unread notices.')).toBeVisible();
  await expect(bell).toHaveAccessibleName('Notices');
  await list.getByRole('link').click();
  await page.waitForURL(`${app.url}/prompt/${prompt.id}#comment-${answer}`);
  await expect(page.locator(`#comment-${answer}:target`)).toBeInViewport();
});

test('a link to a comment leads there after signing in, and its notice is read then', async ({ page }) => {
  const prompts = await read<{ id: string; title: string }[]>(app, '/api/prompts/search?tier=basic&limit=2');
  const [, prompt] = prompts;
  if (prompt === undefined) throw new Error('There are basic prompts.');
  const first = await comment(page, 'lena', prompt.id, 'I changed the beginning.');
  const answer = await comment(page, 'otto', prompt.id, 'Why?', first);
  await page.context().clearCookies();
  await open(page, `${app.url}/prompt/${prompt.id}#comment-${answer}`);
  await page.waitForURL(/\/login\?returnUrl=/);
  await continueWithGoogle(page, 'lena');
  await page.waitForURL(`${app.url}/prompt/${prompt.id}#comment-${answer}`);
  await expect(page.locator(`#comment-${answer}:target`)).toBeInViewport();
  const bell = page.getByRole('navigation', { name: 'Member' }).getByRole('link', { name: /notice/i });
  await expect(bell).toHaveAccessibleName('Notices');
});
