import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTracing } from './core/tracing/tracing.ts';
import { createMember, createTestApp } from './testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { killAllProcesses, startProcess } from './testing/test-process.ts';

interface Collected {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** What an OTLP collector is sent. */
const spans: Collected[] = [];
let resource = '';
let collector: Server;
let database: TestDatabase;
let address = '';

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = (await json(request)) as {
      resourceSpans: { resource: unknown; scopeSpans: { spans: Collected[] }[] }[];
    };
    for (const { resource: of, scopeSpans } of body.resourceSpans) {
      resource = JSON.stringify(of);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  const bound = collector.address();
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
  database = await createTestDatabase(inject('testServer'));
});
afterAll(async () => {
  await killAllProcesses();
  collector.closeAllConnections();
  collector.close();
  await database.drop();
});

const PARENT = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

test('a request, what it asks of the app itself, and a job are spans of traces; nothing personal is in them', async () => {
  const tracing = openTracing({ url: `${address}/v1/traces` });
  const app = await createTestApp({
    settings: { trustProxy: 'loopback' },
    dependencies: { tracing },
  });
  const member = await createMember(app, { tier: 'pro' });
  const traceparent = `00-${PARENT.traceId}-${PARENT.spanId}-01`;
  await member.get('/category/fitness?sort=newest', { headers: { traceparent } });
  await app.get('/nowhere-9f2c');
  await tracing.runJob('sweep', async () => tracing.addQuery('select 1', 2, false));
  await app.close();
  await tracing.close();

  const page = spans.find(({ parentSpanId }) => parentSpanId === PARENT.spanId);
  expect(page).toMatchObject({ name: 'GET /*', traceId: PARENT.traceId });
  const inner = spans.filter(({ parentSpanId }) => parentSpanId === page?.spanId).map(({ name }) => name);
  expect(inner).toContain('GET /api/categories/:slug');
  const job = spans.find(({ name }) => name === 'job sweep');
  expect(spans.find(({ name }) => name === 'select')?.parentSpanId).toBe(job?.spanId);
  expect(resource).toContain('promptarium');
  expect(JSON.stringify(spans)).not.toMatch(
    new RegExp(`nowhere|newest|fitness|${member.id}|${member.email}`),
  );
});

test('a process that is told where sends its requests with their statements, and what is left at its end', async () => {
  spans.length = 0;
  const settings = { DATABASE_URL: database.url, OTEL_EXPORTER_OTLP_ENDPOINT: address };
  const app = startProcess(settings);
  await app.ready();
  expect((await app.get('/api/prompts/search?q=zqxjk')).status).toBe(200);
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  const search = spans.find(({ name }) => name === 'GET /api/prompts/search');
  const ids = new Set(spans.filter(({ traceId }) => traceId === search?.traceId).map(({ spanId }) => spanId));
  const statement = spans.find(({ parentSpanId = '', attributes }) =>
    attributes.some(({ key }) => ids.has(parentSpanId) && key === 'db.query.text'),
  );
  expect(statement).toBeDefined();
  expect(JSON.stringify(spans)).not.toContain('zqxjk');
});
