import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Comment } from '#contract/comments.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: TestMember;
let grace: TestMember;
let promptId = '';
let nextPrompt = 0;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    ...Array.from({ length: 30 }, (_, index) => ({ title: `Prompt ${index}` })),
    { title: 'A pro prompt', tier: 'pro', content: 'secret' },
  ]);
  ada = await createMember(app, { tier: 'pro' });
  grace = await createMember(app, { tier: 'pro' });
});

beforeEach(() => {
  promptId = seedId(`Prompt ${nextPrompt++}`);
});

afterAll(() => app.close());

async function post(member: TestMember, content: string, parentId?: string, id = promptId): Promise<Comment> {
  return (await member.post(`/api/prompts/${id}/comments`, { content, parentId: parentId ?? null })).json();
}

const urlOfComment = (comment: { id: string }) => `/api/comments/${comment.id}`;
const read = async (member = ada): Promise<Comment[]> =>
  (await member.get(`/api/prompts/${promptId}/comments`)).json();
const makeOld = (comment: { id: string }) =>
  sql`update comments set created_at = now() - interval '15 minutes' - interval '1 second'
    where id = ${comment.id}`.execute(app.database.db);
const countOf = async () => (await ada.get(`/api/prompts/${promptId}`)).json().commentCount;

describe('editing one’s comment', () => {
  test('changes its words and says so; the same words again are no edit', async () => {
    const comment = await post(ada, 'Frist');
    expect((await ada.put(urlOfComment(comment), { content: ' Frist ' })).json().editedAt).toBeNull();
    const edited = (await ada.put(urlOfComment(comment), { content: ' First ' })).json();
    expect(edited).toEqual({ ...comment, content: 'First', editedAt: edited.editedAt });
    expect(edited.editedAt).not.toBeNull();
    expect((await ada.put(urlOfComment(comment), { content: 'First' })).json()).toEqual(edited);
    expect(await read()).toEqual([edited]);
  });

  test('is over after 15 minutes, and never for others', async () => {
    const comment = await post(ada, 'Mine');
    const others = await grace.put(urlOfComment(comment), { content: 'Yours' });
    expect([others.statusCode, others.json().message]).toEqual([
      403,
      'Only its author can have a comment edited.',
    ]);
    await makeOld(comment);
    const late = await ada.put(urlOfComment(comment), { content: 'Late' });
    expect([late.statusCode, late.json().message]).toEqual([
      403,
      'A comment can be edited within 15 minutes of posting it.',
    ]);
    expect((await read())[0]?.content).toBe('Mine');
  });

  test('refuses what cannot be a comment', async () => {
    const comment = await post(ada, 'Fine');
    const bodies = [
      {},
      { content: ' ' },
      { content: 'x'.repeat(10_001) },
      { content: 'a\u0000' },
      { content: '\ud800' },
      { content: 'x', parentId: null },
      { content: 'x', createdAt: '2000-01-01T00:00:00Z' },
    ];
    for (const body of bodies) expect((await ada.put(urlOfComment(comment), body)).statusCode).toBe(400);
    expect((await ada.put('/api/comments/aaaaaaaaaaaa', { content: 'x' })).statusCode).toBe(404);
    expect((await read())[0]).toEqual(comment);
  });
});

