import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MCP_PATH } from '#contract/mcp.ts';
import type { TokenScope } from '#contract/token-scopes.ts';
import { createMember, createToken, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import {
  ALL_SCOPES,
  BASIC,
  CANARY,
  callTool,
  connectClient,
  PRO,
  type ProtocolMode,
  startMcpApp,
} from './testing/mcp-client.ts';

let app: TestApp;
let url: URL;
let ada: TestMember;

beforeAll(async () => {
  ({ app, url } = await startMcpApp());
  ada = await createMember(app);
});
afterAll(() => app.close());

const connect = (member: TestMember, scopes?: readonly TokenScope[], mode?: ProtocolMode) =>
  connectClient(url, member, scopes, mode);

test.each<[ProtocolMode, string]>([
  [{ pin: '2026-07-28' }, '2026-07-28'],
  ['legacy', '2025-11-25'],
])('a member’s assistant searches, reads and fills (%j)', async (mode, version) => {
  const client = await connect(ada, ALL_SCOPES, mode);
  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  expect(client.getInstructions()).toContain('search_prompts');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'search_prompts',
    'get_prompt',
    'fill_prompt',
    'list_favorites',
    'add_favorite',
    'remove_favorite',
    'list_collections',
  ]);
  for (const tool of tools) expect(tool.outputSchema).toMatchObject({ type: 'object' });
  const found = await callTool(client, 'search_prompts', { text: 'weekly meal', limit: 5 });
  expect(found.data).toMatchObject({ prompts: [{ id: BASIC, isLocked: false }, expect.anything()] });
  const read = await callTool(client, 'get_prompt', { id: BASIC });
  expect(read.data).toMatchObject({
    text: expect.stringContaining('[people]'),
    variables: [{ type: 'number' }, { type: 'choice' }, { type: 'date' }, { type: 'text' }],
    upgrade: null,
  });
  const filled = await callTool(client, 'fill_prompt', {
    id: BASIC,
    values: { people: 4, start: '2026-12-01' },
  });
  expect(filled.data).toEqual({
    id: BASIC,
    title: 'Weekly meal plan',
    text: 'Plan meals for 4 people, Any style, from 2026-12-01. Avoid [What to avoid].',
    open: ['What to avoid'],
    copyCount: 1,
  });
  expect(
    (await callTool(client, 'fill_prompt', { id: BASIC, values: { people: 5 } })).data['copyCount'],
  ).toBe(1);
  expect((await ada.get(`/api/prompts/${BASIC}/card`)).json().copyCount).toBe(1);
  await client.close();
});

describe('fill_prompt', () => {
  test.each([
    [{}, '"people" is required: How many people (e.g. 4).'],
    [{ people: 'many' }, '"people" must be a number.'],
    [{ people: 2, style: 'Keto' }, '"style" must be one of "Vegan", "Vegetarian", "Any".'],
    [{ people: 2, start: '2026-02-30' }, '"start" must be a day, YYYY-MM-DD.'],
    [{ people: 2, peple: 3 }, '"peple" is no variable of this prompt; it has people, style, start, avoid.'],
  ])('says what is wrong with %j', async (values, message) => {
    const client = await connect(await createMember(app));
    const { isError, text } = await callTool(client, 'fill_prompt', { id: BASIC, values });
    expect([isError, text]).toEqual([true, `These values do not fit: ${message}`]);
    await client.close();
  });

  test('gives nothing to a token that may not copy', async () => {
    const client = await connect(await createMember(app), ['read']);
    const { isError, text } = await callTool(client, 'fill_prompt', { id: BASIC, values: { people: 4 } });
    expect([isError, text]).toEqual([true, expect.stringContaining('lacks the scope copy')]);
    expect(text).not.toContain('Plan meals');
    await client.close();
  });
});

test('a locked prompt is its metadata and the way to it, never its text, wherever it is asked for', async () => {
  const member = await createMember(app);
  await member.post(`/api/prompts/${PRO}/favorite`);
  const client = await connect(member);
  const sentence = 'Upgrade required: this prompt is part of the Pro plan.';
  const read = await callTool(client, 'get_prompt', { id: PRO });
  expect(read.data).toMatchObject({
    title: 'Meal plan for athletes',
    isLocked: true,
    text: null,
    variables: [],
    upgrade: sentence,
  });
  const filled = await callTool(client, 'fill_prompt', { id: PRO, values: {} });
  expect([filled.isError, filled.text]).toEqual([true, sentence]);
  await expect(client.readResource({ uri: `prompt://${PRO}` })).rejects.toThrow(sentence);
  const name = `meal-plan-for-athletes-${PRO}`;
  await expect(client.getPrompt({ name })).rejects.toThrow(sentence);
  const completion = client.complete({
    ref: { type: 'ref/prompt', name },
    argument: { name: 'goal', value: '' },
  });
  await expect(completion).rejects.toThrow(sentence);
  const everything = [
    read,
    filled,
    await callTool(client, 'search_prompts', { text: CANARY }),
    await callTool(client, 'search_prompts', { text: 'athletes' }),
    await callTool(client, 'list_favorites'),
    await client.listPrompts(),
    await client.listResourceTemplates(),
  ];
  expect(JSON.stringify(everything)).not.toContain(CANARY);
  expect((await client.listPrompts()).prompts).toEqual([]);
  await app.database.pool.query(`update users set tier = 'pro' where id = $1`, [member.id]);
  expect((await callTool(client, 'get_prompt', { id: PRO })).text).toContain(CANARY);
  await app.database.pool.query(`update users set tier = 'basic' where id = $1`, [member.id]);
  expect((await callTool(client, 'get_prompt', { id: PRO })).data).toMatchObject({ text: null });
  await client.close();
});

