import { afterEach, expect, inject, test } from 'vitest';
import { SECURITY_HEADERS } from '#server/core/http/security.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { killAllProcesses, startProcess, waitUntil } from '#server/testing/process.ts';

const server = inject('testServer');
const script = 'scripts/dev.ts';

afterEach(killAllProcesses);

test('pages are drawn from the sources, scripts and styles come from Vite, and it ends with 0', async () => {
  const database = await createTestDatabase(server);
  const app = startProcess({ DATABASE_URL: database.url }, { script });
  await app.ready();
  const page = await app.get('/category/fitness');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<title>Fitness Prompts');
  expect(page.text).toContain('<script type="module" src="/@promptarium/entry.js"></script>');
  expect(page.text).toContain('href="/web/styles/index.css"');
  expect(page.headers['cache-control']).not.toContain('public');

  const entry = await app.get('/@promptarium/entry.js');
  expect(entry.headers['content-type']).toContain('javascript');
  expect(entry.text).toContain('import "/@vite/client"');
  expect((await app.get('/web/entry-client.tsx')).text).toContain('hydrateRoot');
  expect((await app.get('/api/categories')).headers['content-type']).toContain('application/json');
  expect((await app.get('/no/such/page')).status).toBe(404);
  expect((await app.get('/.env')).status).not.toBe(200);
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  await database.drop();
});

test('the policy allows written styles, the socket and its worker, and no script that is not ours', async () => {
  const database = await createTestDatabase(server, 'empty');
  const app = startProcess({ DATABASE_URL: database.url }, { script });
  await app.url;
  const directives = (policy: unknown) => String(policy).split('; ').sort();
  let policy: unknown;
  await waitUntil('an answer', async () => {
    policy = (await app.get('/healthz')).headers['content-security-policy'];
    return policy !== undefined;
  });
  const strict = directives(SECURITY_HEADERS['content-security-policy']);
  const loose = directives(policy);
  expect(loose.filter((directive) => !strict.includes(directive))).toEqual([
    "connect-src 'self' ws://localhost:* ws://127.0.0.1:*",
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
  ]);
  expect(loose).toContain("script-src 'self'");
  await app.kill('SIGTERM');
  await database.drop();
});

test('it hands out sources on this machine only, and never in production', async () => {
  const app = startProcess({ HOST: '0.0.0.0', NODE_ENV: 'production' }, { script });
  expect(await app.exited).toEqual({ code: 1, signal: null });
  expect(app.output()).toContain('NODE_ENV must not be production');
  expect(app.output()).toContain('HOST must be a loopback address');
});
