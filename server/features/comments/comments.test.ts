import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comment } from '#contract/comments.ts';
import { TIERS, tierRank } from '#contract/tiers.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: TestMember;
let grace: TestMember;
let nextPrompt = 0;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    ...Array.from({ length: 30 }, (_, index) => ({ title: `Prompt ${index}` })),
    ...TIERS.map((tier) => ({ title: `Of tier ${tier}`, tier, content: `secret of ${tier}` })),
    { title: 'A retired prompt', isListed: false },
  ]);
  ada = await createMember(app, { firstName: 'Ada', lastName: 'Byron', email: 'ada.byron@example.com' });
  grace = await createMember(app, { firstName: null, lastName: null, email: 'grace@example.org' });
});

afterAll(() => app.close());

/** A prompt without comments. */
const freshPrompt = () => seedId(`Prompt ${nextPrompt++}`);
const threadOf = (id: string) => `/api/prompts/${id}/comments`;

async function post(member: TestMember, id: string, content: string, parentId?: string): Promise<Comment> {
  const response = await member.post(threadOf(id), { content, ...(parentId ? { parentId } : {}) });
  expect([response.statusCode, response.payload]).toEqual([200, response.payload]);
  return response.json();
}

/** All pages of the list. */
async function read(member: TestMember, id: string): Promise<Comment[]> {
  const comments: Comment[] = [];
  for (let url: string | undefined = threadOf(id); url !== undefined; ) {
    const response = await member.get(url);
    comments.push(...response.json());
    url = /^<(.*)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1];
  }
  return comments;
}
const countOf = async (id: string) => (await ada.get(`/api/prompts/${id}`)).json().commentCount;

describe('posting', () => {
  test('returns the comment as its author sees it, and others see it without the address', async () => {
    const id = freshPrompt();
    const own = await post(ada, id, '  Works well.  ');
    expect(own).toMatchObject({
      content: 'Works well.',
      parentId: null,
      editedAt: null,
      isDeleted: false,
      upvotes: 0,
      hasUpvoted: false,
      isOwn: true,
      user: { firstName: 'Ada', lastName: 'Byron', email: 'ada.byron@example.com' },
    });
    expect(Date.parse(own.editableUntil ?? '') - Date.parse(own.createdAt)).toBe(15 * 60_000);
    const [seen] = await read(grace, id);
    expect(seen).toEqual({
      ...own,
      isOwn: false,
      editableUntil: null,
      user: { firstName: 'Ada', lastName: 'Byron', email: 'a•••@•••', profileImageUrl: null },
    });
    expect(await countOf(id)).toBe(1);
  });

  test('oldest first, one level of replies: a reply to a reply joins its thread', async () => {
    const id = freshPrompt();
    const first = await post(ada, id, 'first');
    const second = await post(grace, id, 'second');
    const reply = await post(grace, id, 'reply', first.id);
    const deeper = await post(ada, id, 'deeper', reply.id);
    expect([first.parentId, second.parentId, reply.parentId, deeper.parentId]).toEqual([
      null,
      null,
      first.id,
      first.id,
    ]);
    const thread = await read(ada, id);
    expect(thread.map(({ content }) => content)).toEqual(['first', 'second', 'reply', 'deeper']);
    expect(await countOf(id)).toBe(4);
  });

  test('a double click is one comment; other texts, threads and members are other comments', async () => {
    const id = freshPrompt();
    const clicks = await Promise.all(Array.from({ length: 100 }, () => post(ada, id, 'Twice?')));
    expect(new Set(clicks.map((comment) => comment.id)).size).toBe(1);
    const [parent] = clicks;
    await post(ada, id, 'Twice!');
    await post(ada, id, 'Twice?', parent?.id);
    await post(ada, id, 'Twice?', parent?.id);
    await post(grace, id, 'Twice?');
    await post(ada, freshPrompt(), 'Twice?');
    expect(await read(ada, id)).toHaveLength(4);
    expect(await countOf(id)).toBe(4);
  });

  test('the same text more than a minute later is a new comment', async () => {
    const id = freshPrompt();
    const first = await post(ada, id, 'Thanks');
    await app.database.pool.query(
      `update comments set created_at = created_at - interval '61 seconds' where id = $1`,
      [first.id],
    );
    expect((await post(ada, id, 'Thanks')).id).not.toBe(first.id);
  });

  test('visitors neither read nor post', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', origin: app.settings.publicUrl };
    const url = threadOf(freshPrompt());
    for (const method of ['GET', 'POST'] as const) {
      const response = await app.server.inject({ method, url, headers, payload: { content: 'x' } });
      expect([response.statusCode, response.json().message]).toEqual([401, 'Unauthorized']);
    }
  });

  test('above their tier members neither read nor post', async () => {
    const members = await Promise.all(TIERS.map((tier) => createMember(app, { tier })));
    const pairs = members.flatMap((member, rank) => TIERS.map((tier) => ({ member, rank, tier })));
    for (const { member, rank, tier } of pairs) {
      const thread = threadOf(seedId(`Of tier ${tier}`));
      const refused = [403, 'Upgrade required'];
      for (const response of [await member.get(thread), await member.post(thread, { content: 'Hello' })]) {
        const outcome = [response.statusCode, response.json().message?.slice(0, 16)];
        expect(outcome).toEqual(rank >= tierRank(tier) ? [200, undefined] : refused);
        expect(response.payload).not.toContain('secret');
      }
    }
    const engineer = await createMember(app, { tier: 'engineer' });
    for (const [rank, tier] of TIERS.entries()) {
      expect(await read(engineer, seedId(`Of tier ${tier}`))).toHaveLength(TIERS.length - rank);
    }
  });
});