test('a resource is the prompt as Markdown', async () => {
  const client = await connect(await createMember(app));
  const { contents } = await client.readResource({ uri: `prompt://${BASIC}` });
  expect(contents).toMatchObject([
    { mimeType: 'text/markdown', text: expect.stringMatching(/^---\ntitle: Weekly meal plan/) },
  ]);
  await expect(client.readResource({ uri: 'prompt://nothing' })).rejects.toThrow('No such prompt');
  await client.close();
});

test.each([
  ['get_prompt', { id: 'aaaaaaaaaaaa' }, 'There is no prompt with this id. Find one with search_prompts.'],
  ['search_prompts', { category: 'nonsense' }, 'category: "nonsense" is not a category'],
  ['get_prompt', { id: '../../etc' }, 'is not an id'],
  ['search_prompts', { limit: 1000 }, '<=50'],
])('%s with %j says what to do', async (name, args, message) => {
  const client = await connect(await createMember(app));
  const { isError, text } = await callTool(client, name, args);
  expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  await client.close();
});

describe('The address', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
  };
  const post = (headers: Record<string, string>, payload: unknown = initialize) =>
    app.server.inject({
      method: 'POST',
      url: MCP_PATH,
      headers: {
        host: url.host,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const bearer = async (scopes: readonly TokenScope[] = ALL_SCOPES) => ({
    authorization: `Bearer ${await createToken(await createMember(app), scopes)}`,
  });

  test('is for tokens with the read scope: no session opens it', async () => {
    const metadata = `${app.settings.publicUrl}/.well-known/oauth-protected-resource/mcp`;
    for (const headers of [{}, { cookie: ada.cookie, origin: app.settings.publicUrl }]) {
      const response = await post(headers);
      expect([response.statusCode, response.headers['www-authenticate']]).toEqual([
        401,
        `Bearer scope="read copy favorites", resource_metadata="${metadata}"`,
      ]);
    }
    expect((await post(await bearer(['favorites']))).statusCode).toBe(403);
    expect((await post({ ...(await bearer()), cookie: ada.cookie })).statusCode).toBe(400);
    const unknown = await post({ authorization: `Bearer prmt_${'A'.repeat(43)}` });
    expect([unknown.statusCode, unknown.headers['www-authenticate']]).toEqual([
      401,
      `Bearer error="invalid_token", resource_metadata="${metadata}"`,
    ]);
  });

  test('is refused to pages of other sites and under other names', async () => {
    const headers = await bearer();
    expect((await post({ ...headers, origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await post({ ...headers, origin: 'null' })).statusCode).toBe(403);
    expect((await post({ ...headers, host: 'evil.example' })).statusCode).toBe(403);
    expect((await post({ ...headers, origin: app.settings.publicUrl })).statusCode).toBe(200);
  });

  test('serves clients of the protocol’s earlier versions, and keeps no session', async () => {
    const response = await post(await bearer());
    expect([response.statusCode, response.headers['mcp-session-id']]).toEqual([200, undefined]);
    expect(response.payload).toContain('"protocolVersion":"2025-06-18"');
    for (const method of ['GET', 'DELETE'] as const) {
      const { statusCode } = await app.server.inject({
        method,
        url: MCP_PATH,
        headers: { host: url.host, ...(await bearer()) },
      });
      expect([method, statusCode]).toEqual([method, 405]);
    }
  });

  test('bounds and refuses bodies as everywhere', async () => {
    const headers = await bearer();
    expect((await post(headers, 'x'.repeat(200_000))).statusCode).toBe(413);
    expect((await post(headers, '{')).statusCode).toBe(400);
    expect((await post({ ...headers, 'content-type': 'text/plain' })).statusCode).toBe(415);
    for (const payload of ['null', '[]', '{}', '"x"', '[{"jsonrpc":"2.0"}]']) {
      expect([payload, (await post(headers, payload)).statusCode]).toEqual([payload, 400]);
    }
  });

  test('is closed at once when the token is revoked', async () => {
    const member = await createMember(app);
    const client = await connect(member);
    const [{ id }] = (await member.get('/api/account/tokens')).json().tokens;
    await member.del(`/api/account/tokens/${id}`);
    await expect(client.listTools()).rejects.toThrow();
  });
});
