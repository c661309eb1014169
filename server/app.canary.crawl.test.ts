import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANY_WORD, type CanaryApp, createCanaryApp, wordOf } from './testing/canary-app.ts';

/** A visitor who follows every link; app.canary.prompts.test.ts looks at prompts one by one. */
let canary: CanaryApp;
beforeAll(async () => {
  canary = await createCanaryApp();
});
afterAll(() => canary.close());

test('no page, file or document that links lead to contains a locked text', async () => {
  const start = ['/', '/sitemap.xml', '/robots.txt', '/openapi.json', '/search', '/login', '/test-fitness'];
  const queue = [
    ...start,
    '/search-test',
    '/docs/api',
    '/docs/mcp',
    '/oauth/authorize?client_id=x',
    '/.well-known/oauth-authorization-server',
    '/nix',
    ...canary.prompts.slice(0, 20).map(({ id }) => `/prompt/${id}`),
  ];
  const seen = new Set(queue);
  const skipped = new Set(canary.prompts.slice(20).map(({ id }) => `/prompt/${id}`));
  const samples = await wordsOfSamples();
  expect(samples.size).toBe(7);
  const leaks: string[] = [];
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    const { text, words } = await canary.wordsIn(url);
    const isLanding = url === '/' || url.startsWith('/?sample=');
    // A visitor's search looks into the text of basic prompts and shows the passage (DECISIONS 15).
    const isSearch = url.startsWith('/search?q=');
    const leaked = words.find(
      (word) => !(isLanding && samples.has(word)) && !(isSearch && word.startsWith('zqbasic')),
    );
    if (leaked !== undefined) leaks.push(`${url}: ${leaked}`);
    for (const link of linksIn(text)) {
      if (seen.has(link) || skipped.has(link)) continue;
      seen.add(link);
      queue.push(link);
    }
  }
  expect(leaks).toEqual([]);
  expect([...seen].filter((url) => url.startsWith('/category/')).length).toBeGreaterThan(40);
  expect([...seen].some((url) => /^\/assets\/.*\.js$/.test(url))).toBe(true);
});

test('source maps and the server’s own files are not served', async () => {
  const scripts = linksIn((await canary.app.get('/')).payload).filter((url) => /\.(?:js|css)$/.test(url));
  expect(scripts.length).toBeGreaterThan(0);
  const others = [
    '/.git/HEAD',
    '/.env',
    '/server/app.ts',
    '/content/library.yaml',
    '/dist/server/entry-server.js',
  ];
  for (const url of [...scripts.map((script) => `${script}.map`), ...others]) {
    expect([url, (await canary.app.get(url)).statusCode]).toEqual([url, 404]);
  }
});

test('the log contains no word of any prompt text', () => {
  expect(canary.logLines.length).toBeGreaterThan(100);
  expect(canary.logLines.join('').match(ANY_WORD)).toBeNull();
});

/** One basic prompt of each category is public, and only on the landing page (docs/decisions/0023-samples.md). */
async function wordsOfSamples(): Promise<Set<string>> {
  const words = new Set<string>();
  for (const { slug } of (await canary.app.get('/api/categories')).json()) {
    const { sample } = (await canary.app.get(`/api/categories/${slug}/sample`)).json();
    expect(sample.prompt.tier).toBe('basic');
    words.add(wordOf(sample.prompt));
  }
  return words;
}

/** Addresses on this host a page or document names: links, files, and locations of the sitemap. */
function linksIn(text: string): string[] {
  const named = [
    ...text.matchAll(/(?:href|src)="(\/[^"#]*)/g),
    ...text.matchAll(/<loc>http:\/\/localhost:3000([^<]*)<\/loc>/g),
    ...text.matchAll(/"(\.\/[\w.-]+\.(?:js|css))"/g),
  ].map((match) => (match[1] ?? '').replaceAll('&amp;', '&').replace(/^\.\//, '/assets/'));
  return named.filter((url) => !/\.(?:woff2|svg|png)$/.test(url));
}