describe('what cannot be a comment is refused, and changes nothing', () => {
  test('by its text', async () => {
    const id = freshPrompt();
    const blanks = ['', '   ', '\n\t\u00a0', '\u200b\u200d', '\ufeff', '\u202e'];
    const texts = [...blanks, 'x'.repeat(10_001), 'a\u0000b', 'half \ud800', '\udc00 half'];
    for (const content of texts) {
      const response = await ada.post(threadOf(id), { content });
      expect([JSON.stringify(content.slice(0, 20)), response.statusCode]).toEqual([
        JSON.stringify(content.slice(0, 20)),
        400,
      ]);
      expect(response.json().message).toMatch(/^content: /);
    }
    const raw = { 'content-type': 'application/json' };
    for (const [payload, status] of [
      ['{"content":"a\\u0000b"}', 400],
      ['{"content":"half \\ud800"}', 400],
      [`{"content":"${'x'.repeat(1_048_577)}"}`, 413],
      [`{"content":"${' '.repeat(200_000)}x"}`, 413],
    ] as const) {
      const response = await ada.post(threadOf(id), undefined, { payload, headers: raw });
      expect(response.statusCode).toBe(status);
    }
    expect(await read(ada, id)).toEqual([]);
    expect(await countOf(id)).toBe(0);
  });

  test('by its shape', async () => {
    const id = freshPrompt();
    const bodies = [
      {},
      { content: null },
      { content: 5 },
      { content: ['x'] },
      { content: { $gt: '' } },
      { text: 'x' },
      ...['id', 'userId', 'tier', 'role', 'createdAt', 'upvotes', 'deletedAt', 'isOwn', 'constructor'].map(
        (name) => ({ content: 'x', [name]: 'y' }),
      ),
    ];
    for (const body of bodies) {
      expect([JSON.stringify(body), (await ada.post(threadOf(id), body)).statusCode]).toEqual([
        JSON.stringify(body),
        400,
      ]);
    }
    const payload = '{"content":"x","__proto__":{"polluted":true}}';
    const headers = { 'content-type': 'application/json' };
    expect((await ada.post(threadOf(id), undefined, { payload, headers })).statusCode).toBe(400);
    expect(await read(ada, id)).toEqual([]);
  });

  test('by its parent', async () => {
    const id = freshPrompt();
    const elsewhere = await post(ada, freshPrompt(), 'elsewhere');
    const removed = await post(ada, id, 'gone');
    await ada.del(`/api/comments/${removed.id}`);
    const parents = [
      elsewhere.id,
      removed.id,
      'aaaaaaaaaaaa',
      '-1',
      '',
      'x'.repeat(5000),
      7,
      [elsewhere.id],
      {},
    ];
    for (const parentId of parents) {
      const response = await ada.post(threadOf(id), { content: 'reply', parentId });
      expect([400, 404]).toContain(response.statusCode);
      expect(response.json().message).not.toBe('');
    }
    expect(await read(ada, id)).toEqual([]);
    expect(await countOf(id)).toBe(0);
    const threads = [threadOf('aaaaaaaaaaaa'), threadOf(seedId('A retired prompt'))];
    for (const url of threads) expect((await ada.post(url, { content: 'x' })).statusCode).toBe(404);
  });
});

