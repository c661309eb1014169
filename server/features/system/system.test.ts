import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const PUBLIC_URL = 'https://promptarium.example';
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ settings: { publicUrl: PUBLIC_URL } });
});
afterAll(() => app.close());

describe('health and readiness', () => {
  test('ready: both are ok', async () => {
    expect((await app.get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await app.get('/readyz')).json()).toEqual({ status: 'ok' });
  });

  test.each(['starting', 'stopping'] as const)('%s: alive, not ready, and it says why', async (state) => {
    app.readiness.state = state;
    app.readiness.reason = 'For this test.';
    try {
      expect((await app.get('/healthz')).statusCode).toBe(200);
      const response = await app.get('/readyz');
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toMatch(/^\d+$/);
      expect(response.json().message).toBe('For this test.');
    } finally {
      app.readiness.state = 'ready';
    }
  });
});

test('robots.txt names the sitemap and keeps robots off the API, results and test pages', async () => {
  const response = await app.get('/robots.txt');
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  const lines = response.payload.split('\n');
  expect(lines[0]).toBe('User-agent: *');
  for (const path of ['/api/', '/search?', '/search-test', '/test-'])
    expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
});

describe('sitemap.xml', () => {
  interface Place {
    path: string;
    changed: string | undefined;
  }

  async function readSitemap(url: string, element: 'sitemapindex' | 'urlset'): Promise<Place[]> {
    const response = await app.get(url);
    expect([url, response.statusCode]).toEqual([url, 200]);
    expect(response.headers['content-type']).toBe('application/xml; charset=utf-8');
    const body = new RegExp(
      `^<\\?xml version="1\\.0" encoding="UTF-8"\\?>\n<${element} xmlns="http://www\\.sitemaps\\.org/schemas/sitemap/0\\.9">\n(.*)\n</${element}>\n$`,
      's',
    ).exec(response.payload)?.[1];
    return (body ?? '').split('\n').map((line) => {
      const entry = /^<(url|sitemap)><loc>([^<>&'"]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/\1>$/.exec(
        line,
      );
      expect(entry).not.toBeNull();
      return { path: (entry?.[2] ?? '').slice(PUBLIC_URL.length), changed: entry?.[3] };
    });
  }

  const readIndex = () => readSitemap('/sitemap.xml', 'sitemapindex');
  const readPart = (part: string) => readSitemap(`/sitemap.xml?part=${part}`, 'urlset');
  const pathsOf = (places: Place[]) => places.map(({ path }) => path).sort();

  test('is an index of the lists and the prompts; there are no other parts', async () => {
    expect(pathsOf(await readIndex())).toEqual(['/sitemap.xml?part=1', '/sitemap.xml?part=lists']);
    for (const part of ['0', '2', '99999', '-1', '1e1', 'x', '']) {
      expect([part, (await app.get(`/sitemap.xml?part=${part}`)).statusCode]).toEqual([part, 404]);
    }
  });

  test('holds the landing page, the texts, every category and every topic once', async () => {
    const { rows } = await app.database.pool.query<{ path: string }>(
      `select '/category/' || slug as path from categories
       union all select '/category/' || c.slug || '/' || t.slug from topics t join categories c on c.id = t.category_id`,
    );
    const paths = pathsOf(await readPart('lists'));
    expect(paths).toEqual(
      ['/', '/help', '/docs/mcp', '/terms', '/privacy', ...rows.map((row) => row.path)].sort(),
    );
    for (const path of paths) expect((await app.get(path)).statusCode).toBe(200);
  });

  test('holds every listed prompt once, and nothing else', async () => {
    const { rows } = await app.database.pool.query<{ path: string }>(
      `select '/prompt/' || prompt_id as path from prompt_stats where is_listed`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(pathsOf(await readPart('1'))).toEqual(rows.map((row) => row.path).sort());
  });

  test('says when a page last changed: a prompt itself, a list with the newest of its listed prompts', async () => {
    const change = new Date('2021-05-06T07:08:09.000Z');
    const later = new Date('2022-01-01T00:00:00.000Z');
    const { rows } = await app.database.pool.query<{ id: string; path: string; category: string }>(
      `select p.id, '/category/' || c.slug || '/' || t.slug as path, '/category/' || c.slug as category
       from prompts p join topics t on t.id = p.topic_id join categories c on c.id = p.category_id
       order by p.id limit 2`,
    );
    const [changed, retired] = rows;
    await app.database.pool.query("update prompts set updated_at = '2020-01-01'");
    await app.database.pool.query('update prompts set updated_at = $2 where id = $1', [changed?.id, change]);
    await app.database.pool.query('update prompts set updated_at = $2 where id = $1', [retired?.id, later]);
    await app.database.pool.query('update prompt_stats set is_listed = false where prompt_id = $1', [
      retired?.id,
    ]);
    app.cache.clear();
    const places = [...(await readIndex()), ...(await readPart('lists')), ...(await readPart('1'))];
    const changes = new Map(places.map((entry) => [entry.path, entry.changed]));
    const names = [`/prompt/${changed?.id}`, changed?.path, changed?.category];
    for (const path of [...names, '/sitemap.xml?part=lists', '/sitemap.xml?part=1']) {
      expect([path, changes.get(path ?? '')]).toEqual([path, change.toISOString()]);
    }
    expect([...changes.keys()]).not.toContain(`/prompt/${retired?.id}`);
    expect([...changes.values()]).not.toContain(later.toISOString());
  });

  test('says no time that is still to come', async () => {
    await app.database.pool.query("update prompts set updated_at = now() + interval '1 year'");
    app.cache.clear();
    const places = [...(await readIndex()), ...(await readPart('lists')), ...(await readPart('1'))];
    const times = places.flatMap(({ changed }) => (changed === undefined ? [] : [Date.parse(changed)]));
    expect(times.length).toBeGreaterThan(0);
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.now());
  });
});

describe('openapi.json', () => {
  test('is OpenAPI 3.1 and names where we are', async () => {
    const document = (await app.get('/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: PUBLIC_URL }]);
  });

  interface Operation {
    summary?: string;
    parameters?: object[];
    responses: Record<string, { description: string; content?: object }>;
  }

  async function readOperations(): Promise<[name: string, operation: Operation][]> {
    const { paths } = (await app.get('/openapi.json')).json<{
      paths: Record<string, Record<string, Operation>>;
    }>();
    return Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]): [string, Operation] => [
        `${method} ${path}`,
        operation,
      ]),
    );
  }

  const PROBLEM = ['application/problem+json', 'schema', 'required'];
  const PROBLEM_FIELDS = ['title', 'status', 'detail', 'message'];

  test('every operation says what it does and what it returns', async () => {
    for (const [name, { summary, responses }] of await readOperations()) {
      expect([name, summary]).toEqual([name, expect.stringMatching(/\S/)]);
      const isNavigation = '302' in responses || '303' in responses;
      const [content] = Object.values(responses['200']?.content ?? {});
      if (!isNavigation) expect([name, content]).toEqual([name, { schema: expect.anything() }]);
    }
  });

  test('every operation that returns data says how it fails', async () => {
    for (const [name, { parameters, responses }] of await readOperations()) {
      if (!('200' in responses)) continue;
      const failures = ['429', '503', ...(parameters ? ['400'] : []), ...(name.includes('{') ? ['404'] : [])];
      for (const status of failures)
        expect(responses[status]?.content).toHaveProperty(PROBLEM, PROBLEM_FIELDS);
    }
    for (const [name, { responses }] of await readOperations()) {
      const isWrite = !name.startsWith('get ');
      const refusals = ['400', '417', ...(isWrite ? ['403', '413', '415'] : [])];
      expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(refusals)]);
    }
    const operations = new Map(await readOperations());
    expect(operations.get('get /api/auth/user')?.responses).toHaveProperty('401');
    expect(operations.get('get /api/prompts/{id}')?.responses).toMatchObject({ 401: {}, 403: {}, 404: {} });
  });
});
