// `npm run content:report`: what content/ holds, as tables: counts, lengths, the closest pairs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TIERS } from '#contract/tiers.ts';
import { type Library, readLibrary } from '#server/features/library/library.files.ts';
import type { PromptFile } from '#server/features/library/library.format.ts';
import { LibraryError } from '#server/features/library/library.problems.ts';
import { countPopularWords, countTiers, givesSchema, isJson } from './check-counts.ts';
import { closestPairs, needsSources } from './check-library.ts';
import { RULES } from './content-rules.ts';
import { countWords, type Pair } from './similarity.ts';
import {
  endsWithCheck,
  formOf,
  hasHelp,
  opensWithAphorism,
  opensWithFor,
  PROMPT_PATTERNS,
  summaryUsesGet,
} from './style.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CONTENT = join(ROOT, 'content');
const READINGS = join(ROOT, 'docs', 'comparisons', 'readings.tsv');

try {
  const library = readLibrary(CONTENT);
  printCategories(library);
  printTopics(library);
  printTiers(library.prompts);
  printForms(library.prompts);
  printStyle(library.prompts);
  printReadings(library.prompts);
  printPopularWords(library.prompts);
  printPairs(library.prompts);
} catch (error) {
  if (!(error instanceof LibraryError)) throw error;
  console.error(`${error.message}\n\nNothing to report before it loads.`);
  process.exitCode = 1;
}

function printCategories({ categories, prompts }: Library): void {
  const row = (name: string, topics: number, shown: readonly PromptFile[]) => [
    name,
    topics,
    shown.length,
    ...TIERS.map((tier) => countTiers(shown)[tier]),
    shown.filter(isJson).length,
    shown.filter(({ featured }) => featured).length,
    shown.reduce((sum, { exemplars }) => sum + exemplars.length, 0),
    shown.reduce((sum, { content }) => sum + countWords(content), 0),
  ];
  const rows = categories.map(({ slug, name, topics }) =>
    row(
      name,
      topics.length,
      prompts.filter(({ category }) => category === slug),
    ),
  );
  const topics = categories.reduce((sum, category) => sum + category.topics.length, 0);
  printTable(
    ['Category', 'topics', 'prompts', ...TIERS, 'JSON', 'featured', 'exemplars', 'words'],
    [...rows, row('All', topics, prompts)],
  );
  const schemas = prompts.filter(givesSchema).length;
  console.log(
    `\nDemand an answer in a JSON Schema they give: ${schemas} (wanted: ${RULES.schemaPrompts} or more)`,
  );
}

function printTopics({ categories, prompts }: Library): void {
  const rows = categories.flatMap((category) =>
    category.topics.map((topic) => {
      const shown = prompts.filter(
        (prompt) => prompt.category === category.slug && prompt.topic === topic.slug,
      );
      return [
        `${category.slug}/${topic.slug}`,
        shown.length,
        ...TIERS.map((tier) => countTiers(shown)[tier]),
      ];
    }),
  );
  printTable(['Topic', 'prompts', ...TIERS], rows);
}

function printTiers(prompts: readonly PromptFile[]): void {
  const rows = TIERS.map((tier) => {
    const words = prompts
      .filter((prompt) => prompt.tier === tier)
      .map(({ content }) => countWords(content))
      .sort((a, b) => a - b);
    return [
      tier,
      percent(words.length, prompts.length),
      words[0] ?? 0,
      words[words.length >> 1] ?? 0,
      words.at(-1) ?? 0,
    ];
  });
  printTable(['Tier', 'share', 'words from', 'median', 'to'], rows);
}

function percent(part: number, whole: number): string {
  return `${((part / Math.max(whole, 1)) * 100).toFixed(1)} %`;
}

function printForms(prompts: readonly PromptFile[]): void {
  const found = Map.groupBy(prompts, formOf);
  printTable(
    ['Form', 'prompts', 'share'],
    PROMPT_PATTERNS.map((form) => {
      const count = found.get(form)?.length ?? 0;
      return [form, count, percent(count, prompts.length)];
    }),
  );
}

function printStyle(prompts: readonly PromptFile[]): void {
  const sourced = prompts.filter(needsSources);
  const row = (label: string, has: (prompt: PromptFile) => boolean, of = prompts) => [
    label,
    percent(of.filter(has).length, of.length),
  ];
  printTable(
    ['Style', 'share'],
    [
      row('opens with a saying', opensWithAphorism),
      row('ends with a check', endsWithCheck),
      row('description opens with "For"', opensWithFor),
      row('"get" in the summary', summaryUsesGet),
      row('help on every required field', hasHelp),
      row('a JSON Schema for the answer', givesSchema),
      row('health and money with a source', ({ sources }) => sources.length > 0, sourced),
    ],
  );
  const missing = sourced.filter(({ sources }) => sources.length === 0).length;
  console.log(`\nHealth and money without a source: ${missing}`);
}

/** Each was read whole by somebody who had not written it; a text that changed since has to be read again. */
function printReadings(prompts: readonly PromptFile[]): void {
  const [, ...lines] = readFileSync(READINGS, 'utf8').trim().split('\n');
  const read = new Set(lines.map((line) => line.split('\t', 2).join(' ')));
  const unread = prompts.filter(({ slug, version }) => !read.has(`${slug} ${version}`));
  console.log(`\nRead in the version of today: ${prompts.length - unread.length} of ${prompts.length}`);
  for (const { slug, version } of unread) console.log(`  not yet: ${slug}, version ${version}`);
}

function printPopularWords(prompts: readonly PromptFile[]): void {
  printTable(['Popular word', 'titles and summaries'], [...countPopularWords(prompts)]);
}

function printPairs(prompts: readonly PromptFile[]): void {
  const pairs = closestPairs(prompts, 10);
  const row = ({ first, second, similarity }: Pair) => [
    `${prompts[first]?.slug} + ${prompts[second]?.slug}`,
    similarity.toFixed(3),
  ];
  printTable(['Closest texts', 'shared'], pairs.content.map(row));
  printTable(['Closest titles', 'shared'], pairs.title.map(row));
}

/** The first column is text, the others are figures. */
function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const text = cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
  const [title, ...lines] = text;
  console.log(`\n${title}\n${'─'.repeat(title?.length ?? 0)}\n${lines.join('\n')}`);
}
