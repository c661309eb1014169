import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { isTier, TIERS, type Tier } from '#contract/tiers.ts';
import { refuseMarkdown } from '#server/features/library/import/import.read-json.ts';

export const USAGE = `Usage: npm run import -- FILE.json [--dry-run]
       npm run import -- FILE.csv --category SLUG --topic SLUG [--tier TIER] [--dry-run]

Imports prompts: every one, or none when one of them fails. The same file may be imported again.

An export of Promptarium as JSON states where each prompt belongs and what it is, and restores it with its id. The id
decides which prompt is meant. Entries without a text (locked ones) are skipped. A prompt of content/ is never changed
here: where the export differs it is skipped, and the file to change is named. Exports in the other formats are for
reading and for other programs: they do not hold all of a prompt.

A CSV goes into one topic. A row is recognized by category, topic and title: a new text replaces the old one and keeps
its id and counters. \${Name:default} becomes the variable [name].

  FILE              UTF-8. A CSV has a header. Columns by name: act (title) and prompt are needed; type is TEXT (also
                    IMAGE, VIDEO, AUDIO) or STRUCTURED (JSON); keywords are separated by commas;
                    others are ignored.
  --category SLUG   an existing category, such as productivity; only for a CSV
  --topic SLUG      an existing topic of it, such as coding-automation; only for a CSV
  --tier TIER       ${TIERS.join(', ')}; default basic. Above basic, cards show the title only,
                    because the beginning of the text would give it away. Only for a CSV
  --dry-run         do everything, then undo it: nothing is written
  --help            this text

Exit codes: 0 done, 1 nothing was written because rows or the database failed, 2 wrong usage.`;

/** The message is printed, followed by a hint at the help. */
export class UsageError extends Error {}

interface Target {
  category: string;
  topic: string;
  tier: Tier;
}

export interface ImportOptions {
  file: string;
  /** Where the rows of a CSV go; undefined for an export, which states it. */
  target: Target | undefined;
  isDryRun: boolean;
}

/**
 * @returns undefined when help was asked for
 * @throws UsageError, and ImportError for Markdown
 */
export function readOptions(args: string[]): ImportOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError('Missing: FILE.');
  if (others.length > 0) throw new UsageError(`One FILE at a time, not also ${others.join(', ')}.`);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`${file} is not a file that can be read.`);
  }
  const isDryRun = values['dry-run'] ?? false;
  const { category, topic, tier } = values;
  const extension = extname(file).toLowerCase();
  if (['.md', '.markdown'].includes(extension)) refuseMarkdown();
  if (extension !== '.json') return { file, target: requireTarget({ category, topic, tier }), isDryRun };
  if ((category ?? topic ?? tier) !== undefined) {
    throw new UsageError(
      `${file} is read as an export of Promptarium, which states where each prompt goes and of what tier it is: leave ` +
        '--category, --topic and --tier away.',
    );
  }
  return { file, target: undefined, isDryRun };
}

function requireTarget({
  category,
  topic,
  tier = 'basic',
}: Record<keyof Target, string | undefined>): Target {
  const missing = [...(category ? [] : ['--category']), ...(topic ? [] : ['--topic'])];
  if (!category || !topic) {
    throw new UsageError(
      `Missing: ${missing.join(', ')}. Only an export as JSON (FILE.json) states where prompts go.`,
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
