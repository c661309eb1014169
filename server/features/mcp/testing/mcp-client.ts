import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { MCP_PATH } from '#contract/mcp.ts';
import type { TokenScope } from '#contract/token-scopes.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createTestApp, createToken, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { freePort } from '../../../../scripts/free-port.ts';

export const ALL_SCOPES: readonly TokenScope[] = ['read', 'copy', 'favorites', 'comments'];

export type ProtocolMode = 'legacy' | { pin: string };

/** Everybody may read it; it asks for values of every type. */
export const BASIC = seedId('Weekly meal plan');
/** `CANARY` is in its text and nowhere else. */
export const PRO = seedId('Meal plan for athletes');
export const CANARY = 'zqlockedcanary';

/** An app that listens, as the client needs it, and the address of its server. */
export async function startMcpApp(): Promise<{ app: TestApp; url: URL }> {
  const port = await freePort();
  const app = await createTestApp({ template: 'empty', settings: { publicUrl: `http://localhost:${port}` } });
  await seedPrompts(app.database.db, [
    {
      title: 'Weekly meal plan',
      content: 'Plan meals for [people] people, [style] style, from [start]. Avoid [avoid].',
      variables: [
        { name: 'people', label: 'How many people', type: 'number', required: true, help: 'e.g. 4' },
        {
          name: 'style',
          label: 'Style',
          type: 'choice',
          options: ['Vegan', 'Vegetarian', 'Any'],
          default: 'Any',
        },
        { name: 'start', label: 'First day', type: 'date' },
        { name: 'avoid', label: 'What to avoid', type: 'text' },
      ],
    },
    {
      title: 'Meal plan for athletes',
      tier: 'pro',
      content: `${CANARY} [goal]`,
      variables: [{ name: 'goal', label: `${CANARY} goal`, type: 'text' }],
    },
  ]);
  await app.server.listen({ port, host: '127.0.0.1' });
  return { app, url: new URL(MCP_PATH, `http://127.0.0.1:${port}`) };
}

/** The official client, as assistants and editors connect: by the current protocol, or as it was before. */
export async function connectClient(
  url: URL,
  member: TestMember,
  scopes: readonly TokenScope[] = ALL_SCOPES,
  mode: ProtocolMode = { pin: '2026-07-28' },
): Promise<Client> {
  const token = await createToken(member, scopes);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return {
    data: structuredContent as Record<string, never>,
    text: first?.type === 'text' ? first.text : '',
    isError,
  };
}
