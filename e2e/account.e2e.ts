import type { Page } from '@playwright/test';
import { expectAccessibleAtEverySize, findAccessibilityProblems } from './accessibility.ts';
import { paidApp } from './apps.ts';
import { expect, expectNoHorizontalScroll, open, reload, test } from './fixtures.ts';
import { subscribe, subscriptionsOf, tierBadge } from './payment-steps.ts';
import { memberNamed, openAs, read } from './sign-in.ts';

// What a member does with the account itself, up to leaving.
const app = paidApp;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' });

test('a member sets a display name and sees which session is this device', async ({ page }) => {
  await openAs(page, app, 'nadia', '/account');
  const sessions = page.getByRole('list', { name: 'Sessions' });
  await expect(sessions).toContainText('This device');
  await expect(sessions).toContainText(/Signed in: Today, \d\d:\d\d/);
  await expect(page.getByText('You’re on the free plan.')).toBeVisible();
  const name = page.getByLabel('Name shown to others');
  await name.fill('n'.repeat(300));
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/^Shorten it to 60 characters\./);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await name.fill('Nadia the Writer');
  await expect(page.getByText('Shorten it to 60 characters.')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Name saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account of Nadia the Writer' })).toBeVisible();
  await expectAccessibleAtEverySize(page, 'the account');
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Delete account' })
    .click();
  await expect(page.getByRole('heading', { level: 2, name: 'Delete account' })).toBeInViewport();
});

test('the account page shows the values filled into prompts and clears them', async ({ page }) => {
  const [prompt] = await read<{ id: string }[]>(app, '/api/prompts/search?q=meeting&tier=basic&limit=1');
  await openAs(page, app, 'nadia', `/prompt/${prompt?.id}`);
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByRole('form', { name: 'Fill in' }).getByRole('textbox').first().fill('Ducks and drakes');
  await open(page, `${app.url}/account`);
  await expect(page.getByText('1 value you filled in is saved in this browser')).toBeVisible();
  await page.getByText('Show saved values').click();
  await expect(page.getByText('Ducks and drakes')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open its prompt' })).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear saved values' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText('This browser has no saved values.')).toBeVisible();
  await expect(page.getByText('Ducks and drakes')).toHaveCount(0);
});

test('a token is created, shown once, used and revoked', async ({ page, request }) => {
  await openAs(page, app, 'nadia', '/account/tokens');
  const name = page.getByLabel('Name');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Give the token a name.');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await name.fill('Laptop shell');
  const widest = page.getByRole('group', { name: 'What it may do' }).getByRole('checkbox').last();
  const reading = page.getByRole('checkbox', { name: 'Search and read prompts' });
  await reading.click();
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(reading).toBeFocused();
  await expect(page.getByRole('group', { name: 'What it may do' })).toHaveAccessibleDescription(
    'Choose at least one thing it may do.',
  );
  await widest.click();
  await reading.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const made = page.getByRole('region', { name: 'Copy your token now' });
  const token = (await made.getByText(/^prmt_/).textContent()) ?? '';
  await expect(made.getByRole('heading')).toBeFocused();
  await expect(reading, 'the next token starts with the usual').toBeChecked();
  await expect(widest).not.toBeChecked();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  const call = () =>
    request.get(`${app.url}/api/categories`, { headers: { authorization: `Bearer ${token}` } });
  expect((await call()).status()).toBe(200);
  await reload(page);
  await expect(page.getByText(/last used/)).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke Laptop shell' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('You have none yet.')).toBeVisible();
  expect((await call()).status()).toBe(401);
});

test('an AI tool gets its configuration with a token, and the API page tries a call with it', async ({
  page,
}) => {
  await openAs(page, app, 'nadia', '/docs/mcp');
  await page.getByRole('link', { name: 'Create a token for Cursor' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Cursor');
  await page.getByRole('button', { name: 'Create token' }).click();
  const made = page.getByRole('region', { name: 'Copy your token now' });
  const token = (await made.getByText(/^prmt_/).textContent()) ?? '';
  await expect(made.getByText(`"Authorization": "Bearer ${token}"`)).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await open(page, `${app.url}/docs/api#get-api-prompts-search`);
  const call = page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'Try it' }) });
  await call.getByLabel('Token').fill(token);
  await call.getByLabel('limit', { exact: true }).fill('1');
  await page.keyboard.press('Enter');
  await expect(call.getByRole('status')).toContainText(/200 · \d+ ms · \d+ calls left this minute/);
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('a paying member exports their data and deletes the account, which ends the plan at the provider', async ({
  page,
}) => {
  await subscribe(page, app, 'lena', 'pro');
  await open(page, `${app.url}/account`);
  await expect(tierBadge(page)).toHaveText('Pro Tier');
  await expect(page.getByText('You pay for Pro, $9.99/month')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Latest invoices' })).toContainText('$9.99Paid');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export my data' }).click();
  expect((await download).suggestedFilename()).toBe('promptarium-account.zip');
  // Bought while this page is open.
  await app.query(
    `insert into orders (id, user_id, client_key, state, goal, context, result, amount_cents, currency, paid_at)
      select 'droppedorder', id, gen_random_uuid(), 'in_work', 'Plan my week', 'c', 'r', 9900, 'usd', now()
      from users where email = $1`,
    [memberNamed('lena').email],
  );
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(
    dialog(page).getByText('Your order “Plan my week” is still in progress. Deleting drops it.'),
  ).toBeVisible();
  await dialog(page).getByLabel('Type DELETE to confirm').fill('delete');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Type DELETE in capital letters.')).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await dialog(page).getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog(page).getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();
  expect((await subscriptionsOf(app, 'lena')).map(({ status }) => status)).toEqual(['canceled']);
});
