import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';

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
      const answer = await app.get('/readyz');
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
      expect(answer.json().message).toBe('For this test.');
    } finally {
      app.readiness.state = 'ready';
    }
  });
});

test('robots.txt names the sitemap and keeps robots off the API, results and test pages', async () => {
  const answer = await app.get('/robots.txt');
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  const lines = answer.payload.split('\n');
  expect(lines[0]).toBe('User-agent: *');
  for (const path of ['/api/', '/search?', '/test-']) expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
});

describe('sitemap.xml', () => {
  interface Place {
    path: string;
    changed: string | undefined;
  }

  async function readSitemap(): Promise<Place[]> {
    const answer = await app.get('/sitemap.xml');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
    const body =
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">\n(.*)\n<\/urlset>\n$/s.exec(
        answer.payload,
      )?.[1];
    return (body ?? '').split('\n').map((line) => {
      const entry = /^<url><loc>([^<>&'"]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>$/.exec(line);
      expect(entry).not.toBeNull();
      return { path: (entry?.[1] ?? '').slice(PUBLIC_URL.length), changed: entry?.[2] };
    });
  }

  test('holds the landing page, the texts, every category and every topic once, and nothing else', async () => {
    const { rows } = await app.database.pool.query<{ path: string }>(
      `select '/category/' || slug as path from categories
       union all select '/category/' || c.slug || '/' || t.slug from topics t join categories c on c.id = t.category_id`,
    );
    const paths = (await readSitemap()).map((place) => place.path);
    expect([...paths].sort()).toEqual(['/', '/terms', '/privacy', ...rows.map((row) => row.path)].sort());
    for (const path of paths) expect((await app.get(path)).statusCode).toBe(200);
  });

  test('says when a list last changed: the newest change of its listed prompts', async () => {
    const change = new Date('2031-05-06T07:08:09.000Z');
    const later = new Date('2032-01-01T00:00:00.000Z');
    const { rows } = await app.database.pool.query<{ id: string; path: string; category: string }>(
      `select p.id, '/category/' || c.slug || '/' || t.slug as path, '/category/' || c.slug as category
       from prompts p join topics t on t.id = p.topic_id join categories c on c.id = p.category_id
       order by p.id limit 2`,
    );
    const [changed, retired] = rows;
    await app.database.pool.query('update prompts set updated_at = $2 where id = $1', [changed?.id, change]);
    await app.database.pool.query('update prompts set updated_at = $2 where id = $1', [retired?.id, later]);
    await app.database.pool.query('update prompt_stats set is_listed = false where prompt_id = $1', [
      retired?.id,
    ]);
    app.cache.clear();
    const places = new Map((await readSitemap()).map((place) => [place.path, place.changed]));
    expect(places.get(changed?.path ?? '')).toBe(change.toISOString());
    expect(places.get(changed?.category ?? '')).toBe(change.toISOString());
    expect([...places.values()]).not.toContain(later.toISOString());
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

  test('every operation says what it does and what it answers', async () => {
    for (const [name, { summary, responses }] of await readOperations()) {
      expect([name, summary]).toEqual([name, expect.stringMatching(/\S/)]);
      const isNavigation = '302' in responses || '303' in responses;
      if (!isNavigation) expect(responses['200']?.content).toHaveProperty(['application/json', 'schema']);
    }
  });

  test('every operation that answers data says how it fails', async () => {
    for (const [name, { parameters, responses }] of await readOperations()) {
      if (!('200' in responses)) continue;
      const failures = ['429', '503', ...(parameters ? ['400'] : []), ...(name.includes('{') ? ['404'] : [])];
      for (const status of failures)
        expect(responses[status]?.content).toHaveProperty(PROBLEM, PROBLEM_FIELDS);
    }
    const operations = new Map(await readOperations());
    expect(operations.get('get /api/auth/user')?.responses).toHaveProperty('401');
    expect(operations.get('get /api/prompts/{id}')?.responses).toMatchObject({ 401: {}, 403: {}, 404: {} });
  });
});
