import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MCP_PATH } from '#contract/mcp.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import {
  createMember,
  createTestApp,
  createToken,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';
import { waitUntil } from '#server/testing/wait-until.ts';

const MANY = Array.from({ length: 60 }, (_, index) => `Prompt ${String(index).padStart(2, '0')}`);
const KEPT = MANY.slice(0, 30);
const COLLECTED = MANY.slice(30);
const OUTPUT = 'A soup of pumpkin.';

let app: TestApp;
let member: TestMember;
let token: string;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    ...MANY.map((title) => ({
      title,
      content: 'Do [what].',
      variables: [{ name: 'what', label: 'What', type: 'text' as const }],
    })),
    { title: 'Soup', topic: 'family/dinner', content: 'Cook.' },
    { title: 'Soup for two', topic: 'family/breakfast', tier: 'pro', content: 'Cook for two.' },
  ]);
  await sql`insert into exemplars (prompt_id, position, "values", model, made_on, output)
    values (${seedId('Soup')}, 0, '{}', 'example', '2026-11-01', ${OUTPUT})`.execute(app.database.db);
});
afterAll(() => app.close());
beforeEach(async () => {
  member = await createMember(app);
  token = await createToken(member, ['read', 'copy', 'favorites']);
});

/** One call of the protocol. */
async function ask(method: string, params: object, bearer = token) {
  const { payload } = await app.server.inject({
    method: 'POST',
    url: MCP_PATH,
    headers: {
      authorization: `Bearer ${bearer}`,
      host: new URL(app.settings.publicUrl).host,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    payload: { jsonrpc: '2.0', id: 1, method, params },
  });
  return JSON.parse(/\{.*\}/s.exec(payload)?.[0] ?? '{}').result;
}

const callTool = async (name: string, args: object, bearer = token) =>
  (await ask('tools/call', { name, arguments: args }, bearer)).structuredContent;
const titlesOf = (prompts: { title: string }[]) => prompts.map(({ title }) => title);

/** All pages of a list. @returns how many came in each, and what */
async function pages<Item>(
  next: (cursor: string | undefined) => Promise<[Item[], string | null | undefined]>,
) {
  const sizes: number[] = [];
  const all: Item[] = [];
  for (let cursor: string | undefined; sizes.length < 10; ) {
    const [items, nextCursor] = await next(cursor);
    sizes.push(items.length);
    all.push(...items);
    if (!nextCursor) break;
    cursor = nextCursor;
  }
  return { sizes, all };
}

describe('lists come in pages', () => {
  beforeEach(async () => {
    for (const title of KEPT) await member.post(`/api/prompts/${seedId(title)}/favorite`);
  });

  test('of favorites, 24 unless asked for otherwise', async () => {
    const read = (args: object) =>
      pages<{ title: string }>(async (cursor) => {
        const { prompts, nextCursor } = await callTool('list_favorites', { ...args, cursor });
        return [prompts, nextCursor];
      });
    const { sizes, all } = await read({});
    expect([sizes, titlesOf(all)]).toEqual([[24, 6], KEPT.toReversed()]);
    expect((await read({ limit: 12 })).sizes).toEqual([12, 12, 6]);
  });

  test('of prompts to pick: favorites, then what else is in collections, 50 at once', async () => {
    const { id } = (await member.post('/api/collections', { name: 'More' })).json();
    for (const title of MANY.slice(25)) await member.put(`/api/collections/${id}/prompts/${seedId(title)}`);
    const { sizes, all } = await pages<{ title: string; arguments: object[] }>(async (cursor) => {
      const { prompts, nextCursor } = await ask('prompts/list', { cursor });
      return [prompts, nextCursor];
    });
    expect([sizes, titlesOf(all).sort()]).toEqual([[50, 10], MANY]);
    expect(titlesOf(all.slice(0, 30))).toEqual(KEPT);
    expect(all.every((prompt) => prompt.arguments.length === 1)).toBe(true);
  });
});

test('collections and their prompts come in pages', async () => {
  const names = Array.from({ length: 26 }, (_, index) => `Shelf ${index + 10}`);
  for (const name of names) await member.post('/api/collections', { name });
  const read = (args: object, list: 'collections' | 'prompts') =>
    pages<{ id: string; name: string; title: string }>(async (cursor) => {
      const answer = await callTool('list_collections', { ...args, cursor });
      return [answer[list], answer.nextCursor];
    });
  const { sizes, all } = await read({}, 'collections');
  expect([sizes, all.map(({ name }) => name)]).toEqual([[24, 2], names.toReversed()]);
  expect((await read({ limit: 20 }, 'collections')).sizes).toEqual([20, 6]);
  const id = all[0]?.id;
  for (const title of COLLECTED) await member.put(`/api/collections/${id}/prompts/${seedId(title)}`);
  const prompts = await read({ id }, 'prompts');
  expect([prompts.sizes, titlesOf(prompts.all)]).toEqual([[24, 6], COLLECTED]);
});

test('search_prompts filters by category, topic and tier', async () => {
  const found = async (args: object) => titlesOf((await callTool('search_prompts', args)).prompts).sort();
  expect(await found({ category: 'family' })).toEqual(['Soup', 'Soup for two']);
  expect(await found({ text: 'soup', category: 'fitness' })).toEqual([]);
  expect(await found({ category: 'family', topic: 'breakfast' })).toEqual(['Soup for two']);
  expect(await found({ text: 'soup', tier: 'pro' })).toEqual(['Soup for two']);
  expect(await found({ text: 'soup', tier: 'basic' })).toEqual(['Soup']);
});

test('get_prompt gives exemplars with the plans that have them', async () => {
  for (const [tier, expected] of [
    ['pro', [OUTPUT]],
    ['advanced', []],
  ] as const) {
    const paying = await createToken(await createMember(app, { tier }), ['read']);
    const { text, exemplars } = await callTool('get_prompt', { id: seedId('Soup') }, paying);
    expect([text, exemplars.map(({ output }: { output: string }) => output)]).toEqual(['Cook.', expected]);
  }
});

test.each(['fill_prompt', 'prompts/get'])('%s remembers the version it gave', async (method) => {
  const { db, pool } = app.database;
  const id = seedId('Prompt 00');
  const { rows: before } = await sql<{ version: number }>`
    select version from prompts where id = ${id}`.execute(db);
  const asking = await db.transaction().execute(async (transaction) => {
    // The prompt is read, and its copy waits until the next version is there.
    await sql`lock table copies`.execute(transaction);
    const values = { what: 'it' };
    const answer =
      method === 'fill_prompt'
        ? callTool('fill_prompt', { id, values })
        : ask('prompts/get', { name: `prompt-00-${id}`, arguments: values });
    await waitUntil('the copy waits', async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await sql`update prompts set version = version + 1 where id = ${id}`.execute(transaction);
    return { answer };
  });
  expect(JSON.stringify(await asking.answer)).toContain('Do it.');
  const { rows } = await sql`select version from copies where user_id = ${member.id}`.execute(db);
  expect(rows).toEqual(before);
});
