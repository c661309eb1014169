import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { membersApp, paidApp, visitorsApp } from './apps.ts';

/** Every page a visitor can open, by the name it has in test titles. */
export const VISITOR_PAGES = {
  landing: '/',
  login: '/login',
  'login with an error': '/login?error=google',
  category: '/category/fitness',
  'filtered category': '/category/productivity?sort=newest&topics=task-systems,time-blocking',
  'unknown category': '/category/nowhere',
  topic: '/category/fitness/strength-at-home',
  'unknown topic': '/category/fitness/nowhere',
  'empty search': '/search',
  search: '/search?q=pull-up',
  'search without results': '/search?q=zzzqqqxxyy',
  help: '/help',
  contact: '/contact',
  'stopping e-mails': '/account/unsubscribe?group=guidance&member=a&key=b',
  terms: '/terms',
  privacy: '/privacy',
  'API documentation': '/docs/api',
  'MCP documentation': '/docs/mcp',
  'fitness test': '/test-fitness',
  'search test': '/search-test',
  'not found': '/no/such/page',
} as const;

/** Messages of the browser itself about a response that is meant to be an error, and of what these tests switch off. */
const EXPECTED_ERRORS =
  /Failed to load resource: the server responded with a status of (?:404|410)|^Service Worker registration blocked by Playwright$/;

interface Fixtures {
  /** Console errors, warnings, uncaught errors and content blocked by the policy, in order. */
  consoleErrors: string[];
  /** Requests to the API since the test began. */
  apiCalls: string[];
}

interface WorkerFixtures {
  sharedContext: BrowserContext;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedContext: [
    async ({ browser }, use, { project }) => {
      const { reducedMotion = null } = project.use;
      const context = await browser.newContext({
        baseURL: visitorsApp.url,
        reducedMotion,
        // What one test's member keeps offline is nothing for the next; offline.e2e.ts has browsers of its own.
        serviceWorkers: 'block',
      });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  /** One for all tests of a worker: scripts and fonts are fetched and compiled once. What a test leaves behind is removed. */
  context: async ({ sharedContext }, use) => {
    await use(sharedContext);
    const [last = await sharedContext.newPage(), ...others] = sharedContext.pages();
    await Promise.all(others.map((page) => page.close()));
    await last.goto('about:blank');
    await sharedContext.unrouteAll();
    await sharedContext.clearPermissions();
    await sharedContext.clearCookies();
    const devtools = await sharedContext.newCDPSession(last);
    for (const { url } of [visitorsApp, membersApp, paidApp]) {
      await devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'local_storage' });
    }
  },
  /** A new one for each test. The last test's is closed then, and not before: it keeps the process that both share. */
  page: async ({ context }, use) => {
    const before = context.pages();
    const page = await context.newPage();
    await Promise.all(before.map((each) => each.close()));
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner insists on a pattern as first parameter.
  baseURL: async ({}, use) => {
    await use(visitorsApp.url);
  },
  consoleErrors: [
    async ({ page }, use) => {
      const consoleErrors: string[] = [];
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        if (!EXPECTED_ERRORS.test(message.text())) consoleErrors.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => consoleErrors.push(`uncaught: ${error.message}`));
      await use(consoleErrors);
      expect(consoleErrors, 'the console stays silent').toEqual([]);
    },
    { auto: true },
  ],
  apiCalls: async ({ page }, use) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}${search}`);
    });
    await use(calls);
  },
});

/** For calls that are meant to fail: the browser reports each of them on its console by itself. */
export const testAllowingConsoleErrors = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the runner insists on a pattern as first parameter.
  consoleErrors: async ({}, use) => use([]),
});

/** Opens a page and waits until a click does what it says. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load' });
  await waitForHydration(page);
}

/** Opens it again, as `open` does. */
export async function reload(page: Page): Promise<void> {
  await page.reload({ waitUntil: 'load' });
  await waitForHydration(page);
}

/** The page is taken over by its scripts, and they have nothing left to do. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [, root] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer')) ?? [];
    return root?.stateNode.current.memoizedState.isDehydrated === false;
  });
  await page.evaluate(
    () => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 3000 })),
  );
}

/** Requests to these addresses wait until the function it returns is called. */
export async function holdRequests(page: Page, addresses: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Nothing scrolls sideways. A page that was resized takes its new width gradually. */
export async function expectNoHorizontalScroll(page: Page, label?: string): Promise<void> {
  const width = page.viewportSize()?.width;
  await expect
    .poll(() => page.evaluate(() => [window.innerWidth, document.documentElement.scrollWidth]), label)
    .toEqual([width, width]);
}

export { expect };
