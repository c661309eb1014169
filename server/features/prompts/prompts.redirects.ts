import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/core/database/pool.ts';
import { findRedirect } from './prompts.queries.ts';

/** A prompt's page and its data, also as a file, and nothing below them. */
const PROMPT_ADDRESS =
  /^(?<folder>\/(?:api\/prompts|prompt)\/)(?<id>[a-z2-7]{12})(?<file>\.md|\.json)?\/?(?<query>\?.*)?$/s;

/**
 * The address of a prompt that was merged into another leads to that one, for good and for everybody. Register it after
 * the response cache: what is served from there costs no question to the database.
 */
export function installPromptRedirects(app: FastifyInstance, db: Db): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const { folder, id, file = '', query = '' } = PROMPT_ADDRESS.exec(request.url)?.groups ?? {};
    // The data of a page: its own address has been looked up.
    if (id === undefined || request.internalCall?.purpose === 'data') return;
    const target = await findRedirect(db, id);
    if (target !== undefined) return reply.redirect(`${folder}${target}${file}${query}`, 301);
  });
}
