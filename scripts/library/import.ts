// `npm run import -- FILE`: a JSON export, or a CSV of prompts into one topic; all of it or nothing.
import { basename } from 'node:path';
import type pg from 'pg';
import { ConfigError } from '#server/config.ts';
import { importCsv } from '#server/features/library/import/import.csv.ts';
import { importJson } from '#server/features/library/import/import.json.ts';
import {
  ImportError,
  type ImportProblem,
  type ImportReport,
} from '#server/features/library/import/import.report.ts';
import { withDatabase } from '../with-database.ts';
import { type ImportOptions, readOptions, USAGE, UsageError } from './import-options.ts';
import { type Progress, startProgress } from './progress.ts';
import { readText } from './read-text.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const progress = startProgress('Importing');
  try {
    const options = readOptions(args);
    if (!options) {
      console.log(USAGE);
      return 0;
    }
    const text = await readText(options.file);
    const report = await withDatabase({ isReadOnly: options.isDryRun }, (pool) =>
      runImport(pool, text, options, progress),
    );
    progress.end();
    printReport(options, report);
    return report.failed > 0 ? 1 : 0;
  } catch (error) {
    progress.end();
    console.error(error instanceof Error ? error.message : String(error));
    if (error instanceof UsageError) console.error('\nnpm run import -- --help tells more.');
    const isUsage = [UsageError, ImportError, ConfigError].some((kind) => error instanceof kind);
    return isUsage ? 2 : 1;
  }
}

async function runImport(
  pool: pg.Pool,
  text: string,
  { target, isDryRun }: ImportOptions,
  progress: Progress,
): Promise<ImportReport> {
  const show = (unit: string) => (done: number, total: number) =>
    progress.show(done / total, `${done} ${unit}`);
  if (target) return await importCsv(pool, { text, ...target, isDryRun, onProgress: show('rows') });
  return await importJson(pool, { text, isDryRun, onProgress: show('prompts') });
}

function printReport(options: ImportOptions, report: ImportReport): void {
  const name = basename(options.file);
  const location = ({ line }: ImportProblem) => (line === undefined ? name : `${name}:${line}`);
  for (const skip of report.skips) console.log(`${location(skip)} skipped: ${skip.message}`);
  const hiddenSkips = report.skipped - report.locked - report.skips.length;
  if (hiddenSkips > 0) console.log(`… and ${hiddenSkips} more skipped`);
  for (const problem of report.problems) console.error(`${location(problem)} ${problem.message}`);
  const hiddenProblems = report.problemCount - report.problems.length;
  if (hiddenProblems > 0) console.error(`… and ${hiddenProblems} more problems`);
  if (report.locked > 0) {
    console.log(`${report.locked} of them are locked: without a text in the export, so they are skipped.`);
  }
  if (report.brokenJson > 0) {
    console.log(`${report.brokenJson} rows of type STRUCTURED are no JSON and are kept as plain text.`);
  }
  printIgnoredColumns(report.ignoredColumns);
  const { read, added, changed, unchanged, skipped, failed } = report;
  console.log(
    `${read} read: ${added} new, ${changed} changed, ${unchanged} unchanged, ${skipped} skipped, ${failed} failed.`,
  );
  if (failed > 0) console.error('Nothing was imported: fix the file and import it again.');
  else if (options.isDryRun) console.log('Dry run: nothing was written.');
}

/** Nothing of a file is lost silently; our own CSV has ids, variables and tiers to lose. */
function printIgnoredColumns(columns: readonly string[]): void {
  if (columns.length === 0) return;
  console.log(`Columns that were not read: ${columns.join(', ')}.`);
  if (!['id', 'slug', 'variables'].every((name) => columns.includes(name))) return;
  console.log(
    'This looks like a CSV export of Promptarium. Its rows are imported like those of any CSV; only the JSON export ' +
      'restores prompts as they were.',
  );
}
