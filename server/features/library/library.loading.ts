import { createHash } from 'node:crypto';
import type pg from 'pg';
import { withSchemaLock } from '#server/core/database/migrate.ts';
import { makeId } from '#server/core/ids.ts';
import { LIBRARY, promptTag } from '#server/core/response-cache/cache-tags.ts';
import {
  indexPrompts,
  isIndexIncomplete,
  rebuildSearchIndex,
  refreshSearchWords,
} from '#server/features/search/search.public.ts';
import { notifyOfChanges } from '../notices/notices.public.ts';
import { isRelatedMissing, refreshRelated } from '../related/related.public.ts';
import { findTags, notifyLibraryChanged } from './library.changes.queries.ts';
import { promptIdOf } from './library.fields.ts';
import { fingerprintOf, type Library, parseLibrary, readFolder } from './library.files.ts';
import type { CategoryFields, PromptFile } from './library.format.ts';
import {
  analyzeLibrary,
  type CategoryRow,
  type Client,
  findKnownPrompts,
  findPromptsOfTopics,
  isLoaded,
  type KnownPrompt,
  type PromptRow,
  reassignToContent,
  removeEmptyCategories,
  retirePrompts,
  type TopicRow,
  writeCategories,
  writeExemplars,
  writeFingerprint,
  writePrompts,
  writeRedirects,
  writeTopics,
} from './library.queries.ts';
import { inTransaction } from './library.transactions.ts';

export interface LoadReport {
  /** New, or returned to the folder. */
  added: number;
  changed: number;
  unchanged: number;
  /** Removed from the folder: not listed, kept with id and counters. */
  retired: number;
  seconds: number;
}

/** From this many changed prompts on, building the whole index is faster than changing it row by row. */
const REBUILD_FROM = 250;

/** Prompts a statement; it keeps the JSON of one in the low megabytes. */
const BATCH = 250;

/**
 * Makes the database hold what content/ holds, in one transaction under the schema lock: processes that start
 * together load one after the other, and the later ones find nothing to do.
 * @param onProgress prompts written so far, of how many
 * @throws LibraryError when the files have problems; nothing is written then
 */
export async function loadLibrary(options: {
  pool: pg.Pool;
  contentDir: string;
  onProgress?: (done: number, total: number) => void;
}): Promise<LoadReport> {
  const start = performance.now();
  const files = readFolder(options.contentDir);
  const fingerprint = fingerprintOf(files);
  const counts =
    (await countsIfLoaded(options.pool, files, fingerprint)) ??
    (await writeFiles(files, fingerprint, options));
  return { ...counts, seconds: (performance.now() - start) / 1000 };
}

type Counts = Omit<LoadReport, 'seconds'>;
type Files = ReturnType<typeof readFolder>;

async function countsIfLoaded(
  client: Client,
  files: Files,
  fingerprint: string,
): Promise<Counts | undefined> {
  if (!(await isLoaded(client, fingerprint))) return undefined;
  return { added: 0, changed: 0, unchanged: files.length - 1, retired: 0 };
}

async function writeFiles(
  files: Files,
  fingerprint: string,
  { pool, onProgress }: Parameters<typeof loadLibrary>[0],
): Promise<Counts> {
  return await withSchemaLock(pool, (client) =>
    inTransaction(client, async () => {
      // By another process, while this one waited for the lock.
      const loaded = await countsIfLoaded(client, files, fingerprint);
      if (loaded) return loaded;
      const counts = await writeLibrary(client, parseLibrary(files), onProgress);
      await writeFingerprint(client, fingerprint);
      return counts;
    }),
  );
}

