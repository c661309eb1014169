/** A program that speaks the Model Context Protocol, and what makes it find ours. */
export interface McpClient {
  slug: string;
  name: string;
  /** Where to put the configuration. */
  instructions: string;
  configure: (url: string, token: string) => string;
}

/** Stands where a token belongs. */
export const TOKEN_PLACEHOLDER = 'YOUR_TOKEN';

const json = (value: unknown) => JSON.stringify(value, null, 2);
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

export const MCP_CLIENTS: readonly McpClient[] = [
  {
    slug: 'claude-code',
    name: 'Claude Code',
    instructions: 'Run this in a terminal.',
    configure: (url, token) =>
      `claude mcp add --transport http promptarium ${url} \\\n  --header "Authorization: Bearer ${token}"`,
  },
  {
    slug: 'claude-desktop',
    name: 'Claude Desktop',
    instructions:
      'Settings, Developer, Edit Config: add this to claude_desktop_config.json, then restart. It needs Node.js.',
    configure: (url, token) =>
      json({
        mcpServers: {
          promptarium: {
            command: 'npx',
            // The app splits arguments at spaces on some systems: the header's space stands in the environment.
            args: ['-y', 'mcp-remote', url, '--header', `Authorization:\${AUTHORIZATION}`],
            env: { AUTHORIZATION: `Bearer ${token}` },
          },
        },
      }),
  },
  {
    slug: 'cursor',
    name: 'Cursor',
    instructions: 'Add this to ~/.cursor/mcp.json.',
    configure: (url, token) => json({ mcpServers: { promptarium: { url, headers: bearer(token) } } }),
  },
  {
    slug: 'vs-code',
    name: 'VS Code',
    instructions: 'Command palette, “MCP: Open User Configuration”: add this.',
    configure: (url, token) =>
      json({ servers: { promptarium: { type: 'http', url, headers: bearer(token) } } }),
  },
  {
    slug: 'openai-api',
    name: 'OpenAI API',
    instructions: 'Add this to the tools of a Responses request.',
    configure: (url, token) =>
      json({ type: 'mcp', server_label: 'promptarium', server_url: url, authorization: token }),
  },
];
