import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ACTION_LIMITS, type Action, LIMITS } from '#contract/limits.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { ActionLimits } from './action-limits.ts';
import { RateLimits } from './rate-limiter.ts';

const PROMPT = `/api/prompts/${seedId('A prompt')}`;

describe('over HTTP', () => {
  let app: TestApp;
  let ada: TestMember;
  let grace: TestMember;

  beforeAll(async () => {
    app = await createTestApp({ template: 'empty', settings: { rateLimit: 1_000_000 } });
    await seedPrompts(app.database.db, [{ title: 'A prompt' }]);
    ada = await createMember(app);
    grace = await createMember(app);
    // New members may post less.
    await sql`update users set created_at = now() - interval '25 hours' where id in (${ada.id}, ${grace.id})`.execute(
      app.database.db,
    );
  });

  afterAll(() => app.close());

  test('a new member’s sixth comment in an hour is refused, saying when; an older one’s counts no more', async () => {
    const kim = await createMember(app);
    const post = (content: string) => kim.post(`${PROMPT}/comments`, { content });
    const atOnce = await Promise.all(['1', '2', '3', '4', '5', '6', '7'].map(post));
    expect(atOnce.filter(({ statusCode }) => statusCode === 200)).toHaveLength(LIMITS.newMemberComments);
    const refused = await post('Another');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    expect(refused.json().message).toBe(
      'On their first day members can post 5 comments an hour. Please try again in 60 minutes.',
    );
    await sql`update comments set created_at = created_at - interval '30 minutes' where user_id = ${kim.id}`.execute(
      app.database.db,
    );
    expect((await post('Another')).json().message).toContain('in 30 minutes.');
    await sql`update comments set created_at = created_at - interval '31 minutes' where id =
      (select id from comments where user_id = ${kim.id} limit 1)`.execute(app.database.db);
    expect((await post('Another')).statusCode).toBe(200);
    await sql`delete from comments where user_id = ${kim.id}`.execute(app.database.db);
    await sql`update prompt_stats set comment_count = 0`.execute(app.database.db);
  });

  test('the comment above the limit is refused, saying when; others and other actions go on', async () => {
    const post = (member: TestMember, index: number) =>
      member.post(`${PROMPT}/comments`, { content: `Number ${index}` });
    for (let index = 0; index < ACTION_LIMITS.comment.count; index += 1) {
      expect((await post(ada, index)).statusCode).toBe(200);
    }
    const refused = await post(ada, 1000);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(refused.json().message).toBe('Too many comments. Please try again in 10 minutes.');
    expect(refused.headers['content-type']).toContain('application/problem+json');
    expect((await post(grace, 0)).statusCode).toBe(200);
    expect((await ada.post(`${PROMPT}/favorite`)).statusCode).toBe(200);
    expect((await ada.get(PROMPT)).json().commentCount).toBe(51);
  });

  test('what is refused for another reason counts too; visitors are asked to sign in first', async () => {
    const iris = await createMember(app);
    for (let index = 0; index < ACTION_LIMITS.report.count; index += 1) {
      expect((await iris.post('/api/comments/aaaaaaaaaaaa/report', { reason: 'no' })).statusCode).toBe(400);
    }
    expect((await iris.post('/api/comments/aaaaaaaaaaaa/report', { reason: 'spam' })).statusCode).toBe(429);
    const visitor = await app.server.inject({
      method: 'POST',
      url: '/api/comments/aaaaaaaaaaaa/report',
      headers: { 'sec-fetch-site': 'same-origin', origin: app.settings.publicUrl },
      payload: { reason: 'spam' },
    });
    expect(visitor.statusCode).toBe(401);
  });

  test('every route that changes something for a member has a limit', () => {
    // "x" is no id, so that nothing is done but counting.
    const routes = [
      ['favorite', 'POST', '/api/prompts/x/favorite'],
      ['favorite', 'DELETE', '/api/prompts/x/favorite'],
      ['vote', 'POST', '/api/prompts/x/vote'],
      ['vote', 'DELETE', '/api/prompts/x/vote'],
      ['copy', 'POST', '/api/prompts/x/copy'],
      ['comment', 'POST', '/api/prompts/x/comments'],
      ['commentChange', 'PUT', '/api/comments/x'],
      ['commentChange', 'DELETE', '/api/comments/x'],
      ['vote', 'POST', '/api/comments/x/vote'],
      ['vote', 'DELETE', '/api/comments/x/vote'],
      ['report', 'POST', '/api/comments/x/report'],
      ['opening', 'PUT', '/api/user/recents/x'],
      ['recents', 'PUT', '/api/user/recents'],
      ['recents', 'DELETE', '/api/user/recents'],
      ['recents', 'DELETE', '/api/user/recents/x'],
    ] as const;
    return Promise.all(routes.map(([action, method, url]) => expectLimit(action, method, url)));
  });

  test('reading authorization requests does not use up the limit for revoking access', async () => {
    const kim = await createMember(app);
    for (let index = 0; index <= ACTION_LIMITS.authorization.count; index += 1) {
      const { statusCode } = await kim.get('/api/oauth/authorization?client_id=x');
      expect(statusCode).toBe(index < ACTION_LIMITS.authorization.count ? 200 : 429);
    }
    expect((await kim.del(`/api/account/grants/${randomUUID()}`)).json()).toEqual({ revoked: 0 });
  });

  test('looking at a subscription does not use up the limit for changing it', async () => {
    const kim = await createMember(app);
    for (let index = 0; index <= ACTION_LIMITS.billingReading.count; index += 1) {
      const { statusCode } = await kim.get('/api/subscription/bills');
      expect(statusCode === 429).toBe(index === ACTION_LIMITS.billingReading.count);
    }
    expect((await kim.post('/api/subscription/trial')).statusCode).toBe(200);
  });

  async function expectLimit(action: Action, method: 'POST' | 'PUT' | 'DELETE', url: string): Promise<void> {
    const member = await createMember(app);
    const call = () =>
      method === 'POST'
        ? member.post(url, { type: 'up' })
        : method === 'PUT'
          ? member.put(url, {})
          : member.del(url);
    for (let index = 0; index < ACTION_LIMITS[action].count; index += 1) {
      expect((await call()).statusCode).not.toBe(429);
    }
    const refused = await call();
    expect([url, refused.statusCode]).toEqual([url, 429]);
    expect(refused.json().message).toContain(`Too many ${ACTION_LIMITS[action].noun}. Please try again in `);
  }
});

describe('counting', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('starts again after the action’s time, and says how long in words', async () => {
    vi.useFakeTimers();
    const { memberLimit } = new ActionLimits(new RateLimits()).of('comment');
    const count = async () => await memberLimit?.count('ada');
    for (let index = 0; index < 50; index += 1) await count();
    await expect(count()).rejects.toThrow('Too many comments. Please try again in 10 minutes.');
    vi.advanceTimersByTime(9 * 60_000);
    await expect(count()).rejects.toThrow('in 60 seconds.');
    vi.advanceTimersByTime(59_900);
    await expect(count()).rejects.toThrow('in 1 second.');
    vi.advanceTimersByTime(100);
    await count();
  });

  test('is off where limits are off', () => {
    expect(new ActionLimits().of('comment')).toEqual({});
  });
});
