import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { membersApp } from './apps.ts';
import { expect, expectNoHorizontalScroll, open, test, waitForHydration } from './fixtures.ts';
import { CARDS, fillCard } from './payment-steps.ts';
import {
  type Cookies,
  forgetEndedSession,
  forgetSession,
  memberNamed,
  openAs,
  read,
  retrySuffix,
  startSession,
} from './sign-in.ts';
import { act, dialog, row, STAFF_PAGES, tabTo, wideTables } from './staff-steps.ts';

/** In order: what one test does is in the audit log of the next. */
test.describe.configure({ mode: 'serial' });

const app = membersApp;

/** Of an admin who has proven to the provider who they are. */
let session: Cookies;

test.beforeAll(async () => {
  await startSession(app, 'rooty');
  await startSession(app, 'wanda');
  await app.admin('grant', memberNamed('rooty').email);
  session = await startSession(app, 'rooty', true);
});

async function asAdmin(page: Page, path: string): Promise<void> {
  await page.context().addCookies(session);
  await open(page, `${app.url}${path}`);
}
async function openMember(page: Page, name: string, openAsStaff = asAdmin): Promise<void> {
  await openAsStaff(page, '/admin/members');
  await page.getByLabel('Name, address or ID').fill(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`q=${name}`));
  // Not in the list before, whose rows are about to be replaced.
  await expect(page.locator('tbody tr').filter({ hasNotText: name })).toHaveCount(0);
  await row(page, memberNamed(name).email).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Actions' })).toBeVisible();
}

