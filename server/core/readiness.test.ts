import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { isServedInAnyState } from './readiness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ template: 'empty', settings: { rateLimit: 1 } });
});
afterAll(() => app.close());

test.each(['/healthz', '/healthz?verbose', '/readyz', '/robots.txt', '/assets/unknown.js'])(
  '%s is answered whatever the state',
  (url) => {
    expect(isServedInAnyState(url)).toBe(true);
  },
);

describe('an address that merely starts like a probe is not a probe', () => {
  test.each(['/healthz-x', '/healthz/ab', '/readyzz', '/robots.txt.bak', '/live/healthz'])(
    '%s',
    async (url) => {
      expect(isServedInAnyState(url)).toBe(false);
      // Probes know no sessions; pages do.
      const member = await createMember(app);
      const page = await member.get(url, { remoteAddress: `192.0.2.${url.length}` });
      expect(page.payload).toContain('"authenticated":true');
    },
  );

  test('and counts toward the rate limit', async () => {
    const statuses = async (url: string, remoteAddress: string) => [
      (await app.get(url, { remoteAddress })).statusCode,
      (await app.get(url, { remoteAddress })).statusCode,
    ];
    expect(await statuses('/healthz', '198.51.100.1')).toEqual([200, 200]);
    expect(await statuses('/healthz?verbose', '198.51.100.2')).toEqual([200, 200]);
    expect(await statuses('/healthz-x', '198.51.100.3')).toEqual([404, 429]);
  });
});
