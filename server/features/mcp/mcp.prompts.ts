import {
  type CompleteResult,
  type GetPromptResult,
  type ListPromptsResult,
  type McpServer,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { idSchema } from '#contract/field-schemas.ts';
import { copyPrompt, getPrompt } from '#contract/prompts.ts';
import { findCollectedNotFavorite } from '../collections/collections.public.ts';
import { findFavorites } from '../favorites/favorites.public.ts';
import { findPickablePrompts, type PickablePrompt } from '../prompts/prompts.public.ts';
import type { McpContext } from './mcp.context.ts';
import { errorText } from './mcp.results.ts';
import { fillPrompt } from './mcp.values.ts';

const PAGE_SIZE = 50;

const COMPLETIONS = 100;

/** The last of the favorites shown, or the last of what is in collections alone, which follows them. */
const positionSchema = z.union([
  z.object({ addedAt: z.string().regex(/^\d{1,19}$/), id: idSchema }),
  z.object({ collectedAfter: idSchema }),
]);

type Position = z.infer<typeof positionSchema>;

/** A member's favorites, and what else is in their collections and their teams’, as prompts of the protocol: what a client offers people to pick, by name. */
export function addPrompts({ server }: McpServer, context: McpContext): void {
  const { log } = context;
  const orProtocolError = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, errorText(error, log));
    }
  };
  server.registerCapabilities({ prompts: {}, completions: {} });
  server.setRequestHandler('prompts/list', ({ params }) =>
    orProtocolError(() => listPrompts(context, params?.cursor)),
  );
  server.setRequestHandler('prompts/get', ({ params }) =>
    orProtocolError(() => getFilled(context, params.name, params.arguments ?? {})),
  );
  server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) =>
    orProtocolError(() =>
      ref.type === 'ref/prompt' ? complete(context, ref.name, argument) : Promise.resolve(NO_COMPLETION),
    ),
  );
}

/** Locked ones are left out: picking them would give nothing. */
async function listPrompts(
  { db, viewer }: McpContext,
  cursor: string | undefined,
): Promise<ListPromptsResult> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  // Clients ask when they connect: an error would be their first sight of us.
  if ('scopes' in viewer && !viewer.scopes.includes('favorites')) return { prompts: [] };
  const { ids, next } = await findListed(db, viewer.memberId, after);
  const prompts = (await findPickablePrompts(db, ids, viewer)).map(toPrompt);
  return { prompts, ...(next ? { nextCursor: writeCursor(next) } : {}) };
}

/** Favorites a page at a time; with their last page begins what is in collections alone. */
async function findListed(
  db: McpContext['db'],
  memberId: string,
  after: Position | undefined,
): Promise<{ ids: string[]; next: Position | undefined }> {
  const ids: string[] = [];
  let collectedAfter: string | undefined;
  if (after !== undefined && 'collectedAfter' in after) {
    ({ collectedAfter } = after);
  } else {
    const favorites = await findFavorites(db, memberId, { after, count: PAGE_SIZE });
    ids.push(...favorites.map(({ id }) => id));
    if (favorites.length === PAGE_SIZE) return { ids, next: favorites.at(-1) };
  }
  const count = PAGE_SIZE - ids.length;
  const collected = await findCollectedNotFavorite(db, memberId, { after: collectedAfter, count });
  const last = collected.length === count ? collected.at(-1) : undefined;
  return { ids: [...ids, ...collected], next: last === undefined ? undefined : { collectedAfter: last } };
}

function toPrompt({ id, title, summary, variables }: PickablePrompt): Prompt {
  return {
    name: nameOf(title, id),
    title,
    description: summary,
    arguments: variables.map(({ name, label, help, required = false, default: value }) => ({
      name,
      title: label,
      description: help === undefined ? label : `${label}: ${help}`,
      required: required && value === undefined,
    })),
  };
}

/** Readable where a client shows names alone; the id at its end finds the prompt. */
function nameOf(title: string, id: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48);
  return `${words}-${id}`;
}

function idOf(name: string): string {
  const id = idSchema.safeParse(name.slice(-12));
  if (id.success) return id.data;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no prompt with this name.');
}

/** A finished text taken away is a copy, as by the tool: a token without the scope gets none. */
async function getFilled(
  { api }: McpContext,
  name: string,
  given: Record<string, string>,
): Promise<GetPromptResult> {
  const prompt = await api.call(getPrompt, { id: idOf(name) });
  const { text } = fillPrompt(prompt, given);
  await api.call(copyPrompt, { id: prompt.id, query: { version: String(prompt.version) } });
  return { description: prompt.summary, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

const NO_COMPLETION: CompleteResult = { completion: { values: [] } };

async function complete(
  { api }: McpContext,
  name: string,
  argument: { name: string; value: string },
): Promise<CompleteResult> {
  const { variables } = await api.call(getPrompt, { id: idOf(name) });
  const options = variables.find((variable) => variable.name === argument.name)?.options ?? [];
  const typed = argument.value.toLowerCase();
  const values = options.filter((option) => option.toLowerCase().startsWith(typed));
  return { completion: { values: values.slice(0, COMPLETIONS), total: values.length } };
}

const writeCursor = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url');

function readCursor(cursor: string): Position {
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor does not belong to this list.');
  }
}
