import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comment } from '#contract/comments.ts';
import { LIMITS, SERVER_LIMITS } from '#contract/limits.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

let app: TestApp;
let author: TestMember;
let reader: TestMember;
let nextPrompt = 0;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    ...Array.from({ length: 40 }, (_, index) => ({ title: `Prompt ${index}` })),
    { title: 'Of the engineers', tier: 'engineer' },
  ]);
  author = await createMember(app);
  reader = await createMember(app);
});
afterAll(() => app.close());

const freshPrompt = () => seedId(`Prompt ${nextPrompt++}`);
const listOf = (id: string) => `/api/prompts/${id}/comments`;
const idsOf = (comments: readonly Comment[]) => comments.map(({ id }) => id);

let written = 0;

/** Written straight into the database, a second apart: the limit on posting is not what is tested here. */
async function write(prompt: string, content: string, ids: string[], parent: string | null = null) {
  await app.database.pool.query(
    `insert into comments (id, prompt_id, user_id, parent_id, content, created_at)
     select r.id, $1, $2, $3, $4, timestamptz '2026-01-01' + ($6 + r.place) * interval '1 second'
     from unnest($5::text[]) with ordinality as r (id, place)`,
    [prompt, author.id, parent, content, ids, written],
  );
  written += ids.length;
}
/** Ids in order: of letters alone. */
const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    `${prefix}${String(index).padStart(11, '0')}`.replace(/\d/g, (digit) =>
      'abcdefghij'.charAt(Number(digit)),
    ),
  );

async function readPages(url: string): Promise<Comment[][]> {
  const pages: Comment[][] = [];
  for (let next: string | undefined = url; next !== undefined; ) {
    const response = await reader.get(next);
    expect(response.statusCode).toBe(200);
    pages.push(response.json());
    next = /^<(.*)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1];
  }
  return pages;
}
const threadsOf = (page: readonly Comment[]) => new Set(page.map(({ id, parentId }) => parentId ?? id)).size;

describe('a page of comments', () => {
  test('has at most 20 threads, each with its replies, and the rest follow', async () => {
    const id = freshPrompt();
    const firsts = names('a', 45);
    await write(id, 'first', firsts);
    // Written last, and on the first page all the same: with the thread they answer.
    await write(id, 'reply', names('b', 3), firsts[0]);
    const pages = await readPages(listOf(id));
    expect(pages.map(threadsOf)).toEqual([20, 20, 5]);
    expect(idsOf(pages[0] ?? [])).toEqual([...firsts.slice(0, 20), ...names('b', 3)]);
    expect(idsOf(pages.flat()).filter((commentId) => commentId.startsWith('a'))).toEqual(firsts);
  });

  test('has at most 30 comments, whatever is asked for; a long thread goes on behind it', async () => {
    const id = freshPrompt();
    const [first = '', second = ''] = names('c', 2);
    await write(id, 'first', [first, second]);
    await write(id, 'reply', names('d', 70), first);
    const pages = await readPages(`${listOf(id)}?limit=200`);
    expect(pages.map(({ length }) => length)).toEqual([30, 30, 12]);
    expect(idsOf(pages.flat()).filter((commentId) => commentId.startsWith('d'))).toEqual(names('d', 70));
    expect(idsOf(pages[0] ?? [])).not.toContain(second);
    expect(idsOf(pages[2] ?? [])).toContain(second);
  });

  test('loses none and repeats none when all were written in the same moment', async () => {
    const id = freshPrompt();
    const firsts = names('e', 25);
    await write(id, 'first', firsts);
    for (const [index, first] of firsts.slice(0, 3).entries()) {
      await write(id, 'reply', names(`${'fgh'[index]}`, 12), first);
    }
    await app.database.pool.query(`update comments set created_at = '2026-01-01' where prompt_id = $1`, [id]);
    for (const limit of [1, 7, 30]) {
      const seen = idsOf((await readPages(`${listOf(id)}?limit=${limit}`)).flat());
      expect(seen).toHaveLength(61);
      expect(new Set(seen).size).toBe(61);
    }
  });

  test('ends where its texts get long; one comment is always a page', async () => {
    const id = freshPrompt();
    await write(id, '\u0001'.repeat(LIMITS.commentCharacters), names('i', 4));
    expect((await readPages(listOf(id))).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    const other = freshPrompt();
    await write(other, 'word '.repeat(LIMITS.commentCharacters / 5).trim(), names('j', 9));
    const lengths = (await readPages(listOf(other))).map(({ length }) => length);
    expect(lengths).toEqual([4, 4, 1]);
  });
});

describe('one comment, for a link to it', () => {
  test('is answered as the list has it', async () => {
    const id = freshPrompt();
    const [first = '', reply = ''] = names('k', 2);
    await write(id, 'first', [first]);
    await write(id, 'reply', [reply], first);
    const [, listed] = (await reader.get(listOf(id))).json();
    const response = await reader.get(`${listOf(id)}/${reply}`);
    expect([response.statusCode, response.json()]).toEqual([200, listed]);
    await app.database.pool.query(`update comments set content = '', deleted_at = now() where id = any($1)`, [
      [first],
    ]);
    const deleted = (await reader.get(`${listOf(id)}/${first}`)).json();
    expect(deleted).toMatchObject({ isDeleted: true, content: '', user: null });
  });

  test('is not found under another prompt, and refused as the list is', async () => {
    const [id = ''] = names('l', 1);
    await write(seedId('Of the engineers'), 'secret', [id]);
    const url = `${listOf(seedId('Of the engineers'))}/${id}`;
    expect((await reader.get(`${listOf(freshPrompt())}/${id}`)).statusCode).toBe(404);
    expect((await reader.get(`${listOf(freshPrompt())}/${'z'.repeat(12)}`)).statusCode).toBe(404);
    const refused = await reader.get(url);
    expect([refused.statusCode, refused.payload.includes('secret')]).toEqual([403, false]);
    expect((await app.get(url)).statusCode).toBe(401);
  });
});

describe('a member’s prompt page', () => {
  test.each([
    ['list items', '- a\n'],
    ['empty list items', '-\n'],
    ['nested lists and quotes', '> - > - > a\n\n'],
    ['emphasis', '*a* '],
    ['links', 'http://a.b '],
    ['code', '`a` '],
    ['characters that are written out', `<&"'`],
    ['control characters', '\u0001a'],
    ['ideographs', '\u6f22'],
  ])('stays small under 200 comments of %s, long and short', async (_, piece) => {
    for (const length of [LIMITS.commentCharacters, LIMITS.commentPreviewCharacters, 300]) {
      const id = freshPrompt();
      const content = piece.repeat(length / piece.length);
      const firsts = names('m', 100);
      await write(id, content, firsts);
      await write(id, content, names('n', 100), firsts[3]);
      const { statusCode, payload } = await reader.get(`/prompt/${id}`);
      const panel = payload.slice(
        payload.indexOf('aria-label="Comments"'),
        payload.indexOf('id="page-state"'),
      );
      expect(statusCode).toBe(200);
      expect(panel.match(/<article/g)?.length).toBeLessThanOrEqual(SERVER_LIMITS.commentPage);
      expect(panel.match(/<(?:li|p|em|a|code|pre|blockquote)[ >]/g)?.length ?? 0).toBeLessThan(2500);
      expect(Buffer.byteLength(payload)).toBeLessThan(300_000);
      await app.database.pool.query('delete from comments where prompt_id = $1 and parent_id is not null', [
        id,
      ]);
      await app.database.pool.query('delete from comments where prompt_id = $1', [id]);
    }
  });
});
