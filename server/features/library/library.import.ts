import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Tier } from '#contract/tiers.ts';
import { withSchemaLock } from '#server/core/database/migrate.ts';
import { makeId } from '#server/core/ids.ts';
import { indexPrompts, refreshSearchWords } from '#server/features/search/search.access.ts';
import { refreshRelated } from '../related/related.access.ts';
import { type CsvRow, type RowProblem, readCsv } from './library.csv.ts';
import { type ExportKind, readExport } from './library.export-files.ts';
import { hashOfRow, importEntries } from './library.import-entries.ts';
import {
  addFailure,
  addSkip,
  type EntryProblem,
  ImportRefused,
  type ImportReport,
  newReport,
} from './library.import-report.ts';
import { type ImportedPrompt, readRow } from './library.import-row.ts';
import { inTransaction } from './library.loading.ts';
import {
  analyzeLibrary,
  announceChange,
  type Client,
  findKnownPrompts,
  findKnownTexts,
  findPlaces,
  hasLibraryTables,
  type Place,
  type PromptRow,
  writePrompts,
} from './library.queries.ts';

export interface ImportOptions {
  file: string;
  category: string;
  topic: string;
  tier: Tier;
  isDryRun: boolean;
  onProgress?: (rows: number, bytes: number) => void;
}

export interface ExportImportOptions {
  file: string;
  kind: ExportKind;
  isDryRun: boolean;
  /** @param share of the file that has been read, 0 to 1 */
  onProgress?: (entries: number, share: number) => void;
}

const BATCH = 250;

/** Undoes the transaction although nothing went wrong with the database. */
class TakeBack extends Error {}

/**
 * Imports a CSV file into one topic, in one transaction under the schema lock: all rows or, when one of them
 * fails, none. A row is recognised by category, topic and title, so the same file may be imported again: what
 * is unchanged stays untouched, other texts replace their predecessors, ids and counters stay. A further text of
 * the same title is a prompt of its own. A text that is in the library already, under another title or in another
 * topic, is skipped. Nothing is ever removed.
 * @returns the report; with `failed > 0`, or on a dry run, nothing was written
 * @throws ImportRefused for an unknown category or topic, or a database without a library
 */
export async function importPrompts(pool: pg.Pool, options: ImportOptions): Promise<ImportReport> {
  return await runImport(pool, options.isDryRun, (client) => importRows(client, options));
}

/**
 * Imports an export of this library or another one: every prompt where the export has it and as it is there, in one
 * transaction under the schema lock, all or nothing. An id decides which prompt is meant. What is kept in content/ is
 * never changed (a start would undo it), what it lacks is added with its id, and nothing is removed.
 * @returns as importPrompts
 * @throws ImportRefused for a file that is no export, or a database without a library
 */
export async function importExport(
  pool: pg.Pool,
  { file, kind, isDryRun, onProgress }: ExportImportOptions,
): Promise<ImportReport<EntryProblem>> {
  return await runImport(pool, isDryRun, async (client) => {
    const report = newReport<EntryProblem>();
    let share = 0;
    const onShare = (read: number) => {
      share = read;
    };
    await importEntries(client, {
      entries: readExport(file, kind, onShare),
      places: await requirePlaces(client),
      report,
      onBatch: () => onProgress?.(report.read, share),
    });
    return report;
  });
}

/** In one transaction under the schema lock, taken back when anything failed. */
async function runImport<Report extends ImportReport<EntryProblem>>(
  pool: pg.Pool,
  isDryRun: boolean,
  read: (client: Client) => Promise<Report>,
): Promise<Report> {
  return await withSchemaLock(pool, async (client) => {
    let report: Report | undefined;
    try {
      await inTransaction(client, async () => {
        report = await importAll(client, read);
        if (isDryRun || report.failed > 0) throw new TakeBack();
      });
    } catch (error) {
      if (!(error instanceof TakeBack)) throw error;
    }
    if (!report) throw new Error('The import ended without a report.');
    return report;
  });
}

async function importRows(client: Client, options: ImportOptions): Promise<ImportReport> {
  const place = await requirePlace(client, options);
  const shelf = await openShelf(client, place);
  const report = newReport<RowProblem>();
  const fail = (problem: RowProblem) => addFailure(report, [problem]);

  let bytes = 0;
  let waiting: PromptRow[] = [];
  const write = async () => {
    // After a failure nothing will be kept: the rest is only read for its problems.
    if (waiting.length > 0 && report.failed === 0) {
      await writePrompts(client, 'import', waiting);
      await indexPrompts(
        client,
        waiting.map(({ id }) => id),
      );
    }
    waiting = [];
    options.onProgress?.(report.read, bytes);
  };
  const onBytes = (read: number) => {
    bytes = read;
  };
  for await (const row of readCsv(options.file, fail, onBytes)) {
    report.read++;
    const prompt = readRow(row, options.tier);
    if ('problem' in prompt) {
      fail({ line: row.line, message: prompt.problem });
      continue;
    }
    if (prompt.isBrokenJson) report.brokenJson++;
    const accepted = shelf.accept(row, prompt, options.tier, report);
    if (accepted) waiting.push(accepted);
    if (waiting.length >= BATCH) await write();
  }
  await write();
  return report;
}

