import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/core/database/pool.ts';
import type { Member } from '#server/core/http/routing/routes.ts';
import type { ApiCalls } from './mcp.api.ts';

/** The context of one request. */
export interface McpContext {
  db: Db;
  api: ApiCalls;
  viewer: Member;
  log: FastifyBaseLogger;
  publicUrl: string;
}
