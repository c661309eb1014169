import type { Page } from '@playwright/test';
import { expectAccessibleAtEverySize, findAccessibilityProblems } from './accessibility.ts';
import { membersApp as app } from './apps.ts';
import { expect, expectNoHorizontalScroll, holdRequests, open, test, waitForHydration } from './fixtures.ts';
import { forgetSession, memberNamed, openAs, retrySuffix } from './sign-in.ts';

// A question to the team and back, from both sides.

async function mailTo(address: string, subject: string): Promise<string> {
  let text: string | undefined;
  const findMail = async () => {
    text = (await app.mailsTo(address)).find((mail) => mail.subject === subject)?.text;
    return text !== undefined;
  };
  await expect.poll(findMail, { message: `${subject} to ${address}`, timeout: 60_000 }).toBe(true);
  return text ?? '';
}

const linkIn = (text: string) => /https?:\/\/\S+\/contact\/\S+/.exec(text)?.[0] ?? '';

/** Answers, as one of staff, the ticket of this topic that begins with this message. */
async function answerAsStaff(
  page: Page,
  { topic, message, text }: { topic: string; message: string; text: string },
): Promise<void> {
  await openAs(page, app, 'sam', '/terms');
  await app.query("update users set role = 'moderator' where email = $1", [memberNamed('sam').email]);
  await open(page, `${app.url}/admin/support`);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('row').filter({ hasText: message }).getByRole('link', { name: topic }).click();
  await page.getByLabel('New note').fill('Looks familiar.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Looks familiar.')).toBeVisible();
  await page.getByLabel('Answer').fill(text);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText(text);
}

test('a member asks, staff answer, and the member reads it by mail, bell and page', async ({ page }) => {
  await openAs(page, app, 'tilda', '/contact?topic=payment');
  await expect(page.getByLabel('What is it about?')).toHaveValue('payment');
  await page.getByRole('textbox', { name: 'Your message' }).fill(`Which card is charged?${retrySuffix()}`);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Payment or plan' })).toBeVisible();
  await expect(page.getByText('Waiting for us')).toBeVisible();
  await expect(page.getByText('usually within 2 business days')).toBeVisible();
  await expectAccessibleAtEverySize(page, 'a ticket');
  await answerAsStaff(page, {
    topic: 'Payment or plan',
    message: `Which card is charged?${retrySuffix()}`,
    text: 'The one you gave last. See https://example.com/cards.',
  });
  expect(await mailTo(memberNamed('tilda').email, 'A reply from Promptarium: Payment or plan')).toContain(
    'The one you gave last.',
  );
  await openAs(page, app, 'tilda', '/account/notices');
  await expectAccessibleAtEverySize(page, 'notices');
  await page.getByRole('link', { name: /We answered: Payment or plan/ }).click();
  await page.waitForURL('**/contact/*');
  // A document of its own: what is written before its scripts run is not yet kept.
  await waitForHydration(page);
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('The one you gave last.');
  await expect(page.getByRole('list', { name: 'Messages' })).not.toContainText('Looks familiar.');
  await expect(page.getByRole('link', { name: 'https://example.com/cards' })).toBeVisible();
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await reply.fill('Then I give another.');
  await page.reload();
  await expect(reply).toHaveValue('Then I give another.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Message sent', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Then I give another.');
  await expect(reply).toHaveValue('');
});

test('a prompt’s page leads to a message about it, which can be about nothing in particular', async ({
  page,
}) => {
  const [prompt] = await (await fetch(`${app.url}/api/prompts/search?tier=basic`)).json();
  await openAs(page, app, 'tilda', `/prompt/${prompt.id}`);
  await page.getByRole('link', { name: 'Report a problem with this prompt' }).click();
  await expect(page.getByLabel('What is it about?')).toHaveValue('problem');
  const message = page.getByRole('textbox', { name: 'Your message' });
  await message.fill('It repeats itself.');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: `Remove ${prompt.title}` }).click();
  await expect(page.getByText('About the prompt')).toBeHidden();
  await expect(message).toHaveValue('It repeats itself.');
  await page.goBack();
  await page.getByRole('link', { name: 'Report a problem with this prompt' }).click();
  await message.fill('It repeats itself.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('link', { name: 'this prompt' })).toHaveAttribute(
    'href',
    `/prompt/${prompt.id}`,
  );
});

