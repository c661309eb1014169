import { expect, test } from 'vitest';
import { createMember, createTestApp } from '#server/testing/test-app.ts';

test('the service worker is one script for everybody, asked for again at each visit', async () => {
  const app = await createTestApp({ template: 'empty' });
  const member = await createMember(app);
  const [visitors, members] = [await app.get('/sw.js'), await member.get('/sw.js')];
  expect(visitors.statusCode).toBe(200);
  expect(members.payload).toBe(visitors.payload);
  expect(visitors.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(visitors.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  expect(visitors.headers['content-security-policy']).toContain("connect-src 'self'");
  // What it keeps of this build is there, and a page names it.
  const files = [...new Set(visitors.payload.match(/\/assets\/[\w.-]+\.(?:js|css|svg|woff2)/g))];
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) expect([file, (await app.get(file)).statusCode]).toEqual([file, 200]);
  const page = (await member.get('/favorites')).payload;
  const shown = page.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? [];
  expect(files).toEqual(expect.arrayContaining(shown));
  await app.close();
});

test('switched off, it is the script that deletes what browsers keep, and itself', async () => {
  const app = await createTestApp({ template: 'empty', settings: { keepsOfflineCopies: false } });
  const { payload, statusCode } = await app.get('/sw.js');
  expect(statusCode).toBe(200);
  expect(payload).toContain('caches.delete');
  expect(payload).toContain('registration.unregister()');
  expect(payload).not.toContain('fetch');
  await app.close();
});
