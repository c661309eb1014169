import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { getCollection, listCollections } from '#contract/collections.ts';
import { addFavorite, listFavorites, removeFavorite } from '#contract/favorites.ts';
import { cursorSchema, idSchema } from '#contract/field-schemas.ts';
import { SERVER_LIMITS } from '#contract/limits.ts';
import type { McpContext } from './mcp.context.ts';
import { orErrorResult, toolResult } from './mcp.results.ts';
import { promptId, summarySchema, toSummary } from './mcp.schemas.ts';

const CHANGES = [
  { name: 'add_favorite', title: 'Add a favorite', description: 'Keeps a prompt.', endpoint: addFavorite },
  {
    name: 'remove_favorite',
    title: 'Remove a favorite',
    description: 'No longer keeps a prompt.',
    endpoint: removeFavorite,
  },
] as const;

/** What a model takes in at once; the rest by the cursor. */
const limitSchema = z.int().min(1).max(SERVER_LIMITS.maxListPage).default(24);

const nextCursorSchema = z.string().nullable().describe('Null where no more follow.');

const collectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  visibility: z.string(),
  promptCount: z.int(),
  access: z.string().describe('own, edit or read: the last two are a team’s.'),
  team: z.object({ name: z.string() }).nullable().describe('The team it is shared with.'),
});

export function addFavoriteTools(server: McpServer, { api, log, publicUrl }: McpContext): void {
  server.registerTool(
    'list_favorites',
    {
      title: 'List favorites',
      description: 'The prompts the member keeps, most recently added first.',
      inputSchema: z.object({
        limit: limitSchema,
        cursor: cursorSchema.optional().describe('The nextCursor of the call before, for those behind.'),
      }),
      outputSchema: z.object({
        total: z.int(),
        prompts: z.array(summarySchema),
        nextCursor: nextCursorSchema,
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ limit, cursor }) =>
      orErrorResult(log, async () => {
        const query = { limit: String(limit), cursor };
        const { items, total, nextCursor } = await api.callList(listFavorites, { query });
        return toolResult({ total, prompts: items.map((item) => toSummary(item, publicUrl)), nextCursor });
      }),
  );

  for (const { name, title, description, endpoint } of CHANGES) {
    server.registerTool(
      name,
      {
        title,
        description: `${description} May be repeated.`,
        inputSchema: z.object({ id: promptId }),
        outputSchema: endpoint.response.extend({ id: z.string() }),
        annotations: {
          readOnlyHint: false,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      },
      ({ id }) => orErrorResult(log, async () => toolResult({ id, ...(await api.call(endpoint, { id })) })),
    );
  }
}

export function addCollectionTool(server: McpServer, { api, log, publicUrl }: McpContext): void {
  server.registerTool(
    'list_collections',
    {
      title: 'List collections',
      description:
        'The member’s collections and those of their teams, the one changed last first; with the id of one, its prompts in order.',
      inputSchema: z.object({
        id: idSchema.optional().describe('The id of a collection.'),
        limit: limitSchema.describe('Of collections, or of prompts.'),
        cursor: idSchema.optional().describe('The nextCursor of the call before, for those behind.'),
      }),
      outputSchema: z.object({
        collections: z.array(collectionSchema),
        prompts: z
          .array(summarySchema.extend({ note: z.string().nullable() }))
          .describe('Of the collection asked for.'),
        nextCursor: nextCursorSchema,
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ id: collectionId, limit, cursor }) =>
      orErrorResult(log, async () => {
        if (collectionId === undefined) {
          const all = await api.call(listCollections, {});
          const behind = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
          const page = all.slice(behind, behind + limit);
          const nextCursor = behind + limit < all.length ? lastId(page) : null;
          const collections = page.map((one) => collectionSchema.parse(one));
          return toolResult({ collections, prompts: [], nextCursor });
        }
        const query = cursor === undefined ? {} : { cursor };
        const { items, ...collection } = await api.call(getCollection, { collectionId, query });
        const page = items
          .slice(0, limit)
          .map(({ prompt, note }) => ({ ...toSummary(prompt, publicUrl), note }));
        const nextCursor = items.length > limit ? lastId(page) : collection.nextCursor;
        const collections = [collectionSchema.parse(collection)];
        return toolResult({ collections, prompts: page, nextCursor });
      }),
  );
}

const lastId = (page: readonly { id: string }[]) => page.at(-1)?.id ?? null;