describe('deleting one’s comment', () => {
  test('removes the comment and its text, and may be repeated', async () => {
    const comment = await post(ada, 'Oops, my number is 555');
    await post(grace, 'Another');
    for (let time = 0; time < 3; time += 1) {
      const response = await ada.del(urlOfComment(comment));
      expect([response.statusCode, response.json()]).toEqual([200, { commentCount: 1 }]);
    }
    expect((await read()).map(({ content }) => content)).toEqual(['Another']);
    const { rows } = await sql`select from comments where content like '%555%'`.execute(app.database.db);
    expect(rows).toHaveLength(0);
    expect((await ada.put(urlOfComment(comment), { content: 'Back' })).statusCode).toBe(404);
    expect((await grace.del(urlOfComment(comment))).statusCode).toBe(404);
  });

  test('one with replies stays as "deleted" and is not counted; the thread continues', async () => {
    const parent = await post(ada, 'Parent');
    const reply = await post(grace, 'Reply', parent.id);
    expect((await ada.del(urlOfComment(parent))).json()).toEqual({ commentCount: 1 });
    expect(await read(grace)).toMatchObject([
      {
        id: parent.id,
        isDeleted: true,
        content: '',
        user: null,
        isOwn: false,
        editableUntil: null,
        upvotes: 0,
      },
      { id: reply.id, parentId: parent.id, content: 'Reply' },
    ]);
    expect(
      (await ada.post(`/api/prompts/${promptId}/comments`, { content: 'x', parentId: parent.id })).statusCode,
    ).toBe(404);
    expect((await post(ada, 'To you', reply.id)).parentId).toBe(parent.id);
    expect(await countOf()).toBe(2);
  });

  test('with its last reply, a deleted parent goes too', async () => {
    const parent = await post(ada, 'Parent');
    const reply = await post(grace, 'Reply', parent.id);
    await ada.del(urlOfComment(parent));
    expect((await grace.del(urlOfComment(reply))).json()).toEqual({ commentCount: 0 });
    expect(await read()).toEqual([]);
  });

  test('is over after 15 minutes, and never for others', async () => {
    const comment = await post(ada, 'Mine');
    expect((await grace.del(urlOfComment(comment))).statusCode).toBe(403);
    await makeOld(comment);
    const late = await ada.del(urlOfComment(comment));
    expect([late.statusCode, late.json().message]).toEqual([
      403,
      'A comment can be deleted within 15 minutes of posting it.',
    ]);
    expect((await ada.del('/api/comments/aaaaaaaaaaaa')).statusCode).toBe(404);
    expect(await countOf()).toBe(1);
  });

  test('twenty deletes, replies and posts at once: the counter equals the remaining rows', async () => {
    const parents = await Promise.all(Array.from({ length: 10 }, (_, index) => post(ada, `Parent ${index}`)));
    await Promise.all(
      parents.flatMap((parent, index) => [
        ada.del(urlOfComment(parent)),
        ada.del(urlOfComment(parent)),
        grace.post(`/api/prompts/${promptId}/comments`, { content: `Reply ${index}`, parentId: parent.id }),
        grace.post(`/api/prompts/${promptId}/comments`, { content: 'Same words' }),
      ]),
    );
    const living = (await read()).filter(({ isDeleted }) => !isDeleted);
    expect(await countOf()).toBe(living.length);
    expect(living.filter(({ content }) => content === 'Same words')).toHaveLength(1);
    const ids = new Set((await read()).map(({ id }) => id));
    for (const { parentId } of living) expect(parentId === null || ids.has(parentId)).toBe(true);
  });
});

