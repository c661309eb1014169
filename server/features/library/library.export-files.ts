import { open, readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { variableSchema } from '#contract/prompts.ts';
import { isTier } from '#contract/tiers.ts';
import { columnNames, readColumns } from './library.csv.ts';
import { END, findBrokenSeparators, isWhole, splitDocuments } from './library.documents.ts';
import { type FoundEntry, identify, problemAt, readEntry } from './library.export-entry.ts';
import { EXPORT_COLUMNS, type ExportColumn, LOCKED_ROW, textOf } from './library.export-row.ts';
import { countLines, parsePrompt } from './library.format.ts';
import { ImportRefused } from './library.import-report.ts';

/** The forms in which an export can be read back. */
export type ExportKind = 'markdown' | 'json' | 'csv';

const WHAT_CAN_BE_IMPORTED =
  'What can be imported: an export of Promptarium as Markdown, JSON or CSV, which says itself where each prompt ' +
  'belongs; or any CSV with the columns act and prompt, into the --category and --topic you name.';

/** Markdown and JSON are read whole. More than a hundred times today's library. */
const MOST_BYTES = 200_000_000;

/** Enough for the header of any CSV. */
const HEAD_BYTES = 64_000;

/**
 * @returns undefined for what may be a CSV of another making
 * @throws ImportRefused for an export that a spreadsheet saved in another spelling
 */
export async function detectExport(file: string): Promise<ExportKind | undefined> {
  const extension = extname(file).toLowerCase();
  if (['.md', '.markdown'].includes(extension)) return 'markdown';
  if (extension === '.json') return 'json';
  const head = await readHead(file);
  if (isExportHeader(head, ',')) return 'csv';
  refuseOtherSpelling(head);
  if (extension === '.csv') return undefined;
  if (head.startsWith('<!-- promptarium')) return 'markdown';
  return head.startsWith('{"format":"promptarium"') ? 'json' : undefined;
}

/**
 * Reads an export entry by entry, each checked by the rules of content/.
 * @param onShare how much has been read, 0 to 1
 * @throws ImportRefused for Markdown and JSON of another making
 */
export async function* readExport(
  file: string,
  kind: ExportKind,
  onShare: (share: number) => void,
): AsyncGenerator<FoundEntry> {
  if (kind === 'csv') {
    yield* readRows(file, onShare);
    return;
  }
  const text = await readWhole(file);
  if ('problems' in text) yield text;
  else yield* kind === 'markdown' ? readMarkdown(text.text, onShare) : readJson(text.text, onShare);
}

async function readHead(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
  } finally {
    await handle.close();
  }
}

/** What spreadsheets make of an export when they save it. */
function refuseOtherSpelling(head: string): void {
  // What the two bytes of its mark are where text is read as UTF-8.
  if (head.startsWith('\uFFFD\uFFFD')) {
    throw new ImportRefused(
      'The file looks like UTF-16. Save it as CSV in UTF-8, with commas between columns.',
    );
  }
  const separator = [';', '\t'].find((one) => isExportHeader(head, one));
  if (separator === undefined) return;
  const name = separator === '\t' ? 'tabs' : 'semicolons';
  throw new ImportRefused(
    `The file is an export with ${name} between its columns. Save it as CSV with commas, in UTF-8.`,
  );
}

function isExportHeader(head: string, delimiter: string): boolean {
  try {
    const [fields = []] = parse(head, { to: 1, delimiter, relax_column_count: true, skip_empty_lines: true });
    const names = new Set(columnNames(fields));
    return EXPORT_COLUMNS.every((column) => names.has(column));
  } catch {
    return false;
  }
}

async function readWhole(
  file: string,
): Promise<{ text: string } | { problems: [{ line: number; message: string }] }> {
  const { size } = await stat(file);
  if (size > MOST_BYTES) {
    throw new ImportRefused(
      `The file has ${Math.ceil(size / 1e6)} MB; Markdown and JSON are read up to ${MOST_BYTES / 1e6} MB. Split it.`,
    );
  }
  const bytes = await readFile(file);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const text = bytes.toString('utf8');
    const line = countLines(text.slice(0, text.indexOf('\uFFFD')));
    return { problems: [{ line, message: 'is not UTF-8 text; save the file as UTF-8' }] };
  }
}