test('a visitor confirms the address by mail, and reads the answer at the same link', async ({ page }) => {
  const address = `vera${retrySuffix()}@example.com`;
  await open(page, `${app.url}/contact`);
  await page.getByLabel('What is it about?').selectOption('privacy');
  await expect(page.getByRole('link', { name: 'How do I delete my account?' })).toHaveAttribute(
    'href',
    '/help#deletion',
  );
  const message = page.getByRole('textbox', { name: 'Your message' });
  await page.getByLabel('Your email address').fill(address);
  await page.getByRole('button', { name: 'Confirm by email' }).click();
  await expect(message).toBeFocused();
  await expect(message).toHaveAccessibleDescription('Write your message first.');
  await message.fill('x'.repeat(5001));
  await page.getByRole('button', { name: 'Confirm by email' }).click();
  await expect(message).toBeFocused();
  await expect(message).toHaveAccessibleDescription('Shorten it to 5,000 characters: it has 5,001.');
  await page.getByLabel('Your email address').fill('vera');
  await message.fill(`What do you store?${retrySuffix()}`);
  await page.getByRole('button', { name: 'Confirm by email' }).click();
  await expect(page.getByLabel('Your email address')).toBeFocused();
  await expect(page.getByLabel('Your email address')).toHaveAccessibleDescription(
    /^Enter your email address/,
  );
  await page.getByLabel('Your email address').fill(`not-${address}`);
  await page.getByRole('button', { name: 'Confirm by email' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await page.getByRole('button', { name: 'Change the address or send again' }).click();
  await expect(page.getByLabel('Your email address')).toBeFocused();
  await expect(message).toHaveValue(`What do you store?${retrySuffix()}`);
  await page.getByLabel('Your email address').fill(address);
  await page.getByRole('button', { name: 'Confirm by email' }).click();
  await expect(page.getByText(`We sent a link to ${address}`)).toBeVisible();
  const mail = await mailTo(address, 'Confirm your message to Promptarium');
  expect(mail).not.toContain('What do you store?');
  const link = linkIn(mail);
  await open(page, link);
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  await expect(page.getByText('Waiting for us')).toBeVisible();
  await answerAsStaff(page, {
    topic: 'Privacy or my data',
    message: `What do you store?${retrySuffix()}`,
    text: 'Very little.',
  });
  await mailTo(address, 'A reply from Promptarium: Privacy or my data');
  await forgetSession(page);
  await open(page, link);
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Very little.');
});

test('what is typed and sent before the scripts load is kept, and a draft outlives the page and the sign-in', async ({
  page,
}) => {
  const release = await holdRequests(page, '**/assets/entry-client-*.js');
  await page.goto(`${app.url}/contact`, { waitUntil: 'commit' });
  // The first script listens; the page's own is held back.
  await page.waitForFunction(() => window.oninput !== null);
  const message = page.getByRole('textbox', { name: 'Your message' });
  await page.getByLabel('Your email address').fill('vera');
  await message.fill('Which address is on my invoice?');
  await page.getByRole('button', { name: 'Confirm by email' }).click();
  release();
  // Sent, and refused for the address alone: the message is known.
  await expect(page.getByLabel('Your email address')).toBeFocused();
  await expect(page.getByLabel('Your email address')).toHaveValue('vera');
  await expect(message).toHaveValue('Which address is on my invoice?');
  await expect(page.getByText('Write your message first.')).toBeHidden();
  await page.getByLabel('What is it about?').selectOption('payment');
  await page.getByRole('link', { name: 'help page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
  await page.goBack();
  await expect(message).toHaveValue('Which address is on my invoice?');
  await expect(page.getByLabel('What is it about?')).toHaveValue('payment');
  await openAs(page, app, 'tilda', '/contact');
  await expect(message).toHaveValue('Which address is on my invoice?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(new RegExp(`${app.url}/contact/\\w+`));
  await open(page, `${app.url}/contact`);
  await expect(message).toHaveValue('');
});
