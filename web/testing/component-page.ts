import { type Browser, chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { CHROMIUM } from '../../scripts/chromium.ts';

/** A request of the component under test. */
export interface ComponentCall {
  method: string;
  /** With the query. */
  path: string;
  /** As the component sent it, parsed. */
  body: unknown;
}

export interface MockResponse {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  /** Instead of JSON. */
  script?: string;
}

/** What a test responds with; a promise keeps the component waiting until it settles. */
export type Responder = (call: ComponentCall) => MockResponse | 'offline' | Promise<MockResponse | 'offline'>;

export interface Opened {
  page: Page;
  /** Everything but the fixture's own files, as it was asked for. */
  calls: ComponentCall[];
  /** Console errors, uncaught errors and refused content. */
  consoleErrors: string[];
}

interface OpenOptions {
  respond: Responder;
  /** "?slow" and the like, for the fixture to read. */
  query?: string;
  /** Where the page gets Playwright's clock, which stands until the test moves it. */
  hasClock?: boolean;
}

export interface Components {
  /** Shows the fixture again, with empty storage. */
  open(options: OpenOptions): Promise<Opened>;
  close(): Promise<void>;
}

const ORIGIN = 'http://localhost';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'";

/**
 * Builds one fixture (a .tsx that renders a component into `#root`) as the pages are built, and shows it in Chromium
 * without a server: the browser's own requests are the edge where tests respond.
 */
export async function startComponents(fixture: string): Promise<Components> {
  const [files, browser] = await Promise.all([
    buildFixture(fixture),
    chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-background-networking'] }),
  ]);
  const shared = await makePage(browser, files);
  return {
    async open({ respond, query = '', hasClock = false }) {
      const { page, opened, setResponder } = hasClock ? await makePage(browser, files) : shared;
      if (hasClock) await page.clock.install();
      await page.goto('about:blank');
      opened.calls = [];
      opened.consoleErrors = [];
      setResponder(respond);
      await page.goto(`${ORIGIN}/${query}`);
      return opened;
    },
    close: () => browser.close(),
  };
}

type Files = Map<string, string | Uint8Array>;

async function buildFixture(input: string): Promise<Files> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    // Without React's compiler, which takes most of the time: whole journeys run what it makes.
    plugins: [react()],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input: { fixture: input }, output: { entryFileNames: 'fixture.js' } },
    },
  });
  if (Array.isArray(result) || !('output' in result)) throw new Error('One build has one output.');
  return new Map(
    result.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
}

async function makePage(browser: Browser, files: Files) {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const opened: Opened = { page, calls: [], consoleErrors: [] };
  let respond: Responder = () => ({});
  page.on('pageerror', (error) => opened.consoleErrors.push(error.message));
  page.on('console', (message) => {
    // The browser itself reports every call that fails.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      opened.consoleErrors.push(message.text());
    }
  });
  await context.route('**', async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const file = files.get(pathname);
    if (file !== undefined) {
      const body = typeof file === 'string' ? file : Buffer.from(file);
      return await route.fulfill({ body, contentType: contentType(pathname) });
    }
    if (pathname === '/') {
      const headers = { 'content-security-policy': POLICY };
      return await route.fulfill({ body: documentOf([...files.keys()]), contentType: 'text/html', headers });
    }
    const call = { method: request.method(), path: pathname + search, body: request.postDataJSON() };
    opened.calls.push(call);
    const given = await respond(call);
    // A test that ended has left the page of a call that was kept waiting.
    if (given === 'offline') await route.abort('internetdisconnected').catch(() => {});
    else await route.fulfill(toResponse(given)).catch(() => {});
  });
  return {
    page,
    opened,
    setResponder: (next: Responder) => {
      respond = next;
    },
  };
}

function toResponse({ status = 200, headers = {}, json, script }: MockResponse) {
  return script === undefined
    ? {
        status,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(json ?? {}),
      }
    : { status, headers: { 'content-type': 'text/javascript' }, body: script };
}

function contentType(path: string): string {
  if (path.endsWith('.js')) return 'text/javascript';
  return path.endsWith('.css') ? 'text/css' : 'application/octet-stream';
}

function documentOf(paths: string[]): string {
  const styles = paths.filter((path) => path.endsWith('.css'));
  const links = styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('');
  return `<!doctype html><html lang="en"><head><title>Component</title>${links}</head><body><main tabindex="-1"><div id="root"></div></main><script type="module" src="/fixture.js"></script></body></html>`;
}

/** A response of our API that refuses, as the server words it. */
export function refusal(status: number, message: string, more: object = {}): MockResponse {
  return { status, json: { title: message, status, detail: message, message, ...more } };
}
