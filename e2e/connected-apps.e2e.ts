import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { membersApp } from './apps.ts';
import { expect, expectNoHorizontalScroll, open, test, waitForHydration } from './fixtures.ts';
import { continueWithGoogle, openAs } from './sign-in.ts';

// An app that a member connects by signing in, as their browser sees it.
const app = membersApp;

const VERIFIER = 'v'.repeat(64);

/** The program on the member's machine: it waits for the browser to come back. */
let program: Server;
let callback: string;

test.beforeAll(async () => {
  program = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<title>Back</title><p>Back in the program</p>');
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
});
test.afterAll(() => {
  program.closeAllConnections();
  program.close();
});

/** @returns where it sends the browser */
async function askingPage(page: Page, name: string): Promise<{ path: string; clientId: string }> {
  const registered = await page.request.post(`${app.url}/oauth/register`, {
    data: { client_name: name, redirect_uris: ['http://127.0.0.1:1/callback'] },
  });
  const { client_id: clientId } = await registered.json();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'read copy favorites',
    state: 'xyz',
    resource: `${app.url}/mcp`,
  });
  return { path: `/oauth/authorize?${query}`, clientId };
}

test('a member signs in, allows an app less than it asks for, and disconnects it', async ({ page }) => {
  const { path, clientId } = await askingPage(page, 'Desk helper');
  await page.goto(`${app.url}${path}`);
  await expect(page.getByText('An app wants to connect to your account.')).toBeVisible();
  await continueWithGoogle(page, 'Grace');
  await expect(page.getByRole('heading', { name: 'Connect Desk helper to Promptarium?' })).toBeVisible();
  await waitForHydration(page);
  await expect(page.getByText(new URL(callback).host)).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  await page.getByLabel('See and change favorites and collections').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Allow', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Back in the program')).toBeVisible();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['xyz', app.url]);
  const exchanged = await page.request.post(`${app.url}/oauth/token`, {
    form: {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: searchParams.get('code') ?? '',
      code_verifier: VERIFIER,
      redirect_uri: callback,
    },
  });
  expect((await exchanged.json()).scope).toBe('read copy');
  await open(page, `${app.url}/account/tokens`);
  await expect(page.getByRole('region', { name: 'Connected apps' })).toContainText('Desk helper');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Disconnect Desk helper' }).click();
  await expect(page.getByRole('heading', { name: 'Connected apps' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Disconnect Desk helper' })).toHaveCount(0);
});

test('invalid requests show an error without a redirect; denying tells the app; all access ends at once', async ({
  page,
}) => {
  const { path } = await askingPage(page, 'Other helper');
  // Nobody else's: all sessions end.
  await openAs(page, app, 'otto', path.replace('S256', 'plain'));
  await expect(page.getByText('PKCE with S256 is required')).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await open(page, `${app.url}${path}`);
  await page.getByRole('link', { name: 'Don’t allow' }).click();
  await expect(page.getByText('Back in the program')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
  await open(page, `${app.url}/account`);
  await page.getByRole('button', { name: 'End all access' }).click();
  const dialog = page.getByRole('dialog', { name: 'End all access?' });
  await expect(dialog).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'End all access' }).click();
  await page.waitForURL(`${app.url}/login`);
});
