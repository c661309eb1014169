import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Provenance } from '#contract/prompts.ts';
import { indexPrompts } from '../../search/search.public.ts';
import { hashOf } from '../library.loading.ts';
import {
  type Client,
  type PromptRow,
  writeExemplars,
  writePrompts,
  writeRedirects,
} from '../library.queries.ts';
import { findStoredPrompts, reassignToImports, type StoredPrompt, type TopicRef } from './import.queries.ts';
import { type ExportEntry, type FoundEntry, isOwnSlug, readExport } from './import.read-json.ts';
import { addChange, addFailure, addSkip, type ImportReport, newReport, RETIRED } from './import.report.ts';
import { BATCH, type ImportRun, runImport } from './import.transaction.ts';

export interface ExportImportOptions extends ImportRun {
  text: string;
  onProgress?: (entries: number, total: number) => void;
}

/**
 * Imports a JSON export of this library or another one: every prompt in its topic and as it was, all or nothing. An id
 * decides which prompt is meant. What is stored from content/ is never changed (a start would undo it), missing prompts
 * are added with their ids, and nothing is removed.
 * @returns the report; with `failed > 0`, or on a dry run, nothing was written
 * @throws ImportError for a text that is no export, or a database without a library
 */
export async function importJson(pool: pg.Pool, options: ExportImportOptions): Promise<ImportReport> {
  const found = readExport(options.text);
  return await runImport(pool, options, async (client, topics) => {
    const report = newReport();
    const topicsByPath = new Map(topics.map((topic) => [`${topic.category}/${topic.topic}`, topic]));
    const earlier = new Map<string, { hash: string; path: string }>();
    for (let from = 0; from < found.length; from += BATCH) {
      const batch = found.slice(from, from + BATCH);
      const entries = batch.flatMap((entry) => accept(entry, { topicsByPath, earlier, report }) ?? []);
      // After a failure nothing will be kept: the rest is only checked for its problems.
      if (entries.length > 0 && report.failed === 0) await writeEntries(client, entries, report);
      options.onProgress?.(report.read, found.length);
    }
    return report;
  });
}

/** An entry whose topic exists. */
interface TopicEntry {
  entry: ExportEntry;
  topic: TopicRef;
}

/** Undefined for what is not to be written; it is in the report then. */
function accept(
  found: FoundEntry,
  context: {
    topicsByPath: ReadonlyMap<string, TopicRef>;
    earlier: Map<string, { hash: string; path: string }>;
    report: ImportReport;
  },
): TopicEntry | undefined {
  const { topicsByPath, earlier, report } = context;
  report.read++;
  if ('isLocked' in found) {
    report.locked++;
    report.skipped++;
    return undefined;
  }
  if ('problems' in found) {
    addFailure(report, found.problems);
    return undefined;
  }
  const { path, ...imported } = found;
  const fail = (message: string) => {
    addFailure(report, [{ message: `${path}: ${message}` }]);
    return undefined;
  };
  const topic = topicsByPath.get(`${imported.category}/${imported.topic}`);
  if (!topic) return fail(`there is no topic ${imported.category}/${imported.topic}`);
  const hash = hashOf(imported);
  const other = earlier.get(imported.id);
  if (other === undefined) {
    earlier.set(imported.id, { hash, path });
    return { entry: found, topic };
  }
  if (other.hash !== hash) return fail(`"${imported.title}" is also at ${other.path}, with other content`);
  addSkip(report, { message: `${path}: "${imported.title}" is also at ${other.path}` });
  return undefined;
}

async function writeEntries(
  client: Client,
  entries: readonly TopicEntry[],
  report: ImportReport,
): Promise<void> {
  const stored = await findStoredPrompts(
    client,
    entries.map(({ entry }) => entry.id),
  );
  const storedById = new Map(stored.map((prompt) => [prompt.id, prompt]));
  const changes = entries
    .map((found) => ({ ...found, before: storedById.get(found.entry.id) }))
    .filter(({ entry, topic, before }) => countChange(entry, topic, before, report))
    .map(({ entry, topic, before }) => ({ entry, before, row: rowOf(entry, topic, before) }));
  if (changes.length === 0) return;
  const rows = changes.map(({ row }) => row);
  const fromContent = changes.filter(({ before }) => before !== undefined && before.source !== 'import');
  await reassignToImports(
    client,
    fromContent.map(({ row }) => row),
  );
  await writePrompts(client, 'import', rows);
  await writeExemplars(
    client,
    changes.flatMap(({ entry: { id, exemplars } }) => (exemplars === undefined ? [] : [{ id, exemplars }])),
  );
  await writeRedirects(
    client,
    changes.flatMap(({ entry: { id, redirects } }) => (redirects === undefined ? [] : [{ id, redirects }])),
  );
  await indexPrompts(
    client,
    rows.map(({ id }) => id),
  );
}

