import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { listExemplars } from '#contract/exemplars.ts';
import { slugSchema, tierSchema } from '#contract/field-schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import { copyPrompt, getPrompt, lockedPromptSchema } from '#contract/prompts.ts';
import { searchPrompts } from '#contract/search.ts';
import { ApiError } from './mcp.api.ts';
import type { McpContext } from './mcp.context.ts';
import { orErrorResult, toolResult } from './mcp.results.ts';
import { promptId, promptSchema, summarySchema, toSummary } from './mcp.schemas.ts';
import { fillPrompt } from './mcp.values.ts';

const READS = { readOnlyHint: true, openWorldHint: false };

/** For what clients of models can show at once. */
const MAX_RESULTS = 50;

export function addPromptTools(server: McpServer, { api, log, publicUrl }: McpContext): void {
  server.registerTool(
    'search_prompts',
    {
      title: 'Search prompts',
      description:
        'Finds prompts of the library by words, category, topic or tier. The best match comes first; without words the most copied.',
      inputSchema: z.object({
        text: z.string().max(LIMITS.searchTextCharacters).optional().describe('What the prompt is for.'),
        category: slugSchema.optional().describe('A slug, such as fitness or career.'),
        topic: slugSchema.optional().describe('A slug of a topic.'),
        tier: tierSchema.optional(),
        limit: z.int().min(1).max(MAX_RESULTS).default(10),
      }),
      outputSchema: z.object({
        total: z.int(),
        correctedTo: z.string().nullable().describe('The words searched instead, when nothing matched.'),
        prompts: z.array(summarySchema.extend({ snippet: z.string() })),
      }),
      annotations: READS,
    },
    ({ text, limit, ...filters }) =>
      orErrorResult(log, async () => {
        const sortBy = text?.trim() ? 'relevance' : 'popular';
        const query = { q: text, ...filters, sortBy, limit: String(limit) } as const;
        const { items, total, correctedTo } = await api.callList(searchPrompts, { query });
        const prompts = items.map((item) => ({ ...toSummary(item, publicUrl), snippet: item.snippet }));
        return toolResult({ total, correctedTo, prompts });
      }),
  );

  server.registerTool(
    'get_prompt',
    {
      title: 'Get a prompt',
      description:
        'The text of a prompt with its variables, and examples where the plan includes them. A locked prompt comes without text and says which plan opens it.',
      inputSchema: z.object({ id: promptId }),
      outputSchema: promptSchema,
      annotations: READS,
    },
    ({ id }) => orErrorResult(log, async () => toolResult(await readPrompt({ api, publicUrl }, id))),
  );
}

export function addFillTool(server: McpServer, { api, log }: McpContext): void {
  server.registerTool(
    'fill_prompt',
    {
      title: 'Fill a prompt',
      description:
        'The finished text of a prompt, ready to be followed: give values for its variables by name (see get_prompt). Counts as a copy.',
      inputSchema: z.object({
        id: promptId,
        values: z
          .record(z.string(), z.union([z.string(), z.number()]))
          .default({})
          .describe('By name of the variable. Defaults stand in for what is left out.'),
      }),
      outputSchema: z.object({
        id: z.string(),
        title: z.string(),
        text: z.string(),
        open: z.array(z.string()).describe('Optional variables without a value: [label] stands for each.'),
        copyCount: z.int(),
      }),
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    ({ id, values }) =>
      orErrorResult(log, async () => {
        const prompt = await api.call(getPrompt, { id });
        const filled = fillPrompt(prompt, values);
        // Before the text is given away: a token without the scope gets none.
        const query = { version: String(prompt.version) };
        const { copyCount } = await api.call(copyPrompt, { id, query });
        return toolResult({ id, title: prompt.title, ...filled, copyCount });
      }),
  );
}

/** A prompt as its member may have it. @throws ApiRefusal when there is none */
async function readPrompt(
  { api, publicUrl }: Pick<McpContext, 'api' | 'publicUrl'>,
  id: string,
): Promise<z.infer<typeof promptSchema>> {
  try {
    const prompt = await api.call(getPrompt, { id });
    const { exemplars } = await api.call(listExemplars, { id });
    const { description, version, content: text, variables } = prompt;
    const own = { description, version, text, variables, exemplars: exemplars ?? [], upgrade: null };
    return { ...toSummary(prompt, publicUrl), ...own };
  } catch (error) {
    const locked = error instanceof ApiError ? lockedPromptSchema.safeParse(error.problem) : undefined;
    if (!locked?.success) throw error;
    const { prompt, message } = locked.data;
    const { description, version } = prompt;
    const without = { text: null, variables: [], exemplars: [], upgrade: message };
    return { ...toSummary(prompt, publicUrl), description, version, ...without };
  }
}
