import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

const MARKUP = [
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '"><script>alert(1)</script>',
  '[click](javascript:alert(1))',
  '![picture](https://evil.example/a.png)',
  '[data](data:text/html,<script>alert(1)</script>)',
  '<a href="https://evil.example" onclick="alert(1)">a</a>',
  '`</code><script>alert(1)</script>`',
];

let app: TestApp;
let author: TestMember;
let reader: TestMember;
const id = seedId('A prompt');

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [{ title: 'A prompt' }]);
  author = await createMember(app, {
    firstName: '"><script>alert(2)</script>',
    lastName: '</script><img src=x onerror=alert(2)>',
    profileImageUrl: 'https://lh3.googleusercontent.com/a"><script>alert(3)</script>',
  });
  reader = await createMember(app, { firstName: '</script><script>alert(4)</script>' });
  for (const content of MARKUP) await author.post(`/api/prompts/${id}/comments`, { content });
});
afterAll(() => app.close());

test('no page has markup of a comment, a name or a picture as its own', async () => {
  for (const [label, member] of [
    ['author', author],
    ['reader', reader],
  ] as const) {
    for (const url of [`/prompt/${id}`, '/', '/category/fitness', '/test-auth', '/recent']) {
      const { payload } = await member.get(url);
      // Whatever stands between `<` and `>` in the source is ours: elements by name, then without surprises.
      expect([label, url, payload.match(/<(?:img|svg|a|script)\b[^>]*\bon\w+=/gi)]).toEqual([
        label,
        url,
        null,
      ]);
      const scripts = payload.match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts)
        expect(script).toMatch(/ (?:src="\/assets\/|type="application\/(?:ld\+)?json")/);
      // A block of data ends where we end it.
      expect(payload).not.toMatch(/<\/script>\s*(?:<script>alert|<img src=x)/);
      expect(payload).not.toContain('<script>alert');
      expect(payload).not.toContain('javascript:alert(1)"');
      expect(payload).not.toMatch(/<img[^>]+evil\.example/);
    }
  }
});

test('a picture URL is returned only when it is Google’s, and without characters that break out of an attribute', async () => {
  const { profileImageUrl } = (await author.get('/api/auth/user')).json();
  expect(profileImageUrl).toBe('https://lh3.googleusercontent.com/a%22%3E%3Cscript%3Ealert(3)%3C/script%3E');
  const [first] = (await reader.get(`/api/prompts/${id}/comments`)).json();
  expect(first.user.profileImageUrl).toBe(profileImageUrl);
  for (const url of [
    'http://lh3.googleusercontent.com/a',
    'https://evil.example/a.png',
    'https://lh3.googleusercontent.com.evil.example/a',
    '//lh3.googleusercontent.com/a',
    'https://lh3.googleusercontent.com:8443/a',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '/a.png',
    '',
  ]) {
    const member = await createMember(app, { profileImageUrl: url });
    await member.post(`/api/prompts/${id}/comments`, { content: `Mine is ${url}` });
    expect([url, (await member.get('/api/auth/user')).json().profileImageUrl]).toEqual([url, null]);
    const last = (await reader.get(`/api/prompts/${id}/comments`)).json().at(-1);
    expect([url, last.user.profileImageUrl]).toEqual([url, null]);
  }
});