async function writeLibrary(
  client: Client,
  { categories, prompts }: Library,
  onProgress?: (done: number, total: number) => void,
): Promise<Counts> {
  const rowsOfYaml = categoryRows(categories);
  const isCategoryChanged = await writeCategories(client, rowsOfYaml.categories);
  const changedTopics = await writeTopics(client, rowsOfYaml.topics);

  await reassignToContent(
    client,
    prompts.map(({ slug }) => ({ id: promptIdOf(slug), slug })),
  );
  const known = new Map((await findKnownPrompts(client, 'content')).map((prompt) => [prompt.key, prompt]));
  const rows = prompts.map((prompt) => promptRow(prompt, known.get(prompt.slug)));
  const present = new Set(rows.map(({ key }) => key));
  const isNew = ({ key }: PromptRow) => {
    const before = known.get(key);
    return !before?.isListed && !before?.isRetired;
  };
  const toWrite = rows.filter((row) => isNew(row) || known.get(row.key)?.hash !== row.hash);
  const added = toWrite.filter(isNew).length;
  const toRetire = [...known.values()].filter(({ key, isListed }) => isListed && !present.has(key));
  const changed = [...idsOf(toWrite), ...idsOf(toRetire)];
  // Both before and after: a prompt may leave its category.
  const tagsBefore = await findTags(client, changed);

  for (let from = 0; from < toWrite.length; from += BATCH) {
    const batch = toWrite.slice(from, from + BATCH);
    await writePrompts(client, 'content', batch);
    await writeExemplars(client, batch);
    await writeRedirects(client, batch);
    onProgress?.(from + batch.length, toWrite.length);
  }
  if (toWrite.length > added) await notifyOfChanges(client);
  if (toRetire.length > 0) await retirePrompts(client, idsOf(toRetire));
  const isCategoryRemoved = await removeEmptyCategories(client, {
    categoryIds: idsOf(rowsOfYaml.categories),
    topicIds: idsOf(rowsOfYaml.topics),
  });

  // A topic's name is among the words its prompts are found by.
  const renamed = changedTopics.length > 0 ? await findPromptsOfTopics(client, changedTopics) : [];
  const written = new Set(idsOf(toWrite));
  const toIndex = [...written, ...idsOf(toRetire), ...renamed.filter((id) => !written.has(id))];
  const isPromptChanged = toIndex.length > 0;
  // Incomplete after the migration that made the index anew.
  const isRebuild = toIndex.length > REBUILD_FROM || (await isIndexIncomplete(client));
  if (isRebuild) await rebuildSearchIndex(client);
  else await indexPrompts(client, toIndex);
  if (isPromptChanged || isRebuild) await refreshSearchWords(client);
  // Missing after the migration that created their table, when the prompts were stored before it.
  const isRefreshed = isPromptChanged || (await isRelatedMissing(client));
  const changedRelated = isRefreshed ? [...(await refreshRelated(client))] : [];
  const isAnyChanged = isPromptChanged || changedRelated.length > 0;
  if (isAnyChanged) await analyzeLibrary(client);
  // Names and numbers of categories and topics are on pages of all kinds.
  if (isCategoryChanged || changedTopics.length > 0 || isCategoryRemoved) await notifyLibraryChanged(client);
  else if (isAnyChanged) {
    const tagsAfter = [...(await findTags(client, changed)), ...changedRelated.map(promptTag)];
    await notifyLibraryChanged(client, new Set([LIBRARY, ...tagsBefore, ...tagsAfter]));
  }
  return {
    added,
    changed: toWrite.length - added,
    unchanged: rows.length - toWrite.length,
    retired: toRetire.length,
  };
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const categoryIdOf = (category: string) => makeId(`category:${category}`);
const topicIdOf = (category: string, topic: string) => makeId(`topic:${category}/${topic}`);

function categoryRows(categories: readonly CategoryFields[]): {
  categories: CategoryRow[];
  topics: TopicRow[];
} {
  return {
    categories: categories.map(({ topics: _topics, ...fields }, position) => ({
      ...fields,
      id: categoryIdOf(fields.slug),
      position,
    })),
    topics: categories.flatMap(({ slug: category, topics }) =>
      topics.map((fields, position) => ({
        ...fields,
        id: topicIdOf(category, fields.slug),
        categoryId: categoryIdOf(category),
        position,
      })),
    ),
  };
}

function promptRow(
  prompt: PromptFile,
  known: KnownPrompt | undefined,
): PromptRow & Pick<PromptFile, 'exemplars' | 'redirects'> {
  const { slug, category, topic, file: _file, lines: _lines, created, ...others } = prompt;
  const { exemplars, keywords, sources, reviewed, reviewDue, version, change, redirects, ...texts } = others;
  const fields = {
    ...texts,
    // Omitted where there are none, so that the hashes of prompts loaded before these fields existed stay valid.
    ...(exemplars.length > 0 ? { exemplars } : {}),
    ...(keywords.length > 0 ? { keywords } : {}),
    ...(sources.length > 0 ? { sources } : {}),
    ...(reviewed === null ? {} : { reviewed }),
    ...(reviewDue === null ? {} : { reviewDue }),
    ...(version > 1 ? { version } : {}),
    ...(change === null ? {} : { change }),
    ...(redirects.length > 0 ? { redirects } : {}),
    categoryId: categoryIdOf(category),
    topicId: topicIdOf(category, topic),
    createdAt: created,
  };
  const id = known?.id ?? promptIdOf(slug);
  return { ...fields, ...others, id, key: slug, hash: hashOf(fields) };
}

/** Of what is stored, not of the file's bytes: another layout of the front matter changes nothing. */
export function hashOf(fields: object): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
