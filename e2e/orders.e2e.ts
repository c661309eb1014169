import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeTestFolder } from '../server/testing/test-folder.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { membersApp } from './apps.ts';
import { expect, expectNoHorizontalScroll, open, test } from './fixtures.ts';
import { bank, CARDS, expectRefusals, fillCard } from './payment-steps.ts';
import { openAs, PEOPLE } from './sign-in.ts';

/** In order: each test continues with what the one before has ordered. */
test.describe.configure({ mode: 'serial' });

const app = membersApp;
let folder: Awaited<ReturnType<typeof makeTestFolder>>;
/** Of the order that goes the whole way. */
let orderId = '';
/** Of the engineer prompts, the one it is ordered from and another. */
let prompts: { id: string; title: string }[] = [];

test.beforeAll(async () => {
  folder = await makeTestFolder();
  const response = await fetch(`${app.url}/api/prompts/search?tier=engineer`);
  prompts = await response.json();
});
test.afterAll(async () => {
  await folder.remove();
});

const BRIEF = {
  goal: 'Turn field notes into a weekly report',
  context: 'I walk three plots a week.\nMy notes are short.',
  result: 'One page, with a table.',
};

async function writeBrief(page: Page, goal = BRIEF.goal): Promise<void> {
  await page.getByLabel('What should the prompt do?').fill(goal);
  await page.getByLabel('The situation').fill(BRIEF.context);
  await page.getByLabel('A good result').fill(BRIEF.result);
}

const send = (page: Page) => page.getByRole('button', { name: 'Continue to payment' }).click();
const pay = (page: Page) =>
  page.getByRole('form', { name: 'Payment' }).getByRole('button', { name: 'Pay $99' });
const state = (page: Page) => page.getByRole('region', { name: 'State of the order' });
const history = (page: Page) => page.getByRole('list', { name: 'History' });
const orderOf = (page: Page) => new URL(page.url()).searchParams.get('order') ?? '';

async function deliver(name: string, text: string, note: string): Promise<void> {
  const file = join(folder.path, `${name}.md`);
  const head = [
    'title: Weekly field report',
    'summary: Turns short field notes into one page that a board reads in two minutes.',
    'description: Paste the notes of a week and get a report with a table of what was seen and where.',
    'tier: engineer',
    'variables:',
    '  - name: notes',
    '    label: Your notes',
    '    type: long-text',
    '    required: true',
  ];
  await writeFile(file, `---\n${head.join('\n')}\n---\n${text}\n`);
  await app.orders('deliver', orderId, file, '--note', note);
}

test('a visitor who wants to order signs in first and comes back to the brief', async ({ page }) => {
  await open(page, `${app.url}/orders`);
  await expect(page).toHaveURL(`${app.url}/login?returnUrl=%2Forders`);
  await open(page, app.url);
  await page.getByRole('link', { name: 'Choose Prompt Engineer' }).click();
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Fsubscribe%3Ftier%3Dengineer$/);
});