test('markup, signs, emoji and long texts come back as they were written', async () => {
  const id = freshPrompt();
  const texts = [
    '<img src=x onerror=alert(1)><svg onload=alert(1)></script>',
    '[link](javascript:alert(1)) ![image](https://evil.example/x.png)',
    '\u202eright to left\u202c \ufeffBOM Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A',
    '👩‍👩‍👧‍👦 👍🏽 🇫🇷',
    '\n\n'.concat('line\n'.repeat(1900), 'end'),
    'x'.repeat(10_000),
    `${'é'.repeat(9999)}!`,
    '.',
    `'; drop table comments; -- $1 \${7*7} {{7*7}} %00 \\`,
  ];
  for (const text of texts) expect((await post(ada, id, `${text}  `)).content).toBe(text.trim());
  expect((await read(grace, id)).map(({ content }) => content)).toEqual(texts.map((text) => text.trim()));
});

test('others’ addresses are never returned, whatever name an account has', async () => {
  const id = freshPrompt();
  const names = [
    { firstName: 'henry@example.net', lastName: null, email: 'henry@example.net' },
    { firstName: null, lastName: '(iris@example.net)', email: 'iris@example.net' },
    { firstName: 'J', lastName: null, email: 'j@example.net', profileImageUrl: 'http://evil.example/a.png' },
    { email: '"odd@one"@example.net', profileImageUrl: 'https://pictures.example/a.png' },
    {
      firstName: 'K',
      email: 'k@example.net',
      profileImageUrl: 'https://lh3.googleusercontent.com/a/k=s96-c',
    },
  ];
  for (const name of names) {
    const member = await createMember(app, name);
    const comment = await post(member, id, 'Hello');
    expect(comment.user?.email).toBe(name.email);
    await post(member, id, 'Reply', comment.id);
  }
  const response = await ada.get(threadOf(id));
  for (const { email } of names)
    expect(response.payload).not.toContain(email.split('@')[0]?.concat('@') ?? '');
  const users = (response.json() as Comment[]).flatMap(({ user, parentId }) => (parentId ? [] : [user]));
  expect(users.map((user) => user?.email)).toEqual([
    'h•••@•••',
    'i•••@•••',
    'j•••@•••',
    '"•••@•••',
    'k•••@•••',
  ]);
  expect(users.map((user) => user?.profileImageUrl)).toEqual([
    null,
    null,
    null,
    null,
    'https://lh3.googleusercontent.com/a/k=s96-c',
  ]);
});

test('a long thread comes in pages, none lost and none twice', async () => {
  const id = freshPrompt();
  const written: string[] = [];
  for (let index = 0; index < 11; index += 1) written.push((await post(ada, id, `Number ${index}`)).id);
  const seen: string[] = [];
  let url: string | undefined = `${threadOf(id)}?limit=4`;
  while (url !== undefined) {
    const response = await grace.get(url);
    seen.push(...(response.json() as Comment[]).map((comment) => comment.id));
    url = /^<(.*)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1];
  }
  expect(seen).toEqual(written);
  expect((await grace.get(`${threadOf(id)}?cursor=abc`)).statusCode).toBe(400);
  expect((await grace.get(`${threadOf(id)}?limit=201`)).statusCode).toBe(400);
});

test('the comments of a deleted account stay, without a name', async () => {
  const id = freshPrompt();
  const leaving = await createMember(app);
  await post(leaving, id, 'My last words');
  await app.database.pool.query('delete from users where id = $1', [leaving.id]);
  expect(await read(ada, id)).toMatchObject([{ content: 'My last words', user: null, isOwn: false }]);
  expect((await leaving.post(threadOf(id), { content: 'Still here?' })).statusCode).toBe(401);
});
