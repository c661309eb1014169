import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TokenScope } from '#contract/token-scopes.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { join, makeTeam } from '../teams/testing/team-calls.ts';
import { BASIC, callTool, connectClient, startMcpApp } from './testing/mcp-client.ts';

let app: TestApp;
let url: URL;

beforeAll(async () => {
  ({ app, url } = await startMcpApp());
});
afterAll(() => app.close());

const connect = (member: TestMember, scopes?: readonly TokenScope[]) => connectClient(url, member, scopes);

test('favorites are kept, listed, and offered as prompts with arguments and completions', async () => {
  const member = await createMember(app);
  const client = await connect(member);
  expect((await callTool(client, 'add_favorite', { id: BASIC })).data).toEqual({
    id: BASIC,
    isFavorited: true,
    favoriteCount: 1,
  });
  expect((await callTool(client, 'list_favorites')).data).toMatchObject({
    total: 1,
    prompts: [{ id: BASIC }],
  });
  const { prompts } = await client.listPrompts();
  const name = `weekly-meal-plan-${BASIC}`;
  expect(prompts).toEqual([
    {
      name,
      title: 'Weekly meal plan',
      description: expect.any(String),
      arguments: [
        { name: 'people', description: 'How many people: e.g. 4', required: true },
        { name: 'style', description: 'Style', required: false },
        { name: 'start', description: 'First day', required: false },
        { name: 'avoid', description: 'What to avoid', required: false },
      ],
    },
  ]);
  const completion = await client.complete({
    ref: { type: 'ref/prompt', name },
    argument: { name: 'style', value: 've' },
  });
  expect(completion.completion.values).toEqual(['Vegan', 'Vegetarian']);
  const got = await client.getPrompt({ name, arguments: { people: '2', style: 'Vegan' } });
  expect(got.messages).toMatchObject([
    { role: 'user', content: { text: expect.stringContaining('for 2 people, Vegan') } },
  ]);
  await expect(client.getPrompt({ name, arguments: {} })).rejects.toThrow('"people" is required');
  expect((await callTool(client, 'remove_favorite', { id: BASIC })).data).toMatchObject({
    isFavorited: false,
  });
  const reader = await connect(member, ['read']);
  expect((await callTool(reader, 'add_favorite', { id: BASIC })).text).toContain('lacks the scope favorites');
  expect((await reader.listPrompts()).prompts).toEqual([]);
  await client.close();
  await reader.close();
});

test('a prompt picked by name is a copy, for which the token needs the scope', async () => {
  const member = await createMember(app);
  await member.post(`/api/prompts/${BASIC}/favorite`);
  const countCopies = async () => (await member.get(`/api/prompts/${BASIC}/card`)).json().copyCount;
  const before = await countCopies();
  const picked = { name: `weekly-meal-plan-${BASIC}`, arguments: { people: '2' } };
  const without = await connect(member, ['read', 'favorites']);
  await expect(without.getPrompt(picked)).rejects.toThrow('lacks the scope copy');
  expect(await countCopies()).toBe(before);
  const client = await connect(member);
  expect((await client.getPrompt(picked)).messages).toHaveLength(1);
  expect(await countCopies()).toBe(before + 1);
  await Promise.all([without.close(), client.close()]);
});

test('collections are listed with their prompts, which are offered too', async () => {
  const member = await createMember(app);
  const made = await member.post('/api/collections', { name: 'Kitchen', promptId: BASIC });
  const { id } = made.json();
  const client = await connect(member);
  const all = await callTool(client, 'list_collections');
  expect(all.data).toMatchObject({ collections: [{ id, name: 'Kitchen', promptCount: 1 }], prompts: [] });
  const result = await callTool(client, 'list_collections', { id });
  expect(result.data).toMatchObject({ collections: [{ id }], prompts: [{ id: BASIC, note: null }] });
  expect((await client.listPrompts()).prompts.map(({ title }) => title)).toEqual(['Weekly meal plan']);
  await member.post(`/api/prompts/${BASIC}/favorite`);
  expect((await client.listPrompts()).prompts).toHaveLength(1);
  const other = await connect(await createMember(app));
  expect((await callTool(other, 'list_collections', { id })).isError).toBe(true);
  expect((await other.listPrompts()).prompts).toEqual([]);
  await Promise.all([client.close(), other.close()]);
});

test('long collections are offered page by page, those of a team too', async () => {
  const owner = await createMember(app, { tier: 'pro' });
  const editor = await createMember(app);
  const { id: teamId } = await makeTeam(owner);
  await join(owner, teamId, { member: editor, role: 'editor' });
  const titles = Array.from({ length: 120 }, (_, index) => `Shelf prompt ${index}`);
  await seedPrompts(
    app.database.db,
    titles.map((title) => ({ title })),
  );
  const { id } = (await owner.post('/api/collections', { name: 'Long' })).json();
  for (const title of titles) await owner.put(`/api/collections/${id}/prompts/${seedId(title)}`);
  await owner.put(`/api/collections/${id}/team`, { teamId });
  await editor.post(`/api/prompts/${BASIC}/favorite`);
  for (const member of [owner, editor]) {
    const client = await connect(member);
    const seen: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.request({ method: 'prompts/list', params: cursor ? { cursor } : {} });
      seen.push(...page.prompts.map(({ title }) => title));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(
      [...titles, ...(member === editor ? ['Weekly meal plan'] : [])].toSorted(),
    );
    await client.close();
  }
});
