import { expect, open, test } from './fixtures.ts';

test('the theme follows the system until one is chosen, and the choice is remembered', async ({
  page,
  context,
}) => {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/category/fitness');
  const dark = await background();
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await background();
  expect(dark).not.toBe(light);

  const choose = (name: string) =>
    page.getByRole('group', { name: 'Theme' }).getByTitle(`${name} theme`).click();
  await choose('Dark');
  expect(await background()).toBe(dark);

  // Before any script ran: the server already knows.
  const html = await (await context.request.get('/category/fitness')).text();
  expect(html).toContain('data-theme="dark"');
  await open(page, '/');
  expect(await background()).toBe(dark);

  await choose('System');
  expect(await background()).toBe(light);
});
