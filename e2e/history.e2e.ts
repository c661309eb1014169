import { findAccessibilityProblems } from './accessibility.ts';
import { membersApp as app } from './apps.ts';
import { expect, expectNoHorizontalScroll, open, test } from './fixtures.ts';
import { attemptsBefore, openAs, read, retrySuffix } from './sign-in.ts';

/** A member no other test uses. */
const MEMBER = 'Historian';
/** What this attempt's version says. */
const added = () => `Ask me for the deadline first${retrySuffix()}.`;

/** As the loader does when its file has changed. */
async function change(id: string): Promise<void> {
  await app.query(
    `with changed as (
       update prompts set version = version + 1, content = content || E'\\n\\n' || $2
       where id = $1 returning *)
     insert into prompt_versions (prompt_id, number, title, content, variables, change, created_at)
     select id, version, title, content, variables, 'Asks for the deadline.', now() from changed`,
    [id, added()],
  );
}

test('the card of a copied prompt that has changed says so, and links to the changes', async ({ page }) => {
  const found = await read<{ id: string; title: string }[]>(
    app,
    '/api/prompts/search?category=family&tier=basic&sortBy=title&limit=100',
  );
  const { id, title } = found.at(-1 - attemptsBefore()) ?? { id: '', title: '' };
  await openAs(page, app, MEMBER, `/prompt/${id}`);
  const before = Number.parseInt(
    (await page.locator('dt', { hasText: 'Version' }).locator('+ dd').textContent()) ?? '',
    10,
  );
  await page.evaluate((copied) => fetch(`/api/prompts/${copied}/copy`, { method: 'POST' }), id);
  // Twice: of two versions the list says it all, of three the form compares any.
  await change(id);
  await change(id);
  const current = before + 2;

  await open(page, `${app.url}/recent`);
  const hint = page.getByRole('article').getByRole('link', { name: /^Changed since you copied it on / });
  await expect(hint).toBeVisible();
  await page.evaluate((kept) => fetch(`/api/prompts/${kept}/favorite`, { method: 'POST' }), id);
  await open(page, `${app.url}/favorites`);
  await expect(hint).toHaveAttribute('href', `/prompt/${id}/history?from=${before}`);
  await open(page, `${app.url}/recent`);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await hint.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${app.url}/prompt/${id}/history?from=${before}`);
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeFocused();
  await expect(page.getByText(`Changed since you copied version ${before} on `)).toBeVisible();
  await expect(page.getByRole('insertion').last()).toContainText(added());
  await expect(page.getByRole('listitem').filter({ hasText: `Version ${current}` })).toContainText(
    'Asks for the deadline.',
  );
  expect(await findAccessibilityProblems(page), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findAccessibilityProblems(page, 'colors'), 'dark').toEqual([]);
  // On a phone both fields and the button share a line.
  await page.setViewportSize({ width: 390, height: 844 });
  const bottomOf = async (name: string, role: 'button' | 'combobox') => {
    const box = await page.getByRole(role, { name, exact: true }).boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  expect(await bottomOf('Compare', 'button')).toBe(await bottomOf('with', 'combobox'));
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);

  // Any two by the form, in either order; one with itself is its text.
  const compare = async (from: number, to: number) => {
    await page.getByRole('combobox', { name: 'Compare' }).selectOption(`Version ${from}`);
    await page.getByRole('combobox', { name: 'with' }).selectOption(`Version ${to}`);
    await page.getByRole('button', { name: 'Compare' }).press('Enter');
  };
  const shown = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  await compare(before + 1, before + 1);
  await expect(shown(`Version ${before + 1}`)).toBeVisible();
  await compare(current, before);
  await expect(shown('What changed since your copy')).toBeVisible();
  await compare(before + 1, before);
  await expect(shown(`What changed from version ${before} to ${before + 1}`)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Compare' })).toHaveValue(String(before));
  await expect(page.getByRole('combobox', { name: 'with' })).toHaveValue(String(before + 1));
  await expect(page.getByRole('insertion').last()).toContainText(added());

  // The old text is there to be read and copied; that copy is of the old version, so the hint stays.
  await page.getByRole('link', { name: `Read version ${before}` }).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: `Version ${before}`, exact: true })).toBeVisible();
  await expect(page.getByText(added())).toHaveCount(0);
  const counted = page.waitForResponse((response) => response.url().includes(`/copy?version=${before}`));
  await page.getByRole('button', { name: 'Copy prompt' }).press('Enter');
  await page.getByRole('button', { name: 'Copy with blanks' }).press('Enter');
  expect((await counted).ok()).toBe(true);

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${app.url}/account/notices`);
  const changed = page.getByRole('region', { name: 'Changed since you copied' });
  await expect(changed.getByRole('link', { name: title, exact: true })).toBeVisible();
  await expect(changed.getByRole('link', { name: `What changed in ${title}` })).toHaveAttribute(
    'href',
    `/prompt/${id}/history?from=${before}`,
  );
  await expect(changed.getByRole('listitem').first()).toContainText(/Changed \w+ \d+, \d+, after your copy/);
  expect(await findAccessibilityProblems(page), 'notices').toEqual([]);

  // Without a script: any two by the form, and the page says what differs.
  const html = await (
    await page.request.get(`${app.url}/prompt/${id}/history?from=${before + 1}&to=${before}`)
  ).text();
  expect(html).toMatch(new RegExp(`<ins[^>]*>.*${added()}`, 's'));
  expect(html).toContain(`<title>History of ${title.replaceAll('&', '&amp;')}`);
});

test('an old version asks for its required blanks before it is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [found] = await read<{ id: string }[]>(
    app,
    '/api/prompts/search?category=family&tier=basic&sortBy=title&limit=1',
  );
  const id = found?.id ?? '';
  await app.query(
    `insert into prompt_versions (prompt_id, number, title, content, variables, created_at)
     select id, 1, title, 'Greet [who].', $2, created_at from prompts where id = $1
     on conflict (prompt_id, number) do update set content = excluded.content, variables = excluded.variables`,
    [id, JSON.stringify([{ name: 'who', label: 'Who it is', type: 'text', required: true }])],
  );
  // Another member: what this one copied has changed since, too.
  await openAs(page, app, 'Archivist', `/prompt/${id}/history?version=1`);
  const copies: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/copy?')) copies.push(request.url());
  });
  await page.getByRole('button', { name: 'Copy prompt' }).press('Enter');
  await expect(page.getByText('Complete the highlighted field.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Who it is' })).toBeFocused();
  expect(copies).toEqual([]);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.type('the owls');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Greet the owls.');
  await expect.poll(() => copies.length).toBe(1);
  expect(copies[0]).toContain('/copy?version=1');
});

test('of a prompt that never changed, the history says since when it is so', async ({ page }) => {
  const [found] = await read<{ id: string; title: string }[]>(
    app,
    '/api/prompts/search?category=career&tier=basic&sortBy=title&limit=1',
  );
  const { id, title } = found ?? { id: '', title: '' };
  await openAs(page, app, MEMBER, `/prompt/${id}/history`);
  await expect(page.getByRole('listitem').filter({ hasText: /^Version \d+Current · / })).toHaveCount(1);
  await expect(page.getByText(/nothing has changed since|nothing to compare it with yet/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^What changed/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Compare' })).toHaveCount(0);
  await page.getByRole('link', { name: /^Read version \d+$/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /^Version \d+$/ })).toBeVisible();
  await page.getByRole('link', { name: title, exact: true }).press('Enter');
  await expect(page).toHaveURL(`${app.url}/prompt/${id}`);
});
