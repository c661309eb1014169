import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { membersApp } from './apps.ts';
import { expect, open, test, waitForHydration } from './fixtures.ts';
import { type Cookies, memberNamed, openAs, read, retrySuffix, startSession } from './sign-in.ts';
import { dialog, row } from './staff-steps.ts';

/** In order: what one test makes, the next one finds. */
test.describe.configure({ mode: 'serial' });

const app = membersApp;

/** Of an admin who has not proven anew who they are. */
let session: Cookies;

test.beforeAll(async () => {
  session = await startSession(app, 'lista');
  await startSession(app, 'odette');
  await app.admin('grant', memberNamed('lista').email);
});

async function asAdmin(page: Page, path: string): Promise<void> {
  await page.context().addCookies(session);
  await open(page, `${app.url}${path}`);
}

test('the overview begins with what waits, and leads there', async ({ page }) => {
  await openAs(page, app, 'odette', '/contact?topic=privacy');
  await page.getByRole('textbox', { name: 'Your message' }).fill(`Which data is kept?${retrySuffix()}`);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Waiting for us')).toBeVisible();
  await asAdmin(page, '/admin');
  const work = page.getByRole('list', { name: 'Needs your attention' });
  await expect(work.getByRole('link', { name: /^Open tickets/ })).not.toHaveText(/^Open tickets0/);
  await work.getByRole('link', { name: /^Open tickets/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open', exact: true })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('link', { name: 'Answered', exact: true }).click();
  await expect(page).toHaveURL(/state=answered/);
});

test('a member’s page shows their tickets and payments, and the audit log finds staff by name', async ({
  page,
}) => {
  await asAdmin(page, `/admin/members?q=${memberNamed('odette').email}`);
  await expect(page.getByText('1 member', { exact: true })).toBeVisible();
  await row(page, memberNamed('odette').email).getByRole('link').click();
  await expect(page.getByText('No payments yet.')).toBeVisible();
  await expect(row(page, `Which data is kept?${retrySuffix()}`)).toContainText('Open');
  await page.getByRole('link', { name: 'Staff actions on this member' }).click();
  await expect(page.getByText('No staff actions match these filters.')).toBeVisible();
  await page.getByLabel('Target', { exact: true }).fill(memberNamed('lista').email);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(row(page, memberNamed('lista').email)).toContainText('Grant role');
});

test('the library is sorted by its headings as a whole', async ({ page }) => {
  await asAdmin(page, '/admin/library');
  await expect(page.getByText(/^[\d,]+ prompts$/)).toBeVisible();
  await page.getByRole('button', { name: 'Copies' }).click();
  await expect(page).toHaveURL(/sort=copies&order=desc/);
  const heading = page.getByRole('columnheader', { name: 'Copies' });
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Copies' }).click();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
});

test('a delivery keeps what was typed when its page is left, and lists every problem at once', async ({
  page,
}) => {
  const id = `e${'abcdefghijk'.slice(retrySuffix().length)}${'z'.repeat(retrySuffix().length)}`;
  await app.query(
    `insert into orders (id, user_id, client_key, state, goal, context, result, amount_cents, currency, paid_at)
     select $2, id, gen_random_uuid(), 'received', 'Name my boats', 'Two boats.', 'A list.', 9900, 'usd',
       now() - interval '30 days' from users where email = $1`,
    [memberNamed('odette').email, id],
  );
  await asAdmin(page, '/admin/orders');
  await expect(row(page, 'Name my boats').first()).toContainText('late');
  await open(page, `${app.url}/admin/orders/${id}`);
  const text = page.getByLabel('Text', { exact: true });
  await page.getByLabel('Title').fill('');
  await text.fill('Boats.\nName [Boats].');
  await page.getByLabel('Note to the buyer').fill('Fair winds.');
  await page.getByRole('link', { name: 'All orders' }).click();
  await page.getByRole('link', { name: 'Name my boats' }).first().click();
  await expect(text).toHaveValue('Boats.\nName [Boats].');
  await expect(page.getByLabel('Note to the buyer')).toHaveValue('Fair winds.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('2 problems to fix')).toBeVisible();
  await expect(
    page.getByText('[Boats] is not a variable: use lower-case letters, digits and _'),
  ).toBeVisible();
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Text, line 2' }).click();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('Name [Boats].');

  // A file like those of the library fills the fields; the rest of its front matter is left out.
  const upload = (file: string) =>
    page
      .getByLabel('Or upload a Markdown file')
      .setInputFiles({ name: 'boats.md', mimeType: 'text/markdown', buffer: Buffer.from(file) });
  await upload('---\ntitle: Boats\n---\n\nName [boats].');
  await expect(page.getByText('Line 5: content: [boats] is not a declared variable')).toBeVisible();
  await expect(page.getByLabel('Or upload a Markdown file')).toHaveValue('');
  await upload(
    '---\ntitle: Boats\nsummary: S\nvariables:\n  - { name: boats, label: Your boats, type: text }\n---\n\nName [boats].',
  );
  await expect(text).toHaveValue(/^Name \[boats\]\.\s*$/);
  await expect(page.getByRole('group', { name: '[boats]' }).getByLabel('Label')).toHaveValue('Your boats');
  await expect(page.getByText('This file wasn’t imported:')).toHaveCount(0);

  // Only the field that is wrong is marked; a date offers no default.
  const blank = page.getByRole('group', { name: '[boats]' });
  await blank.getByLabel('Type').selectOption('Number');
  await blank.getByLabel('Default value').fill('two');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(blank.getByLabel('Default value')).toBeFocused();
  await expect(blank.locator('[aria-invalid="true"]')).toHaveCount(1);
  await expect(text).toHaveAttribute('aria-invalid', 'false');
  await blank.getByLabel('Type').selectOption('Date');
  await expect(blank.getByLabel('Default value')).toHaveCount(0);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'As the buyer will see it' })).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('the refund of an order says before why it would be refused', async ({ page }) => {
  const id = `r${'abcdefghijk'.slice(retrySuffix().length)}${'z'.repeat(retrySuffix().length)}`;
  await app.query(
    `insert into orders (id, user_id, client_key, state, goal, context, result, amount_cents, currency, paid_at)
     select $2, id, gen_random_uuid(), 'accepted', 'Name my cats', 'Two cats.', 'A list.', 9900, 'usd', now()
     from users where email = $1`,
    [memberNamed('odette').email, id],
  );
  await page.context().addCookies(await startSession(app, 'lista', true));
  const address = `${app.url}/admin/orders/${id}`;
  await open(page, address);
  const refund = page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true });
  const openDialog = () => page.getByRole('button', { name: 'Refund', exact: true }).click();
  await openDialog();
  await expect(dialog(page).getByRole('heading', { name: 'Nothing to refund' })).toBeVisible();
  await expect(dialog(page)).toContainText('opened by hand, without a payment');
  await expect(dialog(page).getByRole('button')).toHaveText(['', 'Close']);
  expect(await findAccessibilityProblems(page)).toEqual([]);

  await app.query(`update orders set payment_intent_id = 'pi_' || id where id = $1`, [id]);
  // It does not open by itself.
  await open(page, address);
  await openDialog();
  await expect(page.getByRole('dialog')).toContainText(`Refund $99.00 to ${memberNamed('odette').email}?`);
  await expect(refund).toBeEnabled();

  await app.query(`update orders set paid_at = now() - interval '15 days' where id = $1`, [id]);
  await open(page, address);
  await openDialog();
  await expect(dialog(page).getByRole('heading', { name: 'Too late to refund here' })).toBeVisible();
  await expect(dialog(page)).toContainText('more than 14 days ago, and can’t be refunded here');
  await expect(refund).toHaveCount(0);
});

