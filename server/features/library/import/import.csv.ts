import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Tier } from '#contract/tiers.ts';
import { makeId } from '#server/core/ids.ts';
import { indexPrompts } from '../../search/search.public.ts';
import { type Client, findKnownPrompts, type PromptRow, writePrompts } from '../library.queries.ts';
import { type CsvPrompt, readRow } from './import.csv-row.ts';
import { hashOfRow } from './import.json.ts';
import { findKnownTexts, type TopicRef } from './import.queries.ts';
import { type CsvRow, readCsv } from './import.read-csv.ts';
import {
  addChange,
  addFailure,
  addSkip,
  ImportError,
  type ImportReport,
  newReport,
  RETIRED,
} from './import.report.ts';
import { BATCH, type ImportRun, runImport } from './import.transaction.ts';

export interface CsvImportOptions extends ImportRun {
  text: string;
  category: string;
  topic: string;
  tier: Tier;
  onProgress?: (rows: number, total: number) => void;
}

/**
 * Imports a CSV into one topic: all rows or, when one of them fails, none. A row is recognized by category, topic and
 * title, so the same file may be imported again: unchanged rows stay untouched, other texts replace their predecessors,
 * ids and counters stay. A further text of the same title is a prompt of its own. A text that is in the library already,
 * under another title or in another topic, is skipped. Nothing is ever removed.
 * @returns the report; with `failed > 0`, or on a dry run, nothing was written
 * @throws ImportError for an unknown category or topic, or a database without a library
 */
export async function importCsv(pool: pg.Pool, options: CsvImportOptions): Promise<ImportReport> {
  return await runImport(pool, options, async (client, topics) => {
    const rowsToPrompts = await openTopic(client, requireTopic(topics, options), options.tier);
    const { rows, problems, ignoredColumns } = readCsv(options.text);
    const report = { ...newReport(), ignoredColumns };
    for (const problem of problems) addFailure(report, [problem]);
    for (let from = 0; from < rows.length; from += BATCH) {
      const accepted = rows.slice(from, from + BATCH).flatMap((row) => rowsToPrompts(row, report) ?? []);
      // After a failure nothing will be kept: the rest is only checked for its problems.
      if (accepted.length > 0 && report.failed === 0) {
        const ids = accepted.map(({ id }) => id);
        await writePrompts(client, 'import', accepted);
        await indexPrompts(client, ids);
      }
      options.onProgress?.(report.read, rows.length);
    }
    return report;
  });
}

function requireTopic(topics: readonly TopicRef[], { category, topic }: CsvImportOptions): TopicRef {
  const inCategory = topics.filter((candidate) => candidate.category === category);
  if (inCategory.length === 0) {
    const known = [...new Set(topics.map((candidate) => candidate.category))].join(', ');
    throw new ImportError(`There is no category "${category}". There are: ${known}`);
  }
  const found = inCategory.find((candidate) => candidate.topic === topic);
  if (found) return found;
  const known = inCategory.map((one) => one.topic).join(', ');
  throw new ImportError(`There is no topic "${topic}" in ${category}. There are: ${known}`);
}

/** @returns what to write for a row; undefined when there is nothing to write. Counts it in the report either way. */
type RowReader = (row: CsvRow, report: ImportReport) => PromptRow | undefined;

/** Knows what the topic and the library hold, and which rows came before. */
async function openTopic(client: Client, topic: TopicRef, tier: Tier): Promise<RowReader> {
  const { categoryId, topicId } = topic;
  const imported = await findKnownPrompts(client, 'import');
  const known = new Map(imported.map((prompt) => [prompt.key, prompt]));
  // A row that was restored from an export has its id, and another key.
  const knownById = new Map(imported.map((prompt) => [prompt.id, prompt]));
  const inLibrary = await findKnownTexts(client);
  const lineOfText = new Map<string, number>();
  const taken = new Set<string>();
  const idOf = (key: string) => makeId(`import:${key}`);
  const find = (key: string) => known.get(key) ?? knownById.get(idOf(key));

  /** By title; a further text of that title by the text too, wherever in the file it comes. */
  const keyOf = (title: string, digest: string): string => {
    const titleDigest = digestOf(title.normalize('NFC').toLowerCase()).slice(0, 20);
    const byTitle = `${topic.category}/${topic.topic}/${titleDigest}`;
    const byText = `${byTitle}-${digest.slice(0, 20)}`;
    return find(byText) || taken.has(byTitle) ? byText : byTitle;
  };

  const accept = (line: number, prompt: CsvPrompt, report: ImportReport): PromptRow | undefined => {
    const skip = (reason: string) => {
      addSkip(report, { line, message: `"${prompt.title}" ${reason}` });
      return undefined;
    };
    const digest = digestOf(prompt.content);
    const earlierLine = lineOfText.get(digest);
    if (earlierLine !== undefined) return skip(`has the text of line ${earlierLine}`);
    lineOfText.set(digest, line);
    const key = keyOf(prompt.title, digest);
    const before = find(key);
    const id = before?.id ?? idOf(key);
    const other = inLibrary.get(digest);
    if (other && !other.ids.includes(id)) return skip(`is in the library already, as "${other.title}"`);
    taken.add(key);
    if (before?.isRetired) return skip(RETIRED);
    const unstated = { sources: [], reviewed: null, reviewDue: null, version: 1, change: null };
    const fields = {
      ...prompt,
      ...unstated,
      tier,
      featured: false,
      categoryId,
      topicId,
      createdAt: undefined,
    };
    const hash = hashOfRow(fields);
    if (before?.isListed && before.hash === hash) {
      report.unchanged++;
      return undefined;
    }
    addChange(report, { title: prompt.title, isNew: !before?.isListed });
    return { ...fields, key: before?.key ?? key, hash, id };
  };

  return (row, report) => {
    report.read++;
    const read = readRow(row, tier);
    if ('problem' in read) {
      addFailure(report, [{ line: row.line, message: read.problem }]);
      return undefined;
    }
    const { isBrokenJson, ...prompt } = read;
    if (isBrokenJson) report.brokenJson++;
    return accept(row.line, prompt, report);
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
