import { afterAll, beforeAll, expect, test } from 'vitest';
import { mcpCases } from '#server/testing/fuzz-mcp.ts';
import { sendCases } from '#server/testing/fuzz-run.ts';
import { createMember, createToken, type TestApp } from '#server/testing/test-app.ts';
import { ALL_SCOPES, BASIC, PRO, startMcpApp } from './testing/mcp-client.ts';

let app: TestApp;
let url: URL;

beforeAll(async () => {
  ({ app, url } = await startMcpApp());
});
afterAll(() => app.close());

test('every tool and method answers 700 calls with hostile arguments: with a result, or an error that is the caller’s', async () => {
  const member = await createMember(app);
  await member.post(`/api/prompts/${BASIC}/favorite`);
  const { id: collection } = (
    await member.post('/api/collections', { name: 'Fuzz', promptId: BASIC })
  ).json();
  const examples = {
    id: BASIC,
    text: 'meal',
    category: 'fitness',
    limit: 5,
    values: { people: '2' },
    collection,
  };
  for (const id of [BASIC, PRO]) {
    const cases = await mcpCases((request) => app.server.inject(request), {
      headers: { authorization: `Bearer ${await createToken(member, ALL_SCOPES)}`, host: url.host },
      examples: { ...examples, id },
      promptName: `weekly-meal-plan-${id}`,
      count: 350,
    });
    const { failures, statuses } = await sendCases(app, cases);
    expect(failures.slice(0, 20)).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(100);
  }
});
