import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

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
  search: '/search?q=plan',
  'search without results': '/search?q=zzzqqqxxyy',
  terms: '/terms',
  privacy: '/privacy',
  'API documentation': '/docs/api',
  'fitness test': '/test-fitness',
  'search test': '/search-test',
  'not found': '/no/such/page',
} as const;

/** Messages of the browser itself about an answer that is meant to be an error. */
const EXPECTED_NOISE = /Failed to load resource: the server responded with a status of 404/;

interface Fixtures {
  /** Console errors, warnings, uncaught errors and refused content, as they come. */
  noise: string[];
  /** Requests to the API since the test began. */
  apiCalls: string[];
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner insists on a pattern as first parameter.
  baseURL: async ({}, use) => {
    await use(process.env['E2E_URL'] ?? '');
  },
  noise: [
    async ({ page }, use) => {
      const noise: string[] = [];
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        if (!EXPECTED_NOISE.test(message.text())) noise.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => noise.push(`uncaught: ${error.message}`));
      await use(noise);
      expect(noise, 'the console stays silent').toEqual([]);
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
export const failing = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the runner insists on a pattern as first parameter.
  noise: async ({}, use) => use([]),
});

/** Opens a page and waits until a click does what it says. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load' });
  await hydrated(page);
}

/** The page is taken over by its scripts, and they have nothing left to do. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith('__reactContainer')));
  await page.evaluate(
    () => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 3000 })),
  );
}

/** Everything axe finds against WCAG 2.2 AA and its own good practice. */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

export { expect };
