import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import * as contract from '#contract/admin-library.ts';
import { problemSchema } from '#contract/errors.ts';
import { idSchema } from '#contract/field-schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import {
  actorOf,
  auditedTransaction,
  markUnchanged,
  recordAct,
} from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';
import { badRequest } from '#server/core/http/errors/problems.ts';
import { requirePage } from '#server/core/http/routing/cursor.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import { makeId } from '#server/core/ids.ts';
import * as library from '../../library/library.public.ts';
import { findRequests, markRequest } from '../../search/search.public.ts';
import { countPrompts, findPrompts } from './library.queries.ts';

interface Dependencies {
  db: Db;
  /** For changes of the library, which take longer than requests may. */
  pool: pg.Pool;
}

const PAGE = 50;
const MAX_SHOWN_REQUESTS = 200;
const OPTIONS = { tag: 'staff' };
const DONE = { done: true as const };
const GONE = { 409: { description: 'Its file left the library.', schema: problemSchema } };

/** JSON writes a character of the file as up to six bytes. */
const UPLOAD = { ...OPTIONS, bodyBytes: 2 * LIMITS.importBytes };

/** What is in the library, and what should be. */
export function adminLibraryRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, pool } = dependencies;
  addRoute(app, contract.findLibraryPrompts, OPTIONS, async ({ query }) => {
    const { limit, cursor, ...filters } = query;
    const position = z.object({ key: z.string(), id: idSchema });
    const name = ['library', JSON.stringify(filters)];
    const page = requirePage({ name, position, limit: PAGE }, { limit, cursor });
    const [rows, total] = await Promise.all([findPrompts(db, filters, page), countPrompts(db, filters)]);
    const { shown, nextCursor } = page.split(rows);
    return { prompts: shown, total, nextCursor };
  });

  addRoute(app, contract.setPromptFeatured, OPTIONS, async ({ params, body, request }) => {
    const { isFeatured, reason } = body;
    await library.setFeatured({ pool, actor: actorOf(request), ...params, reason }, isFeatured);
    return DONE;
  });

  addRoute(
    app,
    contract.setPromptRetired,
    { ...OPTIONS, otherResponses: GONE },
    async ({ params, body, request }) => {
      const { isRetired, reason } = body;
      await library.setRetired({ pool, actor: actorOf(request), ...params, reason }, isRetired);
      return DONE;
    },
  );

  addRoute(app, contract.previewImport, UPLOAD, ({ body: { file } }) =>
    runImport(pool, file, { isDryRun: true }),
  );

  addRoute(app, contract.importPrompts, UPLOAD, ({ body: { file, reason }, request }) =>
    runImport(pool, file, { isDryRun: false, by: { actor: actorOf(request), reason } }),
  );

  requestRoutes(app, db);
}

/** @throws HttpProblem 400 for a file that cannot be imported at all */
async function runImport(
  pool: pg.Pool,
  { format, ...file }: contract.ImportFile,
  run: Pick<Parameters<typeof library.importCsv>[1], 'isDryRun' | 'by'>,
): Promise<contract.ImportResult> {
  try {
    return await ('topic' in file
      ? library.importCsv(pool, { ...file, ...run })
      : library.importJson(pool, { ...file, ...run }));
  } catch (error) {
    if (error instanceof library.ImportError) throw badRequest(error.message);
    throw error;
  }
}

function requestRoutes(app: FastifyInstance, db: Db): void {
  addRoute(app, contract.listPromptRequests, OPTIONS, async ({ query: { state = 'open' } }) => {
    const requests = await findRequests(db, MAX_SHOWN_REQUESTS, state === 'done');
    return {
      requests: requests.map((request) => ({ ...request, lastAskedAt: request.lastAskedAt.toISOString() })),
    };
  });

  addRoute(app, contract.setRequestDone, OPTIONS, async ({ body, request }) => {
    await mark(db, body, request);
    return DONE;
  });
}

async function mark(
  db: Db,
  { text, isDone }: { text: string; isDone: boolean },
  request: FastifyRequest,
): Promise<void> {
  await auditedTransaction(db, actorOf(request), async (transaction) => {
    const requests = await markRequest(transaction, text, isDone);
    if (requests === 0) return markUnchanged(transaction);
    await recordAct(transaction, {
      act: isDone ? 'close request' : 'reopen request',
      // Not the words, which a member wrote.
      subject: { kind: 'request', id: makeId(text) },
      after: { requests },
    });
  });
}
