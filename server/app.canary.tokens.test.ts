import { afterAll, beforeAll, expect, test } from 'vitest';
import { MCP_PATH } from '#contract/mcp.ts';
import { TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { ANY_WORD, type CanaryApp, createCanaryApp, wordOf } from './testing/canary-app.ts';
import { oauthCalls } from './testing/oauth-calls.ts';
import { createMember, createToken } from './testing/test-app.ts';

let canary: CanaryApp;

beforeAll(async () => {
  canary = await createCanaryApp();
});
afterAll(() => canary.close());

/** Of each tier, which is enough of the library for every way to a text. */
const PROMPTS = 4;

const ANY_TIER = /^zq([a-z]+)canary/;

const call = (name: string, args: object) => ({ method: 'tools/call', params: { name, arguments: args } });

/** What the protocol can be asked for about a prompt, and what its member's list of favorites then gives. */
const requestsFor = (id: string, word: string) => [
  call('get_prompt', { id }),
  call('fill_prompt', { id, values: { x: 'y' } }),
  call('search_prompts', { text: word }),
  call('add_favorite', { id }),
  { method: 'resources/read', params: { uri: `prompt://${id}` } },
  { method: 'prompts/get', params: { name: `a-${id}`, arguments: { x: 'y' } } },
  {
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: `a-${id}` }, argument: { name: 'x', value: '' } },
  },
];

test.each(TIERS)(
  'a token and an app of %s get no word of a text above the tier from any document or tool',
  async (tier) => {
    const { prompts, database } = canary;
    const app = { ...canary.app, database };
    const member = await createMember(app, { tier });
    const token = { authorization: `Bearer ${await createToken(member, ['read', 'copy', 'favorites'])}` };
    const headers = {
      authorization: `Bearer ${(await oauthCalls(app).connect(member)).access}`,
      host: new URL(app.settings.publicUrl).host,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    };
    const ask = (request: object) =>
      app.server.inject({
        method: 'POST',
        url: MCP_PATH,
        headers,
        payload: { jsonrpc: '2.0', id: 1, ...request },
      });
    const isAbove = (word: string) => tierRank(ANY_TIER.exec(word)?.[1] as Tier) > tierRank(tier);
    let own = 0;
    for (const prompt of TIERS.flatMap((each) =>
      prompts.filter((candidate) => candidate.tier === each).slice(0, PROMPTS),
    )) {
      const responses = await Promise.all([
        ...['md', 'json'].map((end) => app.get(`/api/prompts/${prompt.id}.${end}`, { headers: token })),
        ...requestsFor(prompt.id, wordOf(prompt)).map(ask),
      ]);
      for (const { headers: sent, payload } of responses) {
        // A word that was searched for is not repeated by what finds nothing.
        const words = `${JSON.stringify(sent)}${payload}`.match(ANY_WORD) ?? [];
        expect([prompt.tier, words.filter(isAbove)]).toEqual([prompt.tier, []]);
        own += words.length;
      }
    }
    for (const request of [{ method: 'prompts/list' }, call('list_favorites', {})]) {
      const { statusCode, payload } = await ask(request);
      expect([statusCode, (payload.match(ANY_WORD) ?? []).filter(isAbove)]).toEqual([200, []]);
    }
    expect(own).toBeGreaterThan(PROMPTS);
  },
);