describe('voting on a comment', () => {
  test('counts members, may be repeated and taken back', async () => {
    const comment = await post(ada, 'Good point');
    const url = `${urlOfComment(comment)}/vote`;
    expect((await grace.post(url)).json()).toEqual({ upvotes: 1, hasUpvoted: true });
    const again = await Promise.all(Array.from({ length: 20 }, () => grace.post(url)));
    for (const response of again) expect(response.json()).toEqual({ upvotes: 1, hasUpvoted: true });
    const iris = await createMember(app);
    expect((await iris.post(url)).json()).toEqual({ upvotes: 2, hasUpvoted: true });
    expect((await read(grace))[0]).toMatchObject({ upvotes: 2, hasUpvoted: true });
    expect((await read(ada))[0]).toMatchObject({ upvotes: 2, hasUpvoted: false });
    expect((await grace.del(url)).json()).toEqual({ upvotes: 1, hasUpvoted: false });
    expect((await grace.del(url)).json()).toEqual({ upvotes: 1, hasUpvoted: false });
  });

  test('fifty members toggling at once leave as many upvotes as rows', async () => {
    const comment = await post(ada, 'Popular');
    const members = await Promise.all(Array.from({ length: 25 }, () => createMember(app)));
    const url = `${urlOfComment(comment)}/vote`;
    const responses = await Promise.all(
      Array.from({ length: 300 }, (_, index) => {
        const member = members[index % 25];
        return (index * 7) % 3 === 0 ? member?.del(url) : member?.post(url);
      }),
    );
    expect(new Set(responses.map((response) => response?.statusCode))).toEqual(new Set([200]));
    const { rows } = await sql<{ upvotes: number; rows: number }>`
      select upvotes, (select count(*)::integer from comment_votes where comment_id = c.id) as rows
      from comments c where id = ${comment.id}`.execute(app.database.db);
    expect(rows[0]?.upvotes).toBe(rows[0]?.rows);
  });

  test('is refused on one’s own, on a deleted and on an unknown comment', async () => {
    const comment = await post(ada, 'Mine');
    const own = await ada.post(`${urlOfComment(comment)}/vote`);
    expect([own.statusCode, own.json().message]).toEqual([403, 'You cannot vote on your own comment.']);
    await ada.del(urlOfComment(comment));
    expect((await grace.post(`${urlOfComment(comment)}/vote`)).statusCode).toBe(404);
    expect((await grace.post('/api/comments/aaaaaaaaaaaa/vote')).statusCode).toBe(404);
  });
});

describe('reporting a comment', () => {
  test('is stored once per member, with the first reason', async () => {
    const comment = await post(ada, 'Buy now');
    const url = `${urlOfComment(comment)}/report`;
    expect((await grace.post(url, { reason: 'spam', details: ' Advertising ' })).json()).toEqual({
      isReported: true,
    });
    expect((await grace.post(url, { reason: 'abuse' })).json()).toEqual({ isReported: true });
    const rows = await app.database.db
      .selectFrom('comment_reports')
      .select(['user_id', 'reason', 'details'])
      .where('comment_id', '=', comment.id)
      .execute();
    expect(rows).toEqual([{ user_id: grace.id, reason: 'spam', details: 'Advertising' }]);
  });

  test('is not for one’s own, and takes known reasons only', async () => {
    const comment = await post(ada, 'Fine');
    const url = `${urlOfComment(comment)}/report`;
    const own = await ada.post(url, { reason: 'spam' });
    expect([own.statusCode, own.json().message]).toEqual([403, 'You cannot report your own comment.']);
    const bodies = [
      {},
      { reason: 'boring' },
      { reason: ['spam'] },
      { reason: 'spam', details: 'x'.repeat(1001) },
      { reason: 'spam', details: 'a\u0000' },
      { reason: 'spam', details: '\ud800' },
      { reason: 'spam', userId: ada.id },
    ];
    for (const body of bodies) expect((await grace.post(url, body)).statusCode).toBe(400);
  });
});

test('members who may no longer read the prompt can only delete their own comments', async () => {
  promptId = seedId('A pro prompt');
  const leaving = await createMember(app, { tier: 'pro' });
  const own = await post(leaving, 'Mine');
  const others = await post(grace, 'Theirs');
  await sql`update users set tier = 'basic' where id = ${leaving.id}`.execute(app.database.db);
  for (const response of [
    await leaving.get(`/api/prompts/${promptId}/comments`),
    await leaving.put(urlOfComment(own), { content: 'Changed' }),
    await leaving.post(`${urlOfComment(others)}/vote`),
    await leaving.del(`${urlOfComment(others)}/vote`),
    await leaving.post(`${urlOfComment(others)}/report`, { reason: 'spam' }),
  ]) {
    expect([response.statusCode, response.json().message]).toEqual([
      403,
      'Upgrade required: this prompt is part of the Pro plan.',
    ]);
    expect(response.payload).not.toContain('secret');
    expect(response.payload).not.toContain('Theirs');
  }
  expect((await leaving.del(urlOfComment(own))).json()).toEqual({ commentCount: 1 });
});
