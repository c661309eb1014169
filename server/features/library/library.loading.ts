import { createHash } from 'node:crypto';
import type pg from 'pg';
import { withSchemaLock } from '#server/core/database/migrate.ts';
import { makeId } from '#server/core/ids.ts';
import { indexPrompts, refreshSearchWords } from '#server/features/search/search.access.ts';
import { isRelatedMissing, refreshRelated } from '../related/related.access.ts';
import { type Library, readLibrary } from './library.files.ts';
import { type CategoryShelf, type PromptFile, promptIdOf } from './library.format.ts';
import {
  analyzeLibrary,
  announceChange,
  type Client,
  findKnownPrompts,
  findPromptsOfTopics,
  type KnownPrompt,
  type PromptRow,
  removeEmptyShelves,
  retirePrompts,
  type ShelfRow,
  type TopicRow,
  writeCategories,
  writeExemplars,
  writePrompts,
  writeTopics,
} from './library.queries.ts';
import { handToContent } from './library-imports.queries.ts';

export interface LoadReport {
  /** New, or back after having left the folder. */
  added: number;
  changed: number;
  unchanged: number;
  /** Left the folder: off the lists, kept with id and counters. */
  retired: number;
  seconds: number;
}

/** Prompts a statement; it keeps the JSON of one in the low megabytes. */
const BATCH = 250;

/**
 * Makes the database hold what content/ holds, in one transaction under the schema lock: processes that start
 * together load one after the other, and the later ones find nothing to do.
 * @param onProgress prompts written so far, of how many
 * @throws LibraryError when the files have problems; nothing is written then
 */
export async function loadLibrary(parts: {
  pool: pg.Pool;
  contentDir: string;
  onProgress?: (done: number, total: number) => void;
}): Promise<LoadReport> {
  const start = performance.now();
  const library = await readLibrary(parts.contentDir);
  const counts = await withSchemaLock(parts.pool, (client) =>
    inTransaction(client, () => writeLibrary(client, library, parts.onProgress)),
  );
  return { ...counts, seconds: (performance.now() - start) / 1000 };
}

/** Commits when `work` succeeds, rolls back when it throws. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // A lost connection has rolled back by itself; the first error is the one to tell.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function writeLibrary(
  client: Client,
  { categories, prompts }: Library,
  onProgress?: (done: number, total: number) => void,
): Promise<Omit<LoadReport, 'seconds'>> {
  const shelves = shelfRows(categories);
  const isCategoryChanged = await writeCategories(client, shelves.categories);
  const changedTopics = await writeTopics(client, shelves.topics);

  await handToContent(
    client,
    prompts.map(({ slug }) => ({ id: promptIdOf(slug), slug })),
  );
  const known = new Map((await findKnownPrompts(client, 'content')).map((prompt) => [prompt.key, prompt]));
  const rows = prompts.map((prompt) => promptRow(prompt, known.get(prompt.slug)));
  const present = new Set(rows.map(({ key }) => key));
  const isNew = (row: PromptRow) => !known.get(row.key)?.isListed;
  const toWrite = rows.filter((row) => isNew(row) || known.get(row.key)?.hash !== row.hash);
  const added = toWrite.filter(isNew).length;
  const toRetire = [...known.values()].filter(({ key, isListed }) => isListed && !present.has(key));

  for (let from = 0; from < toWrite.length; from += BATCH) {
    const batch = toWrite.slice(from, from + BATCH);
    await writePrompts(client, 'content', batch);
    await writeExemplars(client, batch);
    await indexPrompts(
      client,
      batch.map(({ id }) => id),
    );
    onProgress?.(from + batch.length, toWrite.length);
  }
  if (toRetire.length > 0) await retirePrompts(client, idsOf(toRetire));
  const isShelfRemoved = await removeEmptyShelves(client, {
    categoryIds: idsOf(shelves.categories),
    topicIds: idsOf(shelves.topics),
  });

  // A topic's name is among the words its prompts are found by.
  const renamed = changedTopics.length > 0 ? await findPromptsOfTopics(client, changedTopics) : [];
  const written = new Set(idsOf(toWrite));
  const toIndex = [...idsOf(toRetire), ...renamed.filter((id) => !written.has(id))];
  await indexPrompts(client, toIndex);
  const isPromptChanged = toWrite.length + toIndex.length > 0;
  if (isPromptChanged) await refreshSearchWords(client);
  // Missing after the migration that made their table: the prompts were there before.
  const isRelatedChanged =
    (isPromptChanged || (await isRelatedMissing(client))) && (await refreshRelated(client));
  if (isPromptChanged || isRelatedChanged) await analyzeLibrary(client);
  if (
    isPromptChanged ||
    isRelatedChanged ||
    isCategoryChanged ||
    changedTopics.length > 0 ||
    isShelfRemoved
  ) {
    await announceChange(client);
  }
  return {
    added,
    changed: toWrite.length - added,
    unchanged: rows.length - toWrite.length,
    retired: toRetire.length,
  };
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

export const categoryIdOf = (category: string) => makeId(`category:${category}`);
export const topicIdOf = (category: string, topic: string) => makeId(`topic:${category}/${topic}`);

function shelfRows(categories: readonly CategoryShelf[]): { categories: ShelfRow[]; topics: TopicRow[] } {
  return {
    categories: categories.map(({ topics: _topics, ...shelf }, position) => ({
      ...shelf,
      id: categoryIdOf(shelf.slug),
      position,
    })),
    topics: categories.flatMap(({ slug: category, topics }) =>
      topics.map((shelf, position) => ({
        ...shelf,
        id: topicIdOf(category, shelf.slug),
        categoryId: categoryIdOf(category),
        position,
      })),
    ),
  };
}

function promptRow(
  prompt: PromptFile,
  known: KnownPrompt | undefined,
): PromptRow & Pick<PromptFile, 'exemplars'> {
  const { slug, category, topic, file: _file, lines: _lines, created, exemplars, ...texts } = prompt;
  const fields = {
    ...texts,
    // Left out where there are none: what was loaded before exemplars existed stays what it was.
    ...(exemplars.length > 0 ? { exemplars } : {}),
    categoryId: categoryIdOf(category),
    topicId: topicIdOf(category, topic),
    createdAt: created,
  };
  const id = known?.id ?? promptIdOf(slug);
  return { ...fields, exemplars, id, key: slug, hash: hashOf(fields) };
}

/** Of what is stored, not of the file's bytes: a front matter laid out anew changes nothing. */
export function hashOf(fields: object): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