function* readMarkdown(text: string, onShare: (share: number) => void): Generator<FoundEntry> {
  const documents = splitDocuments(text);
  const isCutOff = !isWhole(text);
  if (documents.length === 0 && isCutOff) {
    throw new ImportRefused(
      'The file has no line such as <!-- promptarium: category/topic/name.md -->, with which each prompt of an ' +
        `export begins. ${WHAT_CAN_BE_IMPORTED}`,
    );
  }
  if (isCutOff) {
    throw new ImportRefused(
      `The file is cut off: an export ends with the line ${END}, and its last text may not be whole without it. ` +
        'Export again.',
    );
  }
  for (const line of findBrokenSeparators(text)) {
    const message =
      'begins like the first line of a prompt, <!-- promptarium: category/topic/name.md -->, and is none';
    yield { problems: [{ line, message }] };
  }
  for (const [index, { file, id, isLocked, line, text: document }] of documents.entries()) {
    onShare((index + 1) / documents.length);
    if (isLocked) {
      yield { isLocked };
      continue;
    }
    const parsed = parsePrompt(file, document);
    if ('problems' in parsed) {
      yield {
        problems: parsed.problems.map(({ message, line: below }) => ({ line: line + below, message })),
      };
      continue;
    }
    const { file: _file, lines: _lines, exemplars, ...entry } = parsed;
    // Below Pro a member's Markdown has none, so that none says nothing.
    const said = exemplars.length > 0 ? exemplars : undefined;
    yield identify({ ...entry, exemplars: said, at: { line } }, id);
  }
}

const envelopeSchema = z.object({
  format: z.literal('promptarium'),
  version: z.number(),
  prompts: z.array(z.unknown()),
});

const entrySchema = z.looseObject({
  category: z.looseObject({ slug: z.unknown() }, 'must be {"slug": …}'),
  topic: z.looseObject({ slug: z.unknown() }, 'must be {"slug": …}'),
});

function* readJson(text: string, onShare: (share: number) => void): Generator<FoundEntry> {
  const { prompts } = openEnvelope(text);
  for (const [index, value] of prompts.entries()) {
    onShare((index + 1) / prompts.length);
    yield readObject(`prompts[${index}]`, value);
  }
}

function openEnvelope(text: string): z.infer<typeof envelopeSchema> {
  const envelope = envelopeSchema.safeParse(parseJson(text));
  if (!envelope.success) {
    throw new ImportRefused(
      'The file is JSON, but no export: that is {"format":"promptarium","version":1,"prompts":[…]}. ' +
        WHAT_CAN_BE_IMPORTED,
    );
  }
  if (envelope.data.version === 1) return envelope.data;
  throw new ImportRefused(
    `The export is of version ${envelope.data.version}; this Promptarium reads version 1.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportRefused(`The file is not valid JSON: ${reason}. ${WHAT_CAN_BE_IMPORTED}`);
  }
}

function readObject(path: string, value: unknown): FoundEntry {
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.map((issue) =>
        problemAt({ path: [path, ...issue.path].map(String).join('.') }, issue.message),
      ),
    };
  }
  const { id, slug, category, topic, createdBy, isLocked, ...fields } = parsed.data;
  if (isLocked === true && fields['content'] === undefined) return { isLocked };
  const identity = { id, slug, category: category.slug, topic: topic.slug, createdBy };
  return readEntry({ path }, identity, fields);
}

const variablesSchema = z.array(variableSchema);

async function* readRows(file: string, onShare: (share: number) => void): AsyncGenerator<FoundEntry> {
  const { size } = await stat(file);
  // A last row that ends behind its last comma would otherwise be one without variables.
  if (!(await endsInLineEnd(file, size))) {
    throw new ImportRefused(
      'The file is cut off: the last row of an export ends with a line end. Export again.',
    );
  }
  const problems: { line: number; message: string }[] = [];
  const columns = { required: EXPORT_COLUMNS, optional: [] };
  const onBytes = (bytes: number) => onShare(bytes / size);
  const rows = readColumns<ExportColumn>(file, columns, (problem) => problems.push(problem), onBytes);
  for await (const { line, fields } of rows) yield readCells(line, fields);
  for (const problem of problems) yield { problems: [problem] };
}

async function endsInLineEnd(file: string, size: number): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return ['\n', '\r'].includes(buffer.toString('latin1'));
  } finally {
    await handle.close();
  }
}

function readCells(line: number, row: Record<ExportColumn, string>): FoundEntry {
  if (row.type === LOCKED_ROW) return { isLocked: true };
  const { act, prompt, type, id, slug, category, topic, tier, summary, description, created } = row;
  const declared = parseCell(row.variables);
  const variables = variablesSchema.safeParse(declared).data;
  const featured = row.featured.trim().toLowerCase();
  const fields = {
    title: act,
    summary,
    description,
    tier,
    // Spreadsheets write TRUE.
    featured: featured === 'true' || (featured === '' || featured === 'false' ? false : row.featured),
    created: created || undefined,
    variables: declared,
    content: variables && isTier(tier) ? textOf({ act, prompt, type }, variables, tier) : prompt,
  };
  return readEntry({ line }, { id: id || undefined, slug, category, topic }, fields);
}

/** What is no JSON is given on as it is, and refused by the rules. */
function parseCell(text: string): unknown {
  if (text.trim() === '') return [];
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