test('a reason that was typed before signing in again is there afterwards, for the same comment alone', async ({
  page,
  consoleErrors,
}) => {
  const [prompt] = await read<{ id: string }[]>(app, '/api/prompts/search?tier=basic&limit=1');
  for (const comment of ['First', 'Second']) {
    await app.query(
      `with said as (insert into comments (id, prompt_id, user_id, content)
         select $3, $2, id, $4 from users where email = $1 returning id)
       insert into comment_reports (comment_id, user_id, reason)
         select said.id, u.id, 'spam' from said, users u where u.email = $5`,
      [
        memberNamed('odette').email,
        prompt?.id,
        `${comment.toLowerCase()}${'z'.repeat(12 - comment.length)}`,
        `${comment} advertisement`,
        memberNamed('lista').email,
      ],
    );
  }
  await asAdmin(page, '/admin/moderation');
  const card = (text: string) => page.getByRole('article').filter({ hasText: `${text} advertisement` });
  await card('Second').getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByLabel('Reason, for the record').fill('Advertising');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByRole('link', { name: 'Sign in again' }).click();
  // The browser's own line about the refusal.
  expect(consoleErrors.splice(0)).toHaveLength(1);
  await page.getByLabel('Email').fill(memberNamed('lista').email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible();
  await waitForHydration(page);
  await card('First').getByRole('button', { name: 'Delete' }).click();
  await expect(dialog(page).getByLabel('Reason, for the record')).toHaveValue('');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await card('Second').getByRole('button', { name: 'Delete' }).click();
  await expect(dialog(page).getByLabel('Reason, for the record')).toHaveValue('Advertising');
});
