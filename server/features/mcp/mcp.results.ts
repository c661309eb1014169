import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from './mcp.api.ts';
import { InvalidValuesError } from './mcp.values.ts';

/** Structured, and as text for clients that read nothing else. */
export function toolResult(structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

/**
 * What a tool answers instead of failing: what was wrong, and what to do about it. Anything unexpected is logged and
 * told in our own words, because the library would send the error's.
 */
export async function orErrorResult(
  log: FastifyBaseLogger,
  work: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    return { content: [{ type: 'text', text: errorText(error, log) }], isError: true };
  }
}

/** What a model or a person reads of a failure. */
export function errorText(error: unknown, log: FastifyBaseLogger): string {
  if (error instanceof InvalidValuesError) return error.message;
  if (!(error instanceof ApiError)) {
    log.error({ name: error instanceof Error ? error.name : 'unknown' }, 'an MCP call failed');
    return 'Something went wrong on our side. Try again later.';
  }
  if (error.message === 'Prompt not found')
    return 'There is no prompt with this id. Find one with search_prompts.';
  if (error.message.includes('lacks the scope')) {
    const way = error.isOfGrant
      ? 'connect this app again and allow it there'
      : 'make a token that has it on their page for tokens';
    return `${error.message} The member can ${way}.`;
  }
  return error.message;
}
