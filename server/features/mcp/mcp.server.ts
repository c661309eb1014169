import { McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server';
import { BRAND } from '#contract/brand.ts';
import { getPromptMarkdown } from '#contract/exports.ts';
import { idSchema } from '#contract/field-schemas.ts';
import type { McpContext } from './mcp.context.ts';
import { addCollectionTool, addFavoriteTools } from './mcp.favorites.ts';
import { addPrompts } from './mcp.prompts.ts';
import { errorText } from './mcp.results.ts';
import { addFillTool, addPromptTools } from './mcp.tools.ts';

const INSTRUCTIONS = `${BRAND.name} is a library of prompts. Find one with search_prompts, read it with get_prompt, and get its finished text with fill_prompt: ask the person for values you do not know. A locked prompt has no text; tell the person which plan opens it.`;

/** The server of one request: it holds nothing between two. */
export function createMcpServer(context: McpContext): McpServer {
  const { publicUrl } = context;
  const server = new McpServer(
    { name: 'promptarium', title: BRAND.name, version: '1.0.0', websiteUrl: publicUrl },
    { instructions: INSTRUCTIONS },
  );
  addPromptTools(server, context);
  addFillTool(server, context);
  addFavoriteTools(server, context);
  addCollectionTool(server, context);
  addPrompts(server, context);
  addResources(server, context);
  return server;
}

function addResources(server: McpServer, { api, log }: McpContext): void {
  server.registerResource(
    'prompt',
    // Not listed: the library is searched, and favorites are prompts of the protocol.
    new ResourceTemplate('prompt://{id}', { list: undefined }),
    {
      title: 'A prompt',
      description: 'A prompt as Markdown with front matter.',
      mimeType: 'text/markdown',
    },
    async ({ href }, { id }) => {
      const wanted = idSchema.safeParse(id);
      if (!wanted.success) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'No such prompt.');
      try {
        const text = await api.call(getPromptMarkdown, { id: wanted.data });
        return { contents: [{ uri: href, mimeType: 'text/markdown', text }] };
      } catch (error) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, errorText(error, log));
      }
    },
  );
}
