import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { problemSchema } from '#contract/errors.ts';
import type { ExportFormat } from '#contract/export-formats.ts';
import { exportFavorites, exportPrompt } from '#contract/exports.ts';
import { lockedPromptSchema } from '#contract/prompts.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { ActionLimits } from '#server/core/http/action-limit.ts';
import { Download } from '#server/core/http/download.ts';
import { OpenDownloads } from '#server/core/http/open-downloads.ts';
import { HttpProblem } from '#server/core/http/problems.ts';
import { addRoute, type Member } from '#server/core/http/routes.ts';
import { type FavoritePlace, findFavoritesSince } from '../favorites/favorites.access.ts';
import {
  type FullPrompt,
  findFullPrompts,
  includesExemplars,
  requireVisiblePrompt,
} from '../prompts/prompts.access.ts';
import { FORMATS, writeFile } from './exports.formats.ts';
import { slugOf } from './exports.slug.ts';

/** Prompts read at once: imported texts can be half a megabyte each, and what is read waits for the other end. */
const PAGE = 8;

/** Files one member may be sent at once. A second one is a click on another format. */
const AT_ONCE = 2;

export function exportRoutes(app: FastifyInstance, { db, limits }: { db: Db; limits: ActionLimits }): void {
  const downloads = new OpenDownloads(AT_ONCE);
  const options = {
    tag: 'exports',
    ...limits.of('exports'),
    fileTypes: Object.values(FORMATS).map(({ type }) => type.replace(/;.*/, '')),
  };

  addRoute(app, exportFavorites, { ...options, otherAnswers: TOO_SMALL_A_PLAN }, ({ query, viewer }) => {
    requireExport(viewer, query.format);
    const begin = () => downloads.take(viewer.memberId);
    return file(query.format, 'favorites', favoritePages(db, viewer), begin);
  });

  addRoute(
    app,
    exportPrompt,
    { ...options, otherAnswers: TOO_SMALL_OR_LOCKED },
    async ({ params, query, viewer }) => {
      requireExport(viewer, query.format);
      const { id } = await requireVisiblePrompt(db, params.id, viewer);
      const prompts = await findFullPrompts(db, [id], viewer);
      const [prompt] = prompts;
      const name = prompt === undefined ? id : slugOf(prompt);
      return file(query.format, name, onePage(prompts), () => downloads.take(viewer.memberId));
    },
  );
}

const TOO_SMALL_A_PLAN = { 403: { description: 'Upgrade required.', schema: problemSchema } };
const TOO_SMALL_OR_LOCKED = {
  403: {
    description: 'Upgrade required: for exporting, or for this prompt, which comes without its text.',
    schema: z.union([lockedPromptSchema, problemSchema]),
  },
};

/**
 * Every paid plan exports, JSON from Pro on (DECISIONS 2, 8).
 * @throws HttpProblem 403
 */
function requireExport(viewer: Member, format: ExportFormat): void {
  if (format === 'json' && !includesExemplars(viewer)) {
    throw new HttpProblem(403, 'Upgrade required: JSON export is part of the Pro plan.');
  }
  if (!viewer.hasPaidPlan) throw new HttpProblem(403, 'Upgrade required: export is part of every paid plan.');
}

function file(
  format: ExportFormat,
  name: string,
  pages: AsyncIterable<readonly FullPrompt[]>,
  begin: () => () => void,
): Download {
  const { type, extension } = FORMATS[format];
  const chunks = writeFile(FORMATS[format], pages);
  return new Download({ name: `promptarium-${name}.${extension}`, type }, chunks, begin);
}

async function* onePage(prompts: FullPrompt[]): AsyncGenerator<FullPrompt[]> {
  yield prompts;
}

/** Nothing is held between two pages: a slow reader costs no connection. */
async function* favoritePages(db: Db, viewer: Member): AsyncGenerator<FullPrompt[]> {
  let after: FavoritePlace | undefined;
  for (;;) {
    const places = await findFavoritesSince(db, viewer.memberId, { after, count: PAGE });
    after = places.at(-1);
    if (after !== undefined) {
      const ids = places.map(({ id }) => id);
      yield await findFullPrompts(db, ids, viewer);
    }
    if (places.length < PAGE) return;
  }
}
