// Prompts of an export, compared with those the library keeps, and written.
import { isDeepStrictEqual } from 'node:util';
import type { Exemplar } from '#contract/exemplars.ts';
import { indexPrompts } from '#server/features/search/search.access.ts';
import {
  type ExportEntry,
  type FoundEntry,
  isOwnSlug,
  placeText,
  problemAt,
} from './library.export-entry.ts';
import { addFailure, addSkip, type EntryProblem, type ImportReport } from './library.import-report.ts';
import { hashOf } from './library.loading.ts';
import { type Client, type Place, type PromptRow, writeExemplars, writePrompts } from './library.queries.ts';
import { findStoredPrompts, handToImports, type StoredPrompt } from './library-imports.queries.ts';

/** Entries compared and written at once. */
const BATCH = 250;

type Report = ImportReport<EntryProblem>;

/** Counts every entry in the report, and writes those that are new or other than what is kept. */
export async function importEntries(
  client: Client,
  parts: {
    entries: AsyncIterable<FoundEntry>;
    places: readonly Place[];
    report: Report;
    onBatch: () => void;
  },
): Promise<void> {
  const { entries, report, onBatch } = parts;
  const places = new Map(parts.places.map((place) => [`${place.category}/${place.topic}`, place]));
  const first = new Map<string, { text: string; where: string }>();
  let waiting: Placed[] = [];
  const write = async () => {
    // After a failure nothing will be kept: the rest is only read for its problems.
    if (waiting.length > 0 && report.failed === 0) await writeEntries(client, waiting, report);
    waiting = [];
    onBatch();
  };
  for await (const found of entries) {
    report.read++;
    const entry = accept(found, { places, first, report });
    if (entry) waiting.push(entry);
    if (waiting.length >= BATCH) await write();
  }
  await write();
}

/** An entry whose topic there is. */
interface Placed {
  entry: ExportEntry;
  place: Place;
}

/** Undefined for what is not to be written; it is in the report then. */
function accept(
  found: FoundEntry,
  parts: { places: Map<string, Place>; first: Map<string, { text: string; where: string }>; report: Report },
): Placed | undefined {
  const { places, first, report } = parts;
  if ('isLocked' in found) {
    report.locked++;
    report.skipped++;
    return undefined;
  }
  if ('problems' in found) {
    addFailure(report, found.problems);
    return undefined;
  }
  const { at, ...said } = found;
  const fail = (message: string) => {
    addFailure(report, [problemAt(at, message)]);
    return undefined;
  };
  const place = places.get(`${said.category}/${said.topic}`);
  if (!place) return fail(`there is no topic ${said.category}/${said.topic}`);
  const text = hashOf(said);
  const other = first.get(said.id);
  if (other && other.text !== text)
    return fail(`"${said.title}" is also at ${other.where}, where it says something else`);
  if (other) {
    skip(report, found, `is also at ${other.where}`);
    return undefined;
  }
  first.set(said.id, { text, where: placeText(at) });
  return { entry: found, place };
}

function skip(report: Report, { at, title }: ExportEntry, message: string): void {
  addSkip(report, problemAt(at, `"${title}" ${message}`));
}

async function writeEntries(client: Client, entries: readonly Placed[], report: Report): Promise<void> {
  const ids = entries.map(({ entry }) => entry.id);
  const stored = new Map((await findStoredPrompts(client, ids)).map((prompt) => [prompt.id, prompt]));
  const toWrite: PromptRow[] = [];
  const toHandOver: PromptRow[] = [];
  const exemplars: { id: string; exemplars: Exemplar[] }[] = [];
  for (const placed of entries) {
    const { entry } = placed;
    const before = stored.get(entry.id);
    if (!isToBeWritten(placed, before, report)) continue;
    const row = rowOf(placed, before);
    toWrite.push(row);
    if (before && before.source !== 'import') toHandOver.push(row);
    if (entry.exemplars !== undefined) exemplars.push({ id: entry.id, exemplars: entry.exemplars });
  }
  if (toWrite.length === 0) return;
  await handToImports(client, toHandOver);
  await writePrompts(client, 'import', toWrite);
  await writeExemplars(client, exemplars);
  await indexPrompts(
    client,
    toWrite.map(({ id }) => id),
  );
}

/** Counts it either way. */
function isToBeWritten({ entry, place }: Placed, before: StoredPrompt | undefined, report: Report): boolean {
  if (!before?.isListed) {
    report.added++;
    return true;
  }
  if (isSame(entry, place, before)) {
    report.unchanged++;
    return false;
  }
  if (before.source === 'import') {
    report.changed++;
    return true;
  }
  const { category, topic, key } = before;
  skip(report, entry, `is otherwise in content/${category}/${topic}/${key}.md: change it there`);
  return false;
}

/** What an export does not say is the same. */
function isSame(entry: ExportEntry, place: Place, before: StoredPrompt): boolean {
  const { title, summary, description, content, variables, tier, featured } = entry;
  const { created = before.createdAt, exemplars = before.exemplars } = entry;
  const said = { title, summary, description, content, variables, tier, featured, exemplars };
  const kept = Object.fromEntries(Object.keys(said).map((key) => [key, before[key as keyof typeof said]]));
  return (
    isDeepStrictEqual(said, kept) &&
    place.category === before.category &&
    place.topic === before.topic &&
    // In whole milliseconds: an export has no more.
    new Date(created).getTime() === before.createdAt.getTime()
  );
}

/** Of what a row of another CSV says too, so that one that came back by an export is known as unchanged. */
export function hashOfRow(row: Omit<PromptRow, 'id' | 'key' | 'hash' | 'createdAt'>): string {
  const { title, summary, description, content, variables, tier, featured, categoryId, topicId } = row;
  return hashOf({ title, summary, description, content, variables, tier, featured, categoryId, topicId });
}

function rowOf({ entry, place }: Placed, before: StoredPrompt | undefined): PromptRow {
  const { id, slug, title, summary, description, content, variables, tier, featured, created } = entry;
  const { categoryId, topicId } = place;
  const fields = {
    ...{ title, summary, description, content, variables, tier, featured },
    ...{ categoryId, topicId, createdAt: created },
  };
  // With a slash where the slug follows from title and id.
  const key = isOwnSlug(slug, id) ? slug : `export/${id}`;
  return { ...fields, id, key: before?.source === 'import' ? before.key : key, hash: hashOfRow(fields) };
}