async function importAll<Report extends ImportReport<EntryProblem>>(
  client: Client,
  read: (client: Client) => Promise<Report>,
): Promise<Report> {
  const report = await read(client);
  if (report.failed === 0 && report.added + report.changed > 0) {
    await refreshSearchWords(client);
    await refreshRelated(client);
    await analyzeLibrary(client);
    await announceChange(client);
  }
  return report;
}

/** Every topic there is. */
async function requirePlaces(client: Client): Promise<Place[]> {
  if (!(await hasLibraryTables(client))) {
    throw new ImportRefused(
      'The database is not ready for this version. Start the app, or run npm run content:load, first.',
    );
  }
  const places = await findPlaces(client);
  if (places.length > 0) return places;
  throw new ImportRefused('The library is empty. Load it first: npm run content:load (or npm start).');
}

async function requirePlace(client: Client, { category, topic }: ImportOptions): Promise<Place> {
  const places = await requirePlaces(client);
  const inCategory = places.filter((place) => place.category === category);
  if (inCategory.length === 0) {
    const known = [...new Set(places.map((place) => place.category))].join(', ');
    throw new ImportRefused(`There is no category "${category}". There are: ${known}`);
  }
  const place = inCategory.find((candidate) => candidate.topic === topic);
  if (place) return place;
  const known = inCategory.map((candidate) => candidate.topic).join(', ');
  throw new ImportRefused(`There is no topic "${topic}" in ${category}. There are: ${known}`);
}

interface ImportShelf {
  /** What to write for a row; undefined when there is nothing to do. Counts it in the report either way. */
  accept(row: CsvRow, prompt: ImportedPrompt, tier: Tier, report: ImportReport): PromptRow | undefined;
}

/** Knows what the topic and the library hold, and what the file has brought so far. */
async function openShelf(client: Client, place: Place): Promise<ImportShelf> {
  const keyPrefix = `${place.category}/${place.topic}/`;
  const imported = await findKnownPrompts(client, 'import');
  const known = new Map(imported.map((prompt) => [prompt.key, prompt]));
  // A row that came back with an export from elsewhere has its id, and not its key.
  const knownById = new Map(imported.map((prompt) => [prompt.id, prompt]));
  const inLibrary = await findKnownTexts(client);
  const lineOfText = new Map<string, number>();
  const taken = new Set<string>();
  const idOf = (key: string) => makeId(`import:${key}`);
  const find = (key: string) => known.get(key) ?? knownById.get(idOf(key));

  /** By title; a further text of that title by the text too, wherever in the file it comes. */
  const keyOf = (title: string, text: string): string => {
    const byTitle = `${keyPrefix}${digestOf(title.normalize('NFC').toLowerCase()).slice(0, 20)}`;
    const byText = `${byTitle}-${text.slice(0, 20)}`;
    return find(byText) || taken.has(byTitle) ? byText : byTitle;
  };

  return {
    accept(row, { isBrokenJson: _, ...prompt }, tier, report) {
      const skip = (message: string) => {
        addSkip(report, { line: row.line, message: `"${prompt.title}" ${message}` });
        return undefined;
      };
      const text = digestOf(prompt.content);
      const line = lineOfText.get(text);
      if (line !== undefined) return skip(`has the text of line ${line}`);
      lineOfText.set(text, row.line);
      const key = keyOf(prompt.title, text);
      const before = find(key);
      const id = before?.id ?? idOf(key);
      const other = inLibrary.get(text);
      if (other && !other.ids.includes(id)) return skip(`is in the library already, as "${other.title}"`);
      taken.add(key);
      const fields = {
        ...prompt,
        tier,
        featured: false,
        categoryId: place.categoryId,
        topicId: place.topicId,
        createdAt: undefined,
      };
      const hash = hashOfRow(fields);
      if (before?.isListed && before.hash === hash) {
        report.unchanged++;
        return undefined;
      }
      if (before?.isListed) report.changed++;
      else report.added++;
      return { ...fields, key: before?.key ?? key, hash, id };
    },
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
