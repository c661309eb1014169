import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { membersApp as app } from './apps.ts';
import { expect, expectNoHorizontalScroll, open, reload, test } from './fixtures.ts';
import { memberNamed, openAs } from './sign-in.ts';

const TEAM = 'Book club';
const COLLECTION_NAME = 'For the club';

interface Variable {
  name: string;
  label: string;
  type: string;
}

/** A prompt everybody may read whose first field takes any words. */
async function findPrompt(page: Page): Promise<{ id: string; title: string; field: Variable }> {
  const list: { id: string; title: string }[] = await (
    await page.request.get(`${app.url}/api/prompts/search?tier=basic&limit=40`)
  ).json();
  for (const { id, title } of list) {
    const { variables }: { variables: Variable[] } = await (
      await page.request.get(`${app.url}/api/prompts/${id}`)
    ).json();
    if (variables[0]?.type === 'text') return { id, title, field: variables[0] };
  }
  throw new Error('No basic prompt begins with a text field.');
}

async function expectSound(page: Page): Promise<void> {
  expect(await findAccessibilityProblems(page)).toEqual([]);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page, `${width}`);
  }
}

const linkTo = async (address: string) => {
  let path = '';
  const findMail = async () => {
    const mail = (await app.mailsTo(address)).find(({ subject }) => subject.includes('team'));
    path = /https?:\/\/\S+(\/account\/teams\/join\?\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    return path !== '';
  };
  await expect.poll(findMail, { timeout: 60_000 }).toBe(true);
  return path;
};

test('an owner invites and shares; the other joins, sees the collection, uses the values, and leaves', async ({
  page,
}) => {
  await openAs(page, app, 'tara', '/account/teams');
  await expect(page.getByText('Teams come with Pro.')).toBeVisible();
  await app.query("update users set tier = 'pro' where email = $1", [memberNamed('tara').email]);
  await open(page, `${app.url}/account/teams`);
  const name = page.getByLabel('Name of the team');
  const button = page.getByRole('button', { name: 'Create team' });
  // One line of words.
  expect((await button.boundingBox())?.height).toBe(40);
  await button.press('Enter');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Give the team a name.');
  await name.fill(TEAM);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: TEAM })).toBeVisible();

  const guest = memberNamed('umar').email;
  await page.getByLabel('Email address').fill('umar');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Enter an email address')).toBeVisible();
  await expect(page.getByLabel('Email address')).toBeFocused();
  await page.getByLabel('Email address').fill(guest);
  await page.keyboard.press('Enter');
  const invitations = page.getByRole('list', { name: 'Open invitations' });
  await expect(invitations).toContainText(guest);
  await expectSound(page);

  const { id: promptId, title, field } = await findPrompt(page);
  const collectionId = await page.evaluate(
    async ([name, prompt]) => {
      const body = JSON.stringify({ name, promptId: prompt });
      const headers = { 'content-type': 'application/json' };
      return (await (await fetch('/api/collections', { method: 'POST', headers, body })).json()).id as string;
    },
    [COLLECTION_NAME, promptId] as const,
  );
  await open(page, `${app.url}/collections/${collectionId}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('dialog').getByLabel('Team', { exact: true }).selectOption(TEAM);
  await expect(page.getByText(`Only you and ${TEAM} can see it.`)).toBeVisible();
  // Who shares with everybody as well is told who else writes there.
  const editors = page.getByText(`Editors of ${TEAM} can change what the public page shows.`);
  await expect(editors).toHaveCount(0);
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Public/ })
    .check();
  await expect(editors).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByText(`1 prompt • Shared with ${TEAM}`)).toBeVisible();

  await open(page, `${app.url}/prompt/${promptId}`);
  await page.getByRole('button', { name: 'Fill in' }).click();
  const form = page.getByRole('form', { name: 'Fill in' });
  await form.locator(`[name="${field.name}"]`).fill('What only the club knows');
  await form.getByRole('button', { name: 'Save these values…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save these values' });
  await dialog.getByLabel('For').selectOption(`Team: ${TEAM}`);
  await dialog.getByLabel('Name').fill('The usual');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(form.getByLabel('Saved values', { exact: true })).toHaveValue(/^[a-z2-7]{12}$/);

  await openAs(page, app, 'stranger', await linkTo(guest));
  await expect(page.getByRole('heading', { name: 'This invitation is for another address' })).toBeVisible();
  await openAs(page, app, 'umar', await linkTo(guest));
  await expect(page.getByRole('heading', { level: 1, name: `Join ${TEAM}?` })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Join team' }).press('Enter');
  await expect(page.getByRole('list', { name: 'Members' })).toContainText('(you)');
  await open(page, `${app.url}${await linkTo(guest)}`);
  await expect(page.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible();

  await open(page, `${app.url}/collections`);
  const shared = page.getByRole('list', { name: 'Shared with you' });
  await expect(shared).toContainText(TEAM);
  await expectSound(page);
  await shared.getByRole('link', { name: COLLECTION_NAME }).click();
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy to my collections' })).toBeVisible();
  await expectSound(page);
  // An editor until now; a reader changes nothing.
  const changing = page
    .getByRole('main')
    .getByRole('button', { name: /^(?:More for|Move |Remove|Edit|Share|Delete)/ });
  await expect(page.getByRole('button', { name: `More for ${title}` })).toBeVisible();
  await app.query(
    `update team_members set role = 'reader' where user_id = (select id from users where email = $1)`,
    [guest],
  );
  await reload(page);
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy to my collections' })).toBeVisible();
  await expect(changing).toHaveCount(0);

  await open(page, `${app.url}/prompt/${promptId}`);
  await page.getByRole('button', { name: 'Fill in' }).click();
  await form.getByLabel('Saved values', { exact: true }).selectOption(`${TEAM}: The usual`);
  await expect(form.locator(`[name="${field.name}"]`)).toHaveValue('What only the club knows');
  expect(await findAccessibilityProblems(page)).toEqual([]);

  await open(page, `${app.url}/account/teams`);
  await page.getByRole('button', { name: 'Leave team' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Start a team', exact: true })).toBeVisible();
  await open(page, `${app.url}/collections`);
  await expect(page.getByRole('heading', { name: 'No collections yet' })).toBeVisible();
  await expect(shared).toHaveCount(0);
});
