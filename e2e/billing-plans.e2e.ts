import { paidApp } from './apps.ts';
import { expect, open, test } from './fixtures.ts';
import { subscriptionsOf } from './payment-steps.ts';
import { memberNamed, openAs, PEOPLE } from './sign-in.ts';

// The page of the plans, before anything is chosen.
const app = paidApp;

test('the plans page shows prices, one Most Popular plan, the member, and links', async ({ page }) => {
  await openAs(page, app, 'pia', '/subscribe');
  await expect(page.getByText('Most Popular')).toHaveCount(1);
  const advanced = page.getByRole('article').filter({ hasText: 'Most Popular' });
  await expect(advanced).toContainText('$5.99/month');
  await expect(advanced).toContainText('You pay $4.99/month');
  await expect(page.getByRole('article').first()).toContainText('every basic prompt');
  await expect(page.getByRole('article').nth(1)).toContainText('$2.99/month');
  await expect(page.getByText(`Signed in as ${memberNamed('pia').email}`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Test authentication' })).toHaveAttribute('href', '/test-auth');
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  // Nothing of the provider's before there is something to pay.
  await expect(page.locator('script[src*="stripe"], iframe')).toHaveCount(0);
});

test('a plan that was given costs nothing: it is included, and its address begins no payment', async ({
  page,
}) => {
  await openAs(page, app, PEOPLE.advanced, '/subscribe?tier=advanced');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Plan');
  await expect(page.getByText('You have Advanced at no charge.')).toBeVisible();
  const advanced = page.getByRole('article').filter({ hasText: 'Yours at no charge' });
  await expect(advanced).toContainText('$0/month');
  await expect(advanced.getByRole('button', { name: 'Included' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Choose Advanced' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Choose Pro' })).toBeVisible();
  expect(await subscriptionsOf(app, PEOPLE.advanced)).toEqual([]);
});

test('an invalid plan in the address is ignored', async ({ page }) => {
  await openAs(page, app, 'pia', '/subscribe');
  await open(page, `${app.url}/subscribe?tier=gold`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Plan');
});

test('a visitor’s choice among the plans keeps the prompt it is for', async ({ page }) => {
  const find = async (tier: string) =>
    (await (await fetch(`${app.url}/api/prompts/search?tier=${tier}&limit=1`)).json())[0].id;
  const [advanced, engineer] = [await find('advanced'), await find('engineer')];
  const choices = page.getByRole('link', { name: /^Choose / });
  const returns = (query: string) =>
    `/api/auth/google?returnUrl=${encodeURIComponent(`/subscribe?${query}`)}`;
  await open(page, `${app.url}/subscribe?tier=pro&prompt=${advanced}`);
  const cards = page.getByRole('article');
  await expect(cards.filter({ hasText: 'Your choice' })).toContainText('Choose Pro');
  await expect(cards.filter({ hasText: 'Opens this prompt' })).toContainText('Choose Advanced');
  await open(page, `${app.url}/subscribe?prompt=${advanced}`);
  await expect(choices.nth(2)).toHaveAttribute('href', returns(`tier=pro&prompt=${advanced}`));
  await expect(choices.nth(3)).toHaveAttribute('href', returns('tier=engineer'));
  await open(page, `${app.url}/subscribe?prompt=${engineer}`);
  await expect(choices.nth(3)).toHaveAttribute('href', returns(`tier=engineer&prompt=${engineer}`));
});
