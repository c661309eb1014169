import { freePort } from '../scripts/free-port.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { callSandbox, paidApp } from './apps.ts';
import { expect, expectNoHorizontalScroll, open, test } from './fixtures.ts';
import { CARDS, currentPlan, expectRefusals, fillCard, paid, subscribeNow } from './payment-steps.ts';
import { openAs } from './sign-in.ts';
import { type StartedApp, startApp } from './start-app.ts';

// Where the provider computes tax: an app of its own, because nothing of this is shown anywhere else.
let app: StartedApp;
let paymentsPort = '';
test.beforeAll(async () => {
  // A worker that begins again finds its database.
  await paidApp.query('create database taxed', []).catch(() => undefined);
  const database = new URL(paidApp.databaseUrl);
  database.pathname = '/taxed';
  paymentsPort = String(await freePort());
  app = await startApp('scripts/start.ts', {
    DATABASE_URL: database.href,
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_PAYMENTS_PORT: paymentsPort,
    SANDBOX_MAIL_PORT: String(await freePort()),
    SIGN_IN_RATE_LIMIT: '0',
    STRIPE_TAX: 'added',
  });
});
test.afterAll(async () => {
  const problems = await callSandbox<unknown[]>(paymentsPort, 'problems', undefined);
  await app.stop();
  expect(problems).toEqual([]);
});

test('with tax, the country is asked first, then the amount includes tax, for a plan and a custom prompt', async ({
  page,
  consoleErrors,
}, { retry }) => {
  await open(page, app.url);
  await expect(page.getByText(/^Tax is not included/)).toBeVisible();
  await openAs(page, app, `taxed${retry}`, '/subscribe');
  await expect(page.getByText('Where tax is due, it is added, and you see the amount')).toBeVisible();
  await open(page, `${app.url}/subscribe?tier=pro`);
  const address = page.getByRole('form', { name: 'Billing address' });
  const summary = page.getByRole('complementary', { name: 'Order summary' });
  await expect(summary).toContainText(/Billed today\s*\$9\.99 plus tax/);
  await expect(page.getByRole('textbox', { name: 'Promotion code' })).toHaveCount(0);
  await address.getByLabel('Country').selectOption('');
  await address.getByRole('button', { name: 'Continue' }).click();
  await expect(address.getByRole('alert')).toHaveText('Choose your country.');
  await expect(address.getByLabel('Country')).toBeFocused();
  await address.getByLabel('Country').selectOption('US');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(address.getByRole('alert')).toHaveText('Enter your postal code.');
  await page.keyboard.type('00000');
  await page.keyboard.press('Enter');
  await expect(address.getByRole('alert')).toContainText('This place isn’t known.');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await address.getByLabel('ZIP code').fill('94103');
  await page.keyboard.press('Enter');
  await expect(summary).toContainText('Taxed for United States, 94103');
  await expect(summary).toContainText(/Tax\s*\$0\.80.*\$10\.79 USD/);
  // Another place keeps the code that was entered.
  await page.getByRole('textbox', { name: 'Promotion code' }).fill('LAUNCH20');
  await page.keyboard.press('Enter');
  await expect(summary).toContainText(/Tax\s*\$0\.64.*\$8\.63 USD/);
  await summary.getByRole('button', { name: 'Change' }).click();
  await expect(address.getByLabel('Country')).toBeFocused();
  await address.getByLabel('Country').selectOption('DE');
  await address.getByLabel('Postal code').fill('');
  await address.getByRole('button', { name: 'Continue' }).click();
  await expect(summary).toContainText(/Code LAUNCH20.*Tax\s*\$1\.52.*\$9\.51 USD/);
  await fillCard(page, CARDS.good);
  await subscribeNow(page).click();
  await expect(paid(page)).toBeVisible();
  await open(page, `${app.url}/subscription`);
  await expect(currentPlan(page)).toContainText('$7.99/month plus tax');
  // What was begun and given up is no bill.
  await expect(page.getByText('$9.51')).toBeVisible();
  await expect(page.getByText('$10.79')).toHaveCount(0);
  // Whoever moves says so here.
  await expect(page.getByText('Taxed for Germany.')).toBeVisible();
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(address.getByLabel('Country')).toBeFocused();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await address.getByLabel('Country').selectOption('GB');
  await address.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Taxed for United Kingdom.')).toBeFocused();
  // Of a business, on the provider's page.
  await page.getByRole('button', { name: 'Invoices' }).click();
  await page.getByLabel('VAT or GST number of your business').fill('GB123456789');
  await page.getByRole('button', { name: 'Save tax ID' }).click();
  await expect(page.getByLabel('VAT or GST number of your business')).toHaveValue('GB123456789');

  await open(page, `${app.url}/subscribe?tier=engineer`);
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText('$99 USD plus tax');
  await page.getByLabel('What should the prompt do?').fill('Turn field notes into a report');
  await page.getByLabel('The situation').fill('I walk three plots a week, with short notes of each.');
  await page.getByLabel('A good result').fill('One page, with a table.');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('$0.00 tax is added. Taxed for United Kingdom. Reverse charge')).toBeVisible();
  await fillCard(page, CARDS.good);
  await page.getByRole('button', { name: 'Pay $99.00' }).click();
  await expect(page).toHaveURL(/\/subscription-success/);
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.getByRole('region', { name: 'State of the order' }).getByText('$99.00')).toBeVisible();
  expectRefusals(consoleErrors, 400, 400);
});
