// `npm run import -- FILE --category SLUG --topic SLUG`: a CSV of prompts into one topic, all of it or nothing.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { isTier, TIERS, type Tier } from '#contract/tiers.ts';
import { ConfigError } from '#server/config.ts';
import { ImportRefused, type ImportReport, importPrompts } from '#server/features/library/library.import.ts';
import { withDatabase } from './library-database.ts';
import { startProgress } from './progress.ts';

const USAGE = `Usage: npm run import -- FILE --category SLUG --topic SLUG [--tier TIER] [--dry-run]

Imports the prompts of a CSV file into one topic: every row, or none when one of them fails.

  FILE              CSV in UTF-8 with a header. Columns by name: act (title) and prompt are needed; type is
                    TEXT (also IMAGE, VIDEO, AUDIO) or STRUCTURED (JSON); others are ignored.
  --category SLUG   an existing category, such as productivity
  --topic SLUG      an existing topic of it, such as coding-automation
  --tier TIER       ${TIERS.join(', ')}; default basic. Above basic, cards show the title only,
                    because the beginning of the text would give it away.
  --dry-run         do everything, then undo it: nothing is written
  --help            this text

The same file may be imported again. A row is recognised by category, topic and title: a new text replaces the
old one and keeps its id and counters. \${Name:default} becomes the variable [name].

Exit codes: 0 done, 1 nothing was written because rows or the database failed, 2 wrong usage.`;

/** Wrong usage: the message, then a hint at the help. */
class UsageError extends Error {}

interface Options {
  file: string;
  category: string;
  topic: string;
  tier: Tier;
  isDryRun: boolean;
}

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const progress = startProgress('Importing');
  try {
    const options = readOptions(args);
    if (!options) {
      console.log(USAGE);
      return 0;
    }
    const size = sizeOf(options.file);
    const report = await withDatabase({ isReadOnly: options.isDryRun }, (pool) =>
      importPrompts(pool, {
        ...options,
        onProgress: (rows, bytes) => progress.show(size > 0 ? bytes / size : 1, `${rows} rows`),
      }),
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

/** @returns undefined when help was asked for */
function readOptions(args: string[]): Options | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [file, ...others] = positionals;
  const { category, topic, tier = 'basic' } = values;
  const missing = [
    ...(file === undefined ? ['FILE'] : []),
    ...(category ? [] : ['--category']),
    ...(topic ? [] : ['--topic']),
  ];
  if (file === undefined || !category || !topic) throw new UsageError(`Missing: ${missing.join(', ')}.`);
  if (others.length > 0) throw new UsageError(`One FILE at a time, not also ${others.join(', ')}.`);
  if (!isTier(tier)) throw new UsageError(`--tier must be one of ${TIERS.join(', ')}, not "${tier}".`);
  return { file, category, topic, tier, isDryRun: values['dry-run'] ?? false };
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

function printReport(options: Options, report: ImportReport): void {
  const name = basename(options.file);
  for (const { line, message } of report.skips) console.log(`${name}:${line} skipped: ${message}`);
  for (const { line, message } of report.problems) console.error(`${name}:${line} ${message}`);
  if (report.failed > report.problems.length) {
    console.error(`… and ${report.failed - report.problems.length} more problems`);
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
