import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Overview } from '#contract/admin-overview.ts';
import {
  createMember,
  createStaff,
  createTestApp,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';

let app: TestApp;
let moderator: TestMember;

beforeAll(async () => {
  app = await createTestApp();
  moderator = await createStaff(app, 'moderator');
});
afterAll(() => app.close());

const overview = async (days: string): Promise<Overview> =>
  (await moderator.get(`/api/admin/overview?days=${days}`)).json();

test('figures are counted by day, as they are in the database', async () => {
  const ada = await createMember(app);
  const [{ id }] = (await app.get('/api/prompts/search?tier=basic&limit=1')).json();
  await ada.post(`/api/prompts/${id}/copy`);
  await ada.post(`/api/prompts/${id}/favorite`);
  await ada.post(`/api/prompts/${id}/vote`, { type: 'down' });
  await ada.post('/api/prompt-requests', { text: 'Beekeeping' });
  await sql`insert into subscriptions (user_id, subscription_id, status, price_id, tier, current_period_end, is_entitled,
    as_of, amount_cents) values (${ada.id}, 's', 'active', 'p', 'pro', now() + interval '9 days', true, now(), 999)`.execute(
    app.database.db,
  );
  await sql`update prompts set review_due = '2026-01-02' where id = ${id}`.execute(app.database.db);
  const found = await overview('30');
  expect(found.days).toHaveLength(30);
  expect(found.days[0]).toMatchObject({
    newMembers: 2,
    activeMembers: 2,
    copies: 1,
    favorites: 1,
    comments: 0,
  });
  expect(found.totals).toMatchObject({
    members: 2,
    activeToday: 2,
    paying: 1,
    payingShare: 50,
    monthlyRevenueCents: 999,
    failedPayments: 0,
  });
  expect(found.requests).toMatchObject([{ requests: 1 }]);
  expect(found.reviewsDue[0]).toMatchObject({ id, value: '2026-01-02' });
  expect(found.fallingRatings).toMatchObject([{ id, value: '0 up, 1 down' }]);
  expect((await overview('365')).days).toHaveLength(365);
});

test('figures are kept for a minute, warnings are not', async () => {
  const before = await overview('90');
  await createMember(app);
  await sql`insert into billing_incidents (kind, subject, detail) values ('key_refused', 'customers.create', '403')`.execute(
    app.database.db,
  );
  const after = await overview('90');
  expect([after.asOf, after.totals.members]).toEqual([before.asOf, before.totals.members]);
  expect([before.warnings, after.warnings.map(({ source }) => source)]).toEqual([[], ['Payments']]);
});
