import type { FrameLocator, Page } from '@playwright/test';
import { freePort } from '../scripts/free-port.ts';
import { type StartedApp, startApp } from './start-app.ts';
import { expect, open } from './testing.ts';

/** An app with both stand-ins, and the payments' own controls. */
export interface BillingApp extends StartedApp {
  /** Tells the sandbox to do something (docs/sandbox-payments.md). */
  control(command: string, body?: object): Promise<void>;
  /** Reads something of the sandbox. */
  look<T>(what: string): Promise<T>;
}

export async function startBillingApp(): Promise<BillingApp> {
  const port = await freePort();
  const app = await startApp('scripts/start.ts', {
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_PAYMENTS_PORT: String(port),
    SIGN_IN_RATE_LIMIT: '0',
  });
  const at = (name: string) => `http://127.0.0.1:${port}/_sandbox/${name}`;
  return {
    ...app,
    async control(command, body = {}) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(at(command), { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${command}: ${await answer.text()}`);
    },
    look: async (what) => (await fetch(at(what))).json(),
  };
}

/** Signs a new member in, and comes back to that page. */
export async function signIn(page: Page, app: BillingApp, name: string, path: string): Promise<void> {
  await page.goto(`${app.url}/api/auth/google?returnUrl=${encodeURIComponent(path)}`);
  await page.getByLabel('Email').fill(`${name}@example.com`);
  await page.getByLabel('First name').fill(name);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
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

export const subscribeNow = (page: Page) => page.getByRole('button', { name: 'Subscribe Now' });

/** A member who has just paid for a plan, on the page that says so. */
export async function subscribe(
  page: Page,
  app: BillingApp,
  { name, plan, card = CARDS.good }: { name: string; plan: string; card?: string },
): Promise<void> {
  await signIn(page, app, name, `/subscribe?tier=${plan}`);
  await fillCard(page, card);
  await subscribeNow(page).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
}

interface SandboxState {
  customers: { id: string; email: string }[];
  subscriptions: { id: string; customer: string; status: string }[];
}

/** All subscriptions of a member, as the provider has them. */
export async function subscriptionsOf(app: BillingApp, name: string): Promise<SandboxState['subscriptions']> {
  const { customers, subscriptions } = await app.look<SandboxState>('state');
  const own = customers.filter(({ email }) => email === `${name}@example.com`).map(({ id }) => id);
  return subscriptions.filter(({ customer }) => own.includes(customer));
}
