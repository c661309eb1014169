import type { FrameLocator, Page } from '@playwright/test';
import type { PaidApp } from './paid-app.ts';
import { expect, open } from './testing.ts';

/** One of the sandbox's ready people (PEOPLE of members.ts), or somebody who was never here. */
export type Who = { person: RegExp } | { name: string };

/** Straight to the provider, and back to that page. */
export async function signIn(page: Page, app: PaidApp, who: Who, path: string): Promise<void> {
  await page.goto(`${app.url}/api/auth/google?returnUrl=${encodeURIComponent(path)}`);
  if ('person' in who) await page.getByRole('button', { name: who.person }).click();
  else {
    await page.getByLabel('Email').fill(`${who.name}@example.com`);
    await page.getByLabel('First name').fill(who.name);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
  }
  await page.waitForURL(`${app.url}${path}`);
  await open(page, `${app.url}${path}`);
}

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asksBank: '4000002500003155',
  asksBankAlways: '4000002760003184',
  declinedLater: '4000000000000341',
};

/** The provider's card form, which no script of ours can look into. */
export function cardForm(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Secure payment input frame"]');
}

export function bank(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Bank authentication"]');
}

export async function fillCard(page: Page, number: string): Promise<void> {
  const form = cardForm(page);
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill('12/34');
  await form.getByLabel('CVC').fill('123');
}

export const paid = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' });

/** In the top bar: what one may read by now. */
export const tierBadge = (page: Page) => page.getByRole('banner').getByText(/Tier$/);

export const currentPlan = (page: Page) => page.getByRole('region', { name: 'Current plan' });

export const subscribeNow = (page: Page) => page.getByRole('button', { name: 'Subscribe Now' });

/** A member who has just paid for a plan, on the page that says so. */
export async function subscribe(page: Page, app: PaidApp, who: Who, plan: string): Promise<void> {
  await signIn(page, app, who, `/subscribe?tier=${plan}`);
  await fillCard(page, CARDS.good);
  await subscribeNow(page).click();
  await expect(paid(page)).toBeVisible();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
}

interface SandboxState {
  customers: { id: string; email: string }[];
  subscriptions: { id: string; customer: string; status: string }[];
}

/** All subscriptions of a member, as the provider has them. */
export async function subscriptionsOf(app: PaidApp, name: string): Promise<SandboxState['subscriptions']> {
  const { customers, subscriptions } = await app.sandbox<SandboxState>('state');
  const own = customers.filter(({ email }) => email === `${name}@example.com`).map(({ id }) => id);
  return subscriptions.filter(({ customer }) => own.includes(customer));
}

/** The browser notes every refused call; these refusals are what the test is about, and no others. */
export function expectRefusals(noise: string[], ...statuses: number[]): void {
  expect(noise.splice(0)).toEqual(statuses.map((status) => expect.stringContaining(`status of ${status} (`)));
}
