import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { problemSchema } from '#contract/errors.ts';
import {
  type ExportFormat,
  exportCollection,
  exportFavorites,
  exportPrompt,
  getPromptJson,
  getPromptMarkdown,
} from '#contract/exports.ts';
import { lockedPromptSchema } from '#contract/prompts.ts';
import { SLUG_CHARACTERS } from '#contract/slugs.ts';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import { Download } from '#server/core/http/routing/download.ts';
import { addRoute, type Member } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { ConcurrentDownloads } from '#server/core/http/security/concurrent-downloads.ts';
import { titleSlug } from '#server/core/title-slug.ts';
import { findItems, requireCollection } from '../collections/collections.public.ts';
import { type FavoritePosition, findFavorites } from '../favorites/favorites.public.ts';
import {
  type FullPrompt,
  findFullPrompts,
  includesExemplars,
  LOCKED_RESPONSE,
  RETIRED_RESPONSE,
  requireFullPrompt,
  requireVisiblePrompt,
} from '../prompts/prompts.public.ts';
import { CSV } from './exports.csv.ts';
import { type ExportedCollection, type ExportedPrompt, type FileFormat, writeFile } from './exports.file.ts';
import { JSON_FILE } from './exports.json.ts';
import { MARKDOWN, writeDocument } from './exports.markdown.ts';
import { slugOf } from './exports.slug.ts';
import { TEXT } from './exports.text.ts';

const FORMATS: Readonly<Record<ExportFormat, FileFormat>> = {
  markdown: MARKDOWN,
  text: TEXT,
  csv: CSV,
  json: JSON_FILE,
};

/** Prompts read at once: imported texts can be half a megabyte each, and are in memory until the client reads them. */
const PAGE_SIZE = 8;

/** In requests of the limit by address: one reads and writes up to megabytes. */
const COST = 10;

/** Per member. The second is for a click on another format. */
const MAX_OPEN_DOWNLOADS = 2;

export function exportRoutes(app: FastifyInstance, { db, limits }: { db: Db; limits: ActionLimits }): void {
  const downloads = new ConcurrentDownloads(MAX_OPEN_DOWNLOADS);
  const options = {
    tag: 'exports',
    cost: COST,
    ...limits.of('exports'),
    fileTypes: Object.values(FORMATS).map(({ type }) => type.replace(/;.*/, '')),
  };

  addRoute(app, exportFavorites, { ...options, otherResponses: PLAN_REQUIRED }, ({ query, viewer }) => {
    requireExport(viewer, query.format);
    const begin = () => downloads.acquire(viewer.memberId);
    return file(query.format, 'favorites', favoritePages(db, viewer), begin);
  });

  addRoute(
    app,
    exportCollection,
    { ...options, otherResponses: PLAN_REQUIRED },
    async ({ params, query, viewer }) => {
      requireExport(viewer, query.format);
      const wanted = { memberId: viewer.memberId, id: params.collectionId };
      const { id, name, description } = await requireCollection(db, wanted, 'read');
      const fileName = titleSlug(name, SLUG_CHARACTERS) || 'collection';
      const begin = () => downloads.acquire(viewer.memberId);
      const pages = collectionPages(db, id, viewer);
      return file(query.format, fileName, pages, begin, { name, description });
    },
  );

  addRoute(
    app,
    exportPrompt,
    { ...options, otherResponses: PLAN_REQUIRED_OR_LOCKED },
    async ({ params, query, viewer }) => {
      requireExport(viewer, query.format);
      const { id } = await requireVisiblePrompt(db, params.id, viewer);
      const prompts = await findFullPrompts(db, [id], viewer);
      const [prompt] = prompts;
      const name = (prompt && titleSlug(prompt.card.title, SLUG_CHARACTERS)) || id;
      return file(query.format, name, onePage(prompts), () => downloads.acquire(viewer.memberId));
    },
  );

  promptDocumentRoutes(app, db);
}

/** One prompt as it is, for whoever may read it: reading is free of what exports cost. */
function promptDocumentRoutes(app: FastifyInstance, db: Db): void {
  const options = { tag: 'prompts', otherResponses: { ...LOCKED_RESPONSE, ...RETIRED_RESPONSE } };
  const markdown = { ...options, fileTypes: ['text/markdown'] };
  addRoute(app, getPromptMarkdown, markdown, async ({ params, viewer, reply }) => {
    const prompt = await requireFullPrompt(db, params.id, viewer);
    reply.header('cache-control', 'private, no-store').type(MARKDOWN.type);
    reply.header('content-disposition', `attachment; filename="${slugOf(prompt)}.md"`);
    return writeDocument(prompt);
  });
  addRoute(app, getPromptJson, options, async ({ params, viewer, reply }) => {
    const { card, text } = await requireFullPrompt(db, params.id, viewer);
    reply.header('cache-control', 'private, no-store');
    return { ...card, ...text };
  });
}

const PLAN_REQUIRED = { 403: { description: 'Upgrade required.', schema: problemSchema } };
const PLAN_REQUIRED_OR_LOCKED = {
  403: {
    description: 'Upgrade required: for exporting, or for this prompt, which comes without its text.',
    schema: z.union([lockedPromptSchema, problemSchema]),
  },
};

/**
 * Every paid plan exports, JSON from Pro on.
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
  pages: AsyncIterable<readonly ExportedPrompt[]>,
  begin: () => () => void,
  collection?: ExportedCollection,
): Download {
  const { type, extension } = FORMATS[format];
  const chunks = writeFile(FORMATS[format], pages, collection);
  return new Download({ name: `promptarium-${name}.${extension}`, type }, chunks, begin);
}

async function* onePage(prompts: FullPrompt[]): AsyncGenerator<FullPrompt[]> {
  yield prompts;
}

/** No connection is held between two pages: a slow client costs none. */
async function* favoritePages(db: Db, viewer: Member): AsyncGenerator<FullPrompt[]> {
  let after: FavoritePosition | undefined;
  for (;;) {
    const page = await findFavorites(db, viewer.memberId, { after, count: PAGE_SIZE });
    after = page.at(-1);
    if (after !== undefined) {
      const ids = page.map(({ id }) => id);
      yield await findFullPrompts(db, ids, viewer);
    }
    if (page.length < PAGE_SIZE) return;
  }
}

async function* collectionPages(db: Db, id: string, viewer: Member): AsyncGenerator<ExportedPrompt[]> {
  let after: Awaited<ReturnType<typeof findItems>>[number] | undefined;
  for (;;) {
    const page = await findItems(db, id, { after, count: PAGE_SIZE });
    after = page.at(-1);
    const notes = new Map(page.map((item) => [item.id, item.note]));
    if (page.length > 0) {
      const prompts = await findFullPrompts(db, [...notes.keys()], viewer);
      yield prompts.map((prompt) => ({ ...prompt, note: notes.get(prompt.card.id) ?? null }));
    }
    if (page.length < PAGE_SIZE) return;
  }
}