test('staff find the back office in their menu; for everybody else its pages are 404', async ({ page }) => {
  await asAdmin(page, '/');
  await page.getByRole('button', { name: 'Account of rooty' }).click();
  await page.getByRole('menuitem', { name: 'Back Office' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openAs(page, app, 'wanda', '/');
  await page.getByRole('button', { name: 'Account of wanda' }).click();
  await expect(page.getByRole('menuitem', { name: 'Back Office' })).toHaveCount(0);
  expect((await page.goto(`${app.url}/admin/members`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
});

test('a dangerous action asks staff to sign in again, and then succeeds', async ({ page }) => {
  await startSession(app, 'paula');
  await app.admin('grant', memberNamed('paula').email);
  await openMember(page, 'wanda', (page, path) => openAs(page, app, 'paula', path));
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  // Before a reason is written.
  await expect(dialog(page).getByLabel('Reason, for the record')).toHaveCount(0);
  await dialog(page).getByRole('link', { name: 'Sign in again' }).click();
  await page.getByLabel('Email').fill(memberNamed('paula').email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Actions' })).toBeVisible();
  await waitForHydration(page);
  // It is open again.
  await dialog(page).getByLabel('Reason, for the record').fill('A test');
  await dialog(page).getByRole('button', { name: 'Suspend', exact: true }).click();
  // While it closes, its button says already what the next one will.
  await expect(dialog(page)).toHaveCount(0);
  await act(page, 'End the suspension', 'End the suspension');
  await expect(page.getByText('StateActive')).toBeVisible();
  forgetEndedSession(app, 'wanda');
});

test('when a staff session ends a message says so, and typed text is restored after signing in', async ({
  page,
}) => {
  await openAs(page, app, 'wanda', '/contact?topic=other');
  await page.getByRole('textbox', { name: 'Your message' }).fill('Are you there?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Waiting for us')).toBeVisible();
  const { email } = memberNamed('rooty');
  await page.context().addCookies(await startSession(app, 'rooty'));
  await open(page, `${app.url}/admin/support`);
  await page.getByRole('link', { name: 'Something else' }).first().click();
  await page.getByLabel('Answer').fill('Until midnight.');
  await app.query(
    `update sessions set created_at = now() - interval '13 hours' where id =
      (select s.id from sessions s join users u on u.id = s.user_id where u.email = $1
        order by s.created_at desc limit 1)`,
    [email],
  );
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('You are logged out. Logging in again...').first()).toBeVisible();
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Fadmin%2Fsupport%2F/);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByLabel('Answer')).toHaveValue('Until midnight.');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Until midnight.');
  await expect(page.getByLabel('Answer')).toHaveValue('');
});

test('a staff page hydrates with the server’s data, even if it has changed since', async ({ page }) => {
  // A page that asked before it stands would begin with this, and with a warning on the console.
  const nobody = { members: [], total: 0, nextCursor: null };
  await page.route(/\/api\/admin\/members/, (route) => route.fulfill({ json: nobody }));
  await asAdmin(page, '/admin/members?role=admin');
  await expect(row(page, memberNamed('rooty').email)).toBeVisible();
  // From then on every visit asks anew.
  await page.getByLabel('Role').focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('No members match.')).toBeVisible();
  // A choice applies at once, and keeps the focus; Back takes it back.
  await expect(page.getByLabel('Role')).toBeFocused();
  await page.goBack();
  await expect(page.getByLabel('Role')).toHaveValue('admin');
});

test('granting and revoking a tier with a reason are both in the audit log', async ({ page }) => {
  const reason = `Won a prize${retrySuffix()}`;
  await openMember(page, 'wanda');
  await page.getByRole('button', { name: 'Grant or remove a tier' }).click();
  await expect(dialog(page).getByLabel('Tier')).toHaveValue('advanced');
  await dialog(page).getByRole('button', { name: 'Set the tier' }).click();
  await expect(dialog(page).getByText('Enter a reason. It’s kept in the audit log.')).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await dialog(page).getByLabel('Tier').selectOption('pro');
  await dialog(page).getByLabel('Until the end').fill('2099-12-31');
  await dialog(page).getByLabel('Reason, for the record').fill(reason);
  await dialog(page).getByRole('button', { name: 'Set the tier' }).click();
  await expect(page.getByText('pro, before 2100-01-01')).toBeVisible();
  await openAs(page, app, 'wanda', '/favorites');
  await expect(page.getByRole('banner').getByText('Pro Tier')).toBeVisible();
  await openMember(page, 'wanda');
  await page.getByRole('button', { name: 'Grant or remove a tier' }).click();
  await dialog(page).getByLabel('Tier').selectOption('basic');
  await dialog(page).getByLabel('Reason, for the record').fill('The prize is over');
  await dialog(page).getByRole('button', { name: 'Set the tier' }).click();
  await expect(page.getByText('Granted by staffNothing')).toBeVisible();
  await asAdmin(page, '/admin/audit?act=grant+tier');
  await expect(row(page, reason)).toContainText(memberNamed('rooty').email);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('audit-log.csv');
});

test('a wrong prompt and a wrong confirmation are said at their fields, and nothing is sent', async ({
  page,
}) => {
  await openMember(page, 'wanda');
  for (const [button, confirm, label, wrong, problem] of [
    [
      'Grant or revoke a prompt',
      'Save',
      'The prompt’s address or ID',
      '',
      'Enter the prompt’s address or ID.',
    ],
    ['Erase', 'Erase', 'Type DELETE to confirm', 'delet', 'Type DELETE, in capitals.'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await dialog(page).getByLabel('Reason, for the record').fill('A test');
    const field = dialog(page).getByLabel(label);
    await field.fill(wrong);
    await dialog(page).getByRole('button', { name: confirm, exact: true }).click();
    await expect(field).toHaveAccessibleDescription(problem);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toHaveCount(0);
  }
});

test('a suspended member sees a message, and can sign in once the suspension ends', async ({ page }) => {
  await openMember(page, 'wanda');
  await act(page, 'Suspend', 'Suspend');
  // The toast may still say it too.
  await expect(page.getByRole('main').getByText('Suspended', { exact: true }).first()).toBeVisible();
  // What is read again behind it would be broken off with the page.
  await expect(dialog(page)).toHaveCount(0);
  await openAs(page, app, 'wanda', '/favorites');
  await expect(page.getByText('Your account is suspended.')).toBeVisible();
  await openMember(page, 'wanda');
  await act(page, 'End the suspension', 'End the suspension');
  await expect(page.getByText('StateActive')).toBeVisible();
  forgetEndedSession(app, 'wanda');
  await openAs(page, app, 'wanda', '/favorites');
  await expect(page.getByRole('heading', { name: 'My Favorites' })).toBeVisible();
});

test('a report goes from click to decision, and both reporter and author are notified', async ({ page }) => {
  const [prompt] = await read<{ id: string }[]>(app, '/api/prompts/search?tier=basic&limit=1');
  const panel = page.getByRole('region', { name: 'Comments' });
  const text = `Cheap watches at my place${retrySuffix()}`;
  await openAs(page, app, 'wanda', `/prompt/${prompt?.id}`);
  await panel.getByRole('textbox', { name: 'Add a comment...' }).fill(text);
  await panel.getByRole('button', { name: 'Post Comment' }).click();
  const comment = panel.getByRole('article').filter({ hasText: text });
  await expect(comment).toBeVisible();
  await openAs(page, app, 'Ada', `/prompt/${prompt?.id}`);
  await comment.getByRole('button', { name: 'Report' }).click();
  await dialog(page)
    .getByRole('button', { name: /Report|Send/ })
    .last()
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await asAdmin(page, '/admin/moderation');
  const found = page.getByRole('article').filter({ hasText: text });
  await expect(found).toContainText('Ada');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(`,${text},wanda`);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await tabTo(page, found.getByRole('button', { name: 'Hide' }));
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('heading', { name: 'Hide this comment?' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByLabel('Reason, for the record')).toBeFocused();
  await page.keyboard.type('Advertising');
  await tabTo(page, dialog(page).getByRole('button', { name: 'Hide' }));
  await page.keyboard.press('Enter');
  await expect(found).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await openAs(page, app, 'Ada', `/prompt/${prompt?.id}`);
  await expect(panel.getByRole('heading').first()).toBeVisible();
  await expect(comment).toHaveCount(0);
  await open(page, `${app.url}/account/notices`);
  await expect(page.getByRole('link', { name: /The comment you reported on .* was removed/ })).toBeVisible();
  await openAs(page, app, 'wanda', '/account/notices');
  await expect(page.getByRole('link', { name: /Your comment on .* was hidden/ })).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('staff handle an order from payment to acceptance in the browser', async ({ page }) => {
  const goal = `Sort my seeds by the month to sow${retrySuffix()}`;
  await openAs(page, app, 'olga', '/subscribe?tier=engineer');
  await page.getByLabel('What should the prompt do?').fill(goal);
  await page.getByLabel('The situation').fill('A drawer full of bags, some of them without a name.');
  await page.getByLabel('A good result').fill('A table, one row for each bag.');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await fillCard(page, CARDS.good);
  await page.getByRole('form', { name: 'Payment' }).getByRole('button', { name: 'Pay $99' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await asAdmin(page, '/admin/orders');
  await page.getByRole('link', { name: goal, exact: true }).click();
  await page.getByRole('button', { name: 'Take this order' }).click();
  await expect(page.getByRole('button', { name: 'Take this order' })).toHaveCount(0);
  await expect(page.getByLabel('Title')).toHaveValue(goal);
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Sort [seeds] into a [Table].');
  const blank = page.getByRole('group', { name: '[seeds]' });
  await expect(blank.getByLabel('Label')).toHaveValue('Seeds');
  await blank.getByLabel('Type').selectOption('Choice');
  await blank.getByLabel('Choices').fill('my seeds\ntheir seeds');
  await blank.getByLabel('Default value').fill('my seeds');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(
    page.getByText('[Table] is not a variable: use lower-case letters, digits and _'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deliver' })).toBeDisabled();
  await text.fill('Sort [seeds] into a table.');
  await page.getByLabel('Note to the buyer').fill('Best in spring.');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'As the buyer will see it' });
  await expect(preview).toContainText('Sort my seeds into a table.');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Deliver' }).click();
  await expect(dialog(page).getByRole('heading', { name: /^Deliver to olga/ })).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Deliver' }).click();
  await expect(page.getByRole('heading', { name: /^Delivered/ })).toBeInViewport();
  await expect(page.getByLabel('Title')).toHaveCount(0);
  await page.getByRole('button', { name: 'Write a revision' }).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  await openAs(page, app, 'olga', '/orders');
  await page.getByRole('link', { name: goal, exact: true }).click();
  await expect(page.getByText('Best in spring.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Accept' }).click();
  await dialog(page).getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('This order is complete.')).toBeVisible();
});

test('a retired prompt’s page says so and offers related prompts, until restored', async ({ page }) => {
  const [prompt] = await read<{ id: string; title: string }[]>(app, '/api/prompts/search?tier=basic&limit=1');
  const { id = '', title = '' } = prompt ?? {};
  await asAdmin(page, '/admin/library');
  await page.getByLabel('Title or ID').fill(id);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`q=${id}`));
  await expect(page.getByRole('button', { name: 'Retire' })).toHaveCount(1);
  await act(page, 'Retire', 'Retire');
  await expect(row(page, title)).toContainText('Retired');
  await openAs(page, app, 'wanda', `/prompt/${id}`);
  await expect(page.getByRole('heading', { name: 'This prompt has been retired' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Related prompts' }).getByRole('article')).not.toHaveCount(0);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  expect((await page.goto(`${app.url}/prompt/${id}`))?.status()).toBe(410);
  await asAdmin(page, `/admin/library?show=retired&q=${id}`);
  await expect(page.getByRole('button', { name: 'Bring back' })).toHaveCount(1);
  await act(page, 'Bring back', 'Bring back');
  await expect(page.getByText('No prompts match.')).toBeVisible();
  await openAs(page, app, 'wanda', `/prompt/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('a file of prompts is checked, imported, and found by the search', async ({ page }) => {
  await asAdmin(page, '/admin/library?view=import');
  const upload = (text: string) =>
    page
      .getByLabel('File')
      .setInputFiles({ name: 'quokkas.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const title = `Keep quokkas happy${retrySuffix()}`;
  await upload(`act,prompt\n${title},\n`);
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel('Topic').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Fix the refused rows before you import.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await upload(`act,prompt\n${title},"Plan a day for three quokkas${retrySuffix()}."\n`);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(row(page, title)).toContainText('new');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await act(page, 'Import', 'Import');
  await expect(
    page.getByText('1 read: 1 new, 0 changed, 0 unchanged, 0 skipped, 0 refused. Imported.'),
  ).toBeVisible();
  await openAs(page, app, 'wanda', '/search?q=quokkas');
  await expect(page.getByRole('link', { name: title }).first()).toBeVisible();
});

test('admins write canned answers, and an answer can start with one', async ({ page }) => {
  const name = `Opening hours${retrySuffix()}`;
  await asAdmin(page, '/admin/support?view=answers');
  await page.getByRole('button', { name: 'New canned answer' }).click();
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByLabel('Text').fill('We answer on work days.');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, name)).toContainText('We answer on work days.');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await open(page, `${app.url}/admin/support?state=answered`);
  await page.getByRole('link', { name: 'Something else' }).first().click();
  await page.getByLabel('Start from').selectOption(name);
  await expect(page.getByLabel('Answer')).toHaveValue('We answer on work days.');
  await expect(page.getByLabel('Start from')).toHaveValue(name);
  await page.getByLabel('Start from').selectOption('Blank');
  await expect(page.getByLabel('Answer')).toHaveValue('');
});

for (const path of STAFF_PAGES) {
  test(`${path} fits every width, and axe finds nothing in either theme`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await asAdmin(page, path);
    expect(await wideTables(page)).toEqual([]);
    expect(await findAccessibilityProblems(page), 'light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findAccessibilityProblems(page, 'colors'), 'dark').toEqual([]);
    for (const width of [768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page, `${width}`);
      expect(await wideTables(page), `${width}`).toEqual([]);
    }
    expect(await findAccessibilityProblems(page), 'phone, dark').toEqual([]);
  });
}

test('the scripts of staff pages are not loaded for visitors', async ({ page }) => {
  await forgetSession(page);
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text().catch(() => ''));
  });
  await open(page, `${app.url}/category/fitness`);
  await page.getByRole('link', { name: 'Help' }).first().hover();
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script.includes('/api/admin/')).toBe(false);
});
