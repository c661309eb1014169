import type { FrameLocator, Page } from '@playwright/test';
import {
  type BillingSettings,
  createSubscription,
  getBillingSettings,
  type PlanTier,
  syncSubscription,
} from '../contract/billing.ts';
import type { MemberApp } from './apps.ts';
import { expect } from './fixtures.ts';
import { addSession, memberNamed, read } from './sign-in.ts';

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

/** The tier badge in the top bar. */
export const tierBadge = (page: Page) => page.getByRole('banner').getByText(/Tier$/);

export const currentPlan = (page: Page) => page.getByRole('region', { name: 'Current plan' });

export const subscribeNow = (page: Page) => page.getByRole('button', { name: 'Subscribe Now' });

/** Signs a member in who has paid for a plan, by the payment page's calls. The page has tests of its own. */
export async function subscribe(
  page: Page,
  app: MemberApp,
  name: string,
  plan: PlanTier,
  more: { promotionCode?: string } = {},
): Promise<void> {
  await addSession(page, app, name);
  const settings = await read<BillingSettings>(app, getBillingSettings.url);
  const post = async <Answer>(url: string, data: object): Promise<Answer> => {
    const answer = await page.request.post(url, { data, headers: { origin: new URL(url).origin } });
    expect(answer.status(), url).toBe(200);
    return await answer.json();
  };
  const { clientSecret } = await post<{ clientSecret: string }>(`${app.url}${createSubscription.url}`, {
    priceId: settings.priceIds[plan],
    ...more,
  });
  await post(new URL('/elements/confirm', settings.stripeJsUrl ?? undefined).href, {
    key: settings.publishableKey,
    clientSecret,
    card: { number: CARDS.good, expMonth: 12, expYear: 2034, cvc: '123' },
  });
  await post(`${app.url}${syncSubscription.url}`, {});
}

interface SandboxState {
  customers: { id: string; email: string }[];
  subscriptions: { id: string; customer: string; status: string }[];
}

/** All subscriptions of a member, as the provider has them. */
export async function subscriptionsOf(app: MemberApp, name: string): Promise<SandboxState['subscriptions']> {
  const { customers, subscriptions } = await app.sandbox<SandboxState>('state');
  const own = customers.filter(({ email }) => email === memberNamed(name).email).map(({ id }) => id);
  return subscriptions.filter(({ customer }) => own.includes(customer));
}

/** The browser notes every refused call; these refusals are what the test is about, and no others. */
export function expectRefusals(consoleErrors: string[], ...statuses: number[]): void {
  expect(consoleErrors.splice(0)).toEqual(
    statuses.map((status) => expect.stringContaining(`status of ${status} (`)),
  );
}

/** Of the sandbox's clock, which runs ahead of ours. */
export const A_DATE = '[A-Z][a-z]+ [0-9]{1,2}, [0-9]{4}';

/** Keeps another card for a member's subscription. */
export async function setCard(app: MemberApp, name: string, number: string): Promise<void> {
  const [subscription] = await subscriptionsOf(app, name);
  await app.sandbox('card', { subscription: subscription?.id, number });
}
