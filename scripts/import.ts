// `npm run import -- FILE`: an export, or a CSV of prompts into one topic; all of it or nothing.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { isTier, TIERS, type Tier } from '#contract/tiers.ts';
import { ConfigError } from '#server/config.ts';
import { detectExport, type ExportKind } from '#server/features/library/library.export-files.ts';
import { importExport, importPrompts } from '#server/features/library/library.import.ts';
import {
  type EntryProblem,
  ImportRefused,
  type ImportReport,
} from '#server/features/library/library.import-report.ts';
import { withDatabase } from './library-database.ts';
import { type Progress, startProgress } from './progress.ts';

const USAGE = `Usage: npm run import -- FILE [--dry-run]
       npm run import -- FILE.csv --category SLUG --topic SLUG [--tier TIER] [--dry-run]

Imports prompts: every one, or none when one of them fails. The same file may be imported again.

An export of Promptarium (Markdown, JSON or CSV) says itself where each prompt belongs and what it is: that is how it
comes back, with its id. The id decides which prompt is meant. Entries without a text (locked ones) are skipped. A
prompt of content/ is never changed here: where the export says otherwise it is skipped, and the file to change named.
Exemplars that CSV, or Markdown of a plan below Pro, does not have stay as they are.

Any other CSV goes into one topic. A row is recognised by category, topic and title: a new text replaces the old one
and keeps its id and counters. \${Name:default} becomes the variable [name].

  FILE              UTF-8. A CSV of another making has a header. Columns by name: act (title) and prompt are needed;
                    type is TEXT (also IMAGE, VIDEO, AUDIO) or STRUCTURED (JSON); others are ignored.
  --category SLUG   an existing category, such as productivity; not for exports
  --topic SLUG      an existing topic of it, such as coding-automation; not for exports
  --tier TIER       ${TIERS.join(', ')}; default basic. Above basic, cards show the title only,
                    because the beginning of the text would give it away. Not for exports
  --dry-run         do everything, then undo it: nothing is written
  --help            this text

Exit codes: 0 done, 1 nothing was written because rows or the database failed, 2 wrong usage.`;

/** Wrong usage: the message, then a hint at the help. */
class UsageError extends Error {}

interface Place {
  category: string;
  topic: string;
  tier: Tier;
}

interface Options {
  file: string;
  /** Bytes. */
  size: number;
  /** What kind of export the file is, or where the rows of another one go. */
  from: ExportKind | Place;
  isDryRun: boolean;
}

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const progress = startProgress('Importing');
  try {
    const options = await readOptions(args);
    if (!options) {
      console.log(USAGE);
      return 0;
    }
    const report = await withDatabase({ isReadOnly: options.isDryRun }, (pool) =>
      runImport(pool, options, progress),
    );
    progress.end();
    printReport(options, report);
    return report.failed > 0 ? 1 : 0;
  } catch (error) {
    progress.end();
    console.error(error instanceof Error ? error.message : String(error));
    if (error instanceof UsageError) console.error('\nnpm run import -- --help tells more.');
    const isUsage = [UsageError, ImportRefused, ConfigError].some((kind) => error instanceof kind);
    return isUsage ? 2 : 1;
  }
}

async function runImport(
  pool: pg.Pool,
  { file, size, from, isDryRun }: Options,
  progress: Progress,
): Promise<ImportReport<EntryProblem>> {
  if (typeof from === 'string') {
    const onProgress = (entries: number, share: number) => progress.show(share, `${entries} prompts`);
    return await importExport(pool, { file, kind: from, isDryRun, onProgress });
  }
  const onProgress = (rows: number, bytes: number) =>
    progress.show(size > 0 ? bytes / size : 1, `${rows} rows`);
  return await importPrompts(pool, { file, ...from, isDryRun, onProgress });
}

/** @returns undefined when help was asked for */
async function readOptions(args: string[]): Promise<Options | undefined> {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError('Missing: FILE.');
  if (others.length > 0) throw new UsageError(`One FILE at a time, not also ${others.join(', ')}.`);
  const size = sizeOf(file);
  const kind = await detectExport(file);
  const { category, topic, tier } = values;
  const from = kind ?? requirePlace({ category, topic, tier });
  if (kind && (category ?? topic ?? tier) !== undefined) {
    throw new UsageError(
      `${file} is read as an export of Promptarium (${kind}), which says itself where each prompt goes and of what tier ` +
        'it is: leave --category, --topic and --tier away.',
    );
  }
  return { file, size, from, isDryRun: values['dry-run'] ?? false };
}

type PlaceOptions = Record<keyof Place, string | undefined>;

function requirePlace({ category, topic, tier = 'basic' }: PlaceOptions): Place {
  const missing = [...(category ? [] : ['--category']), ...(topic ? [] : ['--topic'])];
  if (!category || !topic) {
    throw new UsageError(
      `Missing: ${missing.join(', ')}. Only an export as Markdown, JSON or CSV says itself where prompts go.`,
    );
  }
  if (!isTier(tier)) throw new UsageError(`--tier must be one of ${TIERS.join(', ')}, not "${tier}".`);
  return { category, topic, tier };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        category: { type: 'string' },
        topic: { type: 'string' },
        tier: { type: 'string' },
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new UsageError(`${file} is not a file that can be read.`);
  return found.size;
}

function printReport(options: Options, report: ImportReport<EntryProblem>): void {
  const name = basename(options.file);
  const place = ({ line }: EntryProblem) => (line === undefined ? name : `${name}:${line}`);
  for (const skip of report.skips) console.log(`${place(skip)} skipped: ${skip.message}`);
  const untold = report.skipped - report.locked - report.skips.length;
  if (untold > 0) console.log(`… and ${untold} more skipped`);
  for (const problem of report.problems) console.error(`${place(problem)} ${problem.message}`);
  const hidden = report.problemCount - report.problems.length;
  if (hidden > 0) console.error(`… and ${hidden} more problems`);
  if (report.locked > 0) {
    console.log(`${report.locked} of them are locked: without a text in the export, so they are skipped.`);
  }
  if (report.brokenJson > 0) {
    console.log(`${report.brokenJson} rows of type STRUCTURED are no JSON and are kept as plain text.`);
  }
  const { read, added, changed, unchanged, skipped, failed } = report;
  console.log(
    `${read} read: ${added} new, ${changed} changed, ${unchanged} unchanged, ${skipped} skipped, ${failed} failed.`,
  );
  if (failed > 0) console.error('Nothing was imported: mend the file and import it again.');
  else if (options.isDryRun) console.log('Dry run: nothing was written.');
}
