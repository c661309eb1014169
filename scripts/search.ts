// `npm run search -- eval|reindex|requests`: how well the search finds, its index built anew, what it did not find.
import { join } from 'node:path';
import { withSchemaLock } from '#server/core/database/migrate.ts';
import { readLibrary } from '#server/features/library/library.files.ts';
import {
  findRequests,
  rebuildSearchIndex,
  refreshSearchWords,
} from '#server/features/search/search.public.ts';
import { type Evaluation, evaluateSearch, readQueries } from '../bench/evaluate-search.ts';
import { withSearch } from '../bench/search-app.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage: npm run search -- COMMAND

  eval       searches content/ in a database of its own with the graded queries of bench/search-queries.tsv
  reindex    builds the search index anew, by the copies and ratings of now; searches go on meanwhile
  requests   the prompts that members asked for because a search found nothing, the most wanted first

The app may run meanwhile.`;

const CONTENT = join(import.meta.dirname, '..', 'content');
const SHOWN_REQUESTS = 100;

const COMMANDS: Readonly<Record<string, () => Promise<void>>> = {
  async eval() {
    const { prompts } = readLibrary(CONTENT);
    await withSearch(prompts, async (search) => print(await evaluateSearch(readQueries(prompts), search)));
  },
  async reindex() {
    const start = performance.now();
    await withDatabase({ isReadOnly: false }, (pool) =>
      withSchemaLock(pool, async (client) => {
        await client.query('begin');
        await rebuildSearchIndex(client);
        await refreshSearchWords(client);
        await client.query('commit');
      }),
    );
    console.log(`The search index is new (${((performance.now() - start) / 1000).toFixed(1)} s).`);
  },
  async requests() {
    const requests = await withDatabase({ isReadOnly: true }, (_pool, db) =>
      findRequests(db, SHOWN_REQUESTS),
    );
    for (const { text, requests: count, lastAskedAt } of requests)
      console.log(`${String(count).padStart(5)}  ${lastAskedAt.toISOString().slice(0, 10)}  ${text}`);
    if (requests.length === 0) console.log('No requests yet.');
  },
};

function print({ ndcg, success, nothing, scores }: Evaluation): void {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  console.log(`${scores.length} queries: nDCG@10 ${ndcg.toFixed(3)}, a fitting prompt among the first three ${percent(success)},
nothing found ${percent(nothing)}. The worst ten, with what came first:\n`);
  for (const { query, ndcg: value, found } of scores.slice(0, 10))
    console.log(`${value.toFixed(2)}  ${query}\n      ${found.slice(0, 3).join('\n      ') || 'nothing'}`);
}

const command = COMMANDS[process.argv[2] ?? ''];
if (command === undefined) {
  console.log(USAGE);
  process.exitCode = process.argv[2] === '--help' ? 0 : 2;
} else await command();