/** @returns whether the entry is to be written */
function countChange(
  entry: ExportEntry,
  topic: TopicRef,
  before: StoredPrompt | undefined,
  report: ImportReport,
): boolean {
  if (before?.isRetired) {
    addSkip(report, { message: `${entry.path}: "${entry.title}" ${RETIRED}` });
    return false;
  }
  if (!before?.isListed) {
    addChange(report, { title: entry.title, isNew: true });
    return true;
  }
  if (isUnchanged(entry, topic, before)) {
    report.unchanged++;
    return false;
  }
  if (before.source === 'import') {
    addChange(report, { title: entry.title, isNew: false });
    return true;
  }
  const file = `content/${before.category}/${before.topic}/${before.key}.md`;
  addSkip(report, { message: `${entry.path}: "${entry.title}" differs from ${file}: change it there` });
  return false;
}

/** Fields that an export leaves out are unchanged. */
function isUnchanged(entry: ExportEntry, topic: TopicRef, before: StoredPrompt): boolean {
  const { title, summary, description, content, variables, tier } = entry;
  const featured = before.featuredByStaff ?? entry.featured;
  const { created = before.createdAt, exemplars = before.exemplars, redirects = before.redirects } = entry;
  const { version, ...later } = laterFields(entry, before);
  const expected = {
    ...{ title, summary, description, content, variables, tier, featured, exemplars, ...later },
    redirects: redirects.toSorted(),
  };
  const stored = Object.fromEntries(
    Object.keys(expected).map((key) => [key, before[key as keyof typeof expected]]),
  );
  return (
    isDeepStrictEqual(expected, stored) &&
    version <= before.version &&
    topic.category === before.category &&
    topic.topic === before.topic &&
    // In whole milliseconds: an export has no more.
    new Date(created).getTime() === before.createdAt.getTime()
  );
}

/** Of the prompt's row: what an export leaves out stays as it is stored. */
function laterFields(entry: ExportEntry, before: StoredPrompt | undefined) {
  return {
    keywords: entry.keywords ?? before?.keywords ?? [],
    sources: entry.sources ?? before?.sources ?? [],
    reviewed: entry.reviewed === undefined ? (before?.reviewed ?? null) : entry.reviewed,
    reviewDue: entry.reviewDue === undefined ? (before?.reviewDue ?? null) : entry.reviewDue,
    version: entry.version ?? before?.version ?? 1,
    change: entry.change === undefined ? (before?.change ?? null) : entry.change,
  };
}

/** Of the fields that a row of a CSV has too: a row restored from an export is recognized as unchanged. */
export function hashOfRow(
  row: Omit<PromptRow, 'id' | 'key' | 'hash' | 'createdAt' | 'change' | keyof Provenance>,
): string {
  const { title, summary, description, content, variables, tier, featured, categoryId, topicId } = row;
  return hashOf({
    ...{ title, summary, description, content, variables, tier, featured, categoryId, topicId },
    // Omitted where there are none, so that the hashes of prompts imported before keywords existed stay valid.
    ...(row.keywords.length > 0 ? { keywords: row.keywords } : {}),
  });
}

function rowOf(
  entry: ExportEntry,
  { categoryId, topicId }: TopicRef,
  before: StoredPrompt | undefined,
): PromptRow {
  const { id, slug, title, summary, description, content, variables, tier, featured, created } = entry;
  const fields = {
    ...{ title, summary, description, content, variables, tier, featured },
    ...laterFields(entry, before),
    ...{ categoryId, topicId, createdAt: created },
  };
  // With a slash where the slug follows from title and id.
  const key = isOwnSlug(slug, id) ? slug : `export/${id}`;
  return { ...fields, id, key: before?.source === 'import' ? before.key : key, hash: hashOfRow(fields) };
}