test('an address below /orders is 404, signed in or not', async ({ page }) => {
  await openAs(page, app, PEOPLE.basic, '/');
  await open(page, `${app.url}/orders/new`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
});

test('the upgrade dialog of an engineer prompt leads to the brief, which says what is missing', async ({
  page,
}) => {
  const [prompt] = prompts;
  await openAs(page, app, PEOPLE.basic, `/prompt/${prompt?.id}`);
  await page.getByRole('link', { name: 'Order a custom prompt' }).click();
  await expect(page).toHaveURL(`${app.url}/subscribe?tier=engineer&prompt=${prompt?.id}`);
  await expect(page.getByText(`“${prompt?.title}” opens right away`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeEnabled();
  await send(page);
  await expect(page.getByText('Say what the prompt should do for you.')).toBeVisible();
  await expect(page.getByText('Describe the situation the prompt is for.')).toBeVisible();
  await expect(page.getByText('Complete the 3 highlighted fields.')).toBeVisible();
  await expect(page.getByLabel('What should the prompt do?')).toBeFocused();
  for (const label of ['What should the prompt do?', 'The situation', 'A good result']) {
    await page.getByLabel(label).fill('x');
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
  }
  await send(page);
  await expect(page.getByText('Say a little more: at least 20 characters; this is 1.')).toHaveCount(2);
  await expect(page.getByText('Say a little more: at least 40 characters; this is 1.')).toBeVisible();
  await expect(page.getByLabel('What should the prompt do?')).toBeFocused();
  await expect(page).toHaveURL(/\/subscribe/);
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('an unpaid order can be edited and discarded', async ({ page }) => {
  await openAs(page, app, 'una', '/subscribe?tier=engineer');
  await writeBrief(page);
  await send(page);
  await expect(state(page).getByText('Your brief is saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit brief' }).click();
  const form = page.getByRole('form', { name: 'Your brief' });
  await expect(form.getByLabel('What should the prompt do?')).toBeFocused();
  await form.getByLabel('What should the prompt do?').fill('Too short');
  await form.getByRole('button', { name: 'Save brief' }).click();
  await expect(form.getByText('Say a little more: at least 20 characters; this is 9.')).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await form.getByLabel('What should the prompt do?').fill('Turn field notes into a monthly report');
  await form.getByRole('button', { name: 'Save brief' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Turn field notes into a monthly report');
  await expect(page.getByRole('button', { name: 'Edit brief' })).toBeFocused();
  await page.getByRole('button', { name: 'Discard order' }).click();
  const question = page.getByRole('dialog', { name: 'Discard this order?' });
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(`${app.url}/orders`);
  await expect(page.getByText('No custom prompts yet')).toBeVisible();
  await open(page, `${app.url}/subscribe?tier=engineer`);
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeEnabled();
  await expect(page.getByLabel('What should the prompt do?')).toHaveValue('');
});

test('the draft survives a reload; once sent and paid the order is received, and the prompt is unlocked', async ({
  page,
}) => {
  const [prompt] = prompts;
  await openAs(page, app, PEOPLE.basic, `/subscribe?tier=engineer&prompt=${prompt?.id}`);
  await writeBrief(page);
  await open(page, page.url());
  await expect(page.getByLabel('What should the prompt do?')).toHaveValue(BRIEF.goal);
  await page.getByRole('button', { name: 'Continue to payment' }).dblclick();
  await expect(page).toHaveURL(/\/orders\?order=/);
  orderId = orderOf(page);
  await expect(state(page).getByText('Your brief is saved. We start once you’ve paid.')).toBeVisible();
  await fillCard(page, CARDS.good);
  await pay(page).dblclick();
  await expect(page).toHaveURL(/\/subscription-success/);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(state(page).getByText('We have your brief and your payment.')).toBeVisible();
  await page.getByRole('link', { name: prompt?.title ?? '' }).click();
  await expect(page.getByRole('button', { name: 'Copy prompt' })).toBeVisible();
  await open(page, `${app.url}/orders`);
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: BRIEF.goal })).toHaveCount(1);
});

test('a paid order clears its draft, and its prompt cannot be ordered again', async ({
  page,
  consoleErrors,
}) => {
  const [prompt] = prompts;
  await openAs(page, app, PEOPLE.basic, `/subscribe?tier=engineer&prompt=${prompt?.id}`);
  await expect(page.getByLabel('What should the prompt do?')).toHaveValue('');
  await writeBrief(page);
  await send(page);
  await expect(page.getByText('You have ordered a prompt from this one already.')).toBeVisible();
  expectRefusals(consoleErrors, 409);
  await page.getByRole('link', { name: 'See what you ordered' }).click();
  await expect(page).toHaveURL(`${app.url}/orders?order=${orderId}`);
});

test('an order whose bank asks is paid when approved, and not when refused', async ({ page }) => {
  await openAs(page, app, 'bea', '/subscribe?tier=engineer');
  await writeBrief(page);
  await send(page);
  await fillCard(page, CARDS.asksBankAlways);
  await pay(page).press('Enter');
  await bank(page).getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible();
  const order = orderOf(page);
  await fillCard(page, CARDS.asksBank);
  await pay(page).press('Enter');
  await bank(page).getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  expect(orderOf(page)).toBe(order);
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(state(page).getByText('We have your brief and your payment.')).toBeVisible();
});

test('a refusal by the bank is shown at once, and the order can still be paid', async ({ page }) => {
  await openAs(page, app, 'roxy', '/subscribe?tier=engineer');
  await writeBrief(page);
  await send(page);
  await expect(page).toHaveURL(/\/orders\?order=/);
  const order = orderOf(page);
  await open(page, `${app.url}/subscription-success?order=${order}&redirect_status=failed`);
  await expect(page.getByRole('heading', { name: 'Your payment didn’t go through' })).toBeVisible();
  // This page was loaded with the strict policy: the way on loads the order's again, with the provider let in.
  await page.getByRole('link', { name: 'See your order' }).click();
  await page.getByRole('button', { name: 'Pay $99' }).click();
  await fillCard(page, CARDS.good);
  await pay(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
});

test('a delivered prompt can be read, filled in and copied by its buyer only', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.orders('start', orderId);
  await openAs(page, app, PEOPLE.basic, `/orders?order=${orderId}`);
  await expect(state(page).getByText('A prompt engineer is writing your prompt.')).toBeVisible();
  await deliver('first', 'Read [notes] and write **one page**.', 'Try it with a short week first.');
  await open(page, page.url());
  const delivery = page.getByRole('region', { name: 'Your prompt' });
  await expect(delivery.getByText('Try it with a short week first.')).toBeVisible();
  await expect(history(page)).toContainText(/You paid \$99.00.*We delivered “Weekly field report”/);
  await expect(history(page)).toContainText('Try it with a short week first.');
  await delivery.getByRole('button', { name: 'Fill in' }).click();
  await delivery.getByLabel('Your notes').fill('Two owls');
  await delivery.getByRole('button', { name: 'Copy prompt' }).first().click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('Read Two owls and write **one page**.');
  await openAs(page, app, PEOPLE.pro, '/orders');
  await expect(page.getByText('No custom prompts yet')).toBeVisible();
  const response = await page.goto(`${app.url}/orders?order=${orderId}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible();
});

test('the buyer can ask for changes, and accept the next delivery', async ({ page }) => {
  await openAs(page, app, PEOPLE.basic, `/orders?order=${orderId}`);
  await page.getByRole('button', { name: 'Ask for changes' }).click();
  await page.getByRole('button', { name: 'Ask for changes' }).click();
  await expect(page.getByText('Say what should change.', { exact: true })).toBeVisible();
  await page.getByLabel('What should change?').fill('Please add a table.');
  await page.getByRole('button', { name: 'Ask for changes' }).click();
  await expect(state(page).getByText('A prompt engineer is making the changes you asked for.')).toBeVisible();
  await expect(state(page).getByText(/^Expected around /)).toBeVisible();
  await expect(history(page).getByText('Please add a table.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Contact us about this order' }).click();
  await page.getByLabel('Your message').fill('We are five on Sundays.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'your order' }).click();
  await expect(history(page)).toContainText(
    /You asked for changes.*You wrote to us.*We are five on Sundays\./,
  );
  await deliver('second', 'Read [notes] and write one page with a table.', 'With the table.');
  await open(page, page.url());
  await expect(page.getByRole('heading', { name: 'Earlier versions' })).toBeVisible();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await expect(state(page).getByText('This order is complete.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask for changes' })).toHaveCount(0);
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('a declined card is reported; another card pays, and a refund locks the prompt again', async ({
  page,
}) => {
  const [, prompt] = prompts;
  await openAs(page, app, PEOPLE.advanced, `/subscribe?tier=engineer&prompt=${prompt?.id}`);
  await writeBrief(page, 'Turn field notes into a second report');
  await send(page);
  // By the keyboard: right after scrolling, Chromium still sends a click to the frame that was there.
  await fillCard(page, CARDS.declined);
  await pay(page).press('Enter');
  await expect(page.getByText('Your card was declined').first()).toBeVisible();
  await expect(pay(page)).toBeEnabled();
  await fillCard(page, CARDS.good);
  await pay(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  const order = orderOf(page);
  await open(page, `${app.url}/prompt/${prompt?.id}`);
  await expect(page.getByRole('button', { name: 'Copy prompt' })).toBeVisible();
  await app.sandbox('refund', { payment_intent: await paymentOf(order) });
  await app.sandbox('webhooks/settle', {});
  await open(page, `${app.url}/orders?order=${order}`);
  await expect(
    state(page).getByText(`Your payment was returned, and “${prompt?.title}” is locked again.`),
  ).toBeVisible();
  await expect(state(page)).toContainText(/We sent back \$99\.00 on .+, to the card it was paid with\./);
  await open(page, `${app.url}/prompt/${prompt?.id}`);
  await expect(page.getByRole('heading', { name: 'Upgrade required' })).toBeVisible();
});

test('a disputed order says so and locks its prompt; once the dispute is lost, it can be ordered again', async ({
  page,
}) => {
  const [, , prompt] = prompts;
  const form = `/subscribe?tier=engineer&prompt=${prompt?.id}`;
  await openAs(page, app, 'dis', form);
  await writeBrief(page);
  await send(page);
  await fillCard(page, CARDS.good);
  await pay(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  const order = orderOf(page);
  const dispute = await app.sandbox<{ id: string }>('dispute', { payment_intent: await paymentOf(order) });
  await app.sandbox('webhooks/settle', {});
  await open(page, `${app.url}/orders?order=${order}`);
  await expect(state(page).getByText('Your bank asked for the payment back.')).toBeVisible();
  await expect(state(page).getByText('Also opened to you')).toHaveCount(0);
  await app.sandbox('dispute/close', { dispute: dispute.id, status: 'lost' });
  await app.sandbox('webhooks/settle', {});
  await open(page, page.url());
  await expect(state(page).getByText('Refunded')).toBeVisible();
  await open(page, `${app.url}${form}`);
  await writeBrief(page);
  await send(page);
  await expect(page).toHaveURL(/\/orders\?order=/);
  expect(orderOf(page)).not.toBe(order);
});

/** The sandbox knows which payment is for which order. */
async function paymentOf(order: string): Promise<string> {
  const { invoices, invoicePayments } = await app.sandbox<{
    invoices: { id: string; metadata: Record<string, string> }[];
    invoicePayments: { invoice: string; payment: { payment_intent: string } }[];
  }>('state');
  const bill = invoices.find(({ metadata }) => metadata['orderId'] === order);
  return invoicePayments.find(({ invoice }) => invoice === bill?.id)?.payment.payment_intent ?? '';
}

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`orders, ${theme}, ${width} px: accessible, and nothing is cut off`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    await openAs(page, app, PEOPLE.basic, `/orders?order=${orderId}`);
    for (const path of ['/orders', `/orders?order=${orderId}`, '/subscribe?tier=engineer']) {
      await page.setViewportSize({ width, height: 900 });
      await open(page, `${app.url}${path}`);
      expect(await findAccessibilityProblems(page), path).toEqual([]);
      for (const each of [width, 320]) {
        await page.setViewportSize({ width: each, height: 900 });
        await expectNoHorizontalScroll(page, `${path} at ${each}`);
      }
    }
  });
}
