import { afterEach, expect, inject, test } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '#server/core/http/security/security-headers.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { killAllProcesses, startProcess } from '#server/testing/test-process.ts';

const script = 'scripts/dev.ts';

afterEach(killAllProcesses);

test('pages are rendered from the sources, with scripts and styles from Vite, under a policy that allows them', async () => {
  const database = await createTestDatabase(inject('testServer'));
  const app = startProcess({ DATABASE_URL: database.url }, { script });
  await app.ready();
  const page = await app.get('/category/fitness');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<title>Fitness Prompts');
  expect(page.text).toContain('<script type="module" src="/@promptarium/entry.js"></script>');
  expect(page.text).toContain('href="/web/styles/index.css"');
  expect(page.headers['cache-control']).not.toContain('public');
  // Written styles, the socket and its worker, and no script that is not ours.
  const directives = (policy: unknown) => String(policy).split('; ').sort();
  const strict = directives(CONTENT_SECURITY_POLICY);
  const loose = directives((await app.get('/healthz')).headers['content-security-policy']);
  expect(loose.filter((directive) => !strict.includes(directive))).toEqual([
    "connect-src 'self' ws://localhost:* ws://127.0.0.1:*",
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
  ]);
  expect(loose).toContain("script-src 'self'");

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

test('sources are served to this machine only, and never in production', async () => {
  const app = startProcess({ HOST: '0.0.0.0', NODE_ENV: 'production' }, { script });
  expect(await app.exited).toEqual({ code: 1, signal: null });
  expect(app.output()).toContain('NODE_ENV must not be production');
  expect(app.output()).toContain('HOST must be a loopback address');
});
