import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ModerationCase } from '#contract/admin-moderation.ts';
import {
  createMember,
  createStaff,
  createTestApp,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';

let app: TestApp;
let moderator: TestMember;
let author: TestMember;
let reader: TestMember;
let promptId: string;

beforeAll(async () => {
  app = await createTestApp();
  moderator = await createStaff(app, 'moderator');
  author = await createMember(app, { firstName: 'Otto' });
  reader = await createMember(app, { firstName: 'Rita' });
  promptId = (await app.get('/api/prompts/search?tier=basic&limit=1')).json()[0].id;
});
afterAll(() => app.close());

async function reported(content: string): Promise<string> {
  const { id } = (await author.post(`/api/prompts/${promptId}/comments`, { content })).json();
  await reader.post(`/api/comments/${id}/report`, { reason: 'spam', details: 'Look' });
  return id;
}
async function reportedCollection(): Promise<string> {
  const { id } = (await author.post('/api/collections', { name: 'Books to buy' })).json();
  const shared = await author.put(`/api/collections/${id}/sharing`, { visibility: 'link', showsName: true });
  const url = `/api/shared-collections/${shared.json().share}/report`;
  expect((await reader.post(url, { reason: 'spam' })).statusCode).toBe(200);
  return id;
}
const cases = async (state = 'open'): Promise<ModerationCase[]> =>
  (await moderator.get(`/api/admin/moderation?state=${state}`)).json().cases;
const decide = (id: string, decision: string) =>
  moderator.post(`/api/admin/moderation/${id}/decision`, { decision, reason: 'House rules' });
const shown = async () =>
  (await reader.get(`/api/prompts/${promptId}/comments`))
    .json()
    .map(({ content }: { content: string }) => content);
const noticesOf = async (member: TestMember): Promise<string[]> =>
  (await member.get('/api/notices')).json().map(({ kind }: { kind: string }) => kind);
async function count(): Promise<number> {
  const text = 'select comment_count from prompt_stats where prompt_id = $1';
  return (await app.database.pool.query(text, [promptId])).rows[0].comment_count;
}

test('a report is seen with its context, and the comment kept, hidden, shown again and deleted', async () => {
  const before = await count();
  const id = await reported('Buy my book');
  expect(await cases()).toMatchObject([
    {
      commentId: id,
      content: 'Buy my book',
      state: 'shown',
      prompt: { id: promptId },
      author: { id: author.id, name: 'Otto Test', reported: 1, removed: 0 },
      reports: [{ by: { id: reader.id }, reason: 'spam', details: 'Look' }],
    },
  ]);
  expect((await decide(id, 'hide')).statusCode).toBe(200);
  expect([await shown(), await count(), await cases()]).toEqual([[], before, []]);
  const [resolved] = await cases('resolved');
  expect(resolved).toMatchObject({ state: 'hidden', content: 'Buy my book', resolution: 'hidden' });
  expect(resolved?.resolvedAt).toMatch(/^\d{4}-/);
  await decide(id, 'keep');
  expect([await shown(), await count()]).toEqual([['Buy my book'], before + 1]);
  await decide(id, 'delete');
  expect([await shown(), await count()]).toEqual([[], before]);
  // Its text is gone.
  expect([(await decide(id, 'keep')).statusCode, (await decide(id, 'hide')).statusCode]).toEqual([409, 409]);
  expect((await cases('resolved'))[0]).toMatchObject({
    state: 'deleted',
    content: '',
    resolution: 'deleted',
  });
  expect(await noticesOf(author)).toEqual(['comment_removed', 'comment_restored', 'comment_hidden']);
  // Once, by the decision it waited for.
  expect(await noticesOf(reader)).toEqual(['report_upheld']);
});

test('the reporter of a comment that is kept is notified; its author is not', async () => {
  const before = [await noticesOf(author), await noticesOf(reader)];
  await decide(await reported('Buy nothing'), 'keep');
  expect(await noticesOf(author)).toEqual(before[0]);
  expect(await noticesOf(reader)).toEqual(['report_decided', ...(before[1] ?? [])]);
});

test('authors who were reported before are marked, for comments and collections', async () => {
  const id = await reportedCollection();
  await reported('Buy my other book');
  expect((await moderator.get('/api/admin/moderation')).json()).toMatchObject({
    open: 2,
    cases: [{ author: { reported: 4, removed: 1 } }],
  });
  expect((await moderator.get('/api/admin/overview')).json().work.openReports).toBe(2);
  await moderator.post(`/api/admin/collections/${id}/decision`, { decision: 'hide', reason: 'House rules' });
  expect((await moderator.get('/api/admin/collections?state=resolved')).json()).toMatchObject([
    { owner: { id: author.id, name: 'Otto Test', reported: 4, removed: 2, isSuspended: false } },
  ]);
});

test('a comment that nobody reported cannot be decided on', async () => {
  const { id } = (await author.post(`/api/prompts/${promptId}/comments`, { content: 'Fine' })).json();
  expect((await decide(id, 'delete')).statusCode).toBe(404);
  expect(await shown()).toContain('Fine');
});

test('permanent deletion requires a recent sign-in, the other decisions do not', async () => {
  const late = await createStaff(app, 'moderator');
  await app.database.pool.query('update sessions set proven_at = null where user_id = $1', [late.id]);
  const id = await reported('Buy my hat');
  const collection = await reportedCollection();
  for (const url of [
    `/api/admin/moderation/${id}/decision`,
    `/api/admin/collections/${collection}/decision`,
  ]) {
    const refused = await late.post(url, { decision: 'delete', reason: 'House rules' });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'sign_in_again']);
    expect((await late.post(url, { decision: 'hide', reason: 'House rules' })).statusCode).toBe(200);
  }
});

test('a hidden comment stays in its author’s archive, and is deleted with their account', async () => {
  const id = await reported('My hidden words');
  await decide(id, 'hide');
  const text = 'select hidden_content from comments where id = $1';
  expect((await app.database.pool.query(text, [id])).rows).toEqual([{ hidden_content: 'My hidden words' }]);
  await author.post('/api/account/deletion', { confirmation: 'DELETE', comments: 'keep' });
  expect((await app.database.pool.query(text, [id])).rows).toEqual([{ hidden_content: null }]);
});
