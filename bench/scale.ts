import { ACCEPT, load } from './load.ts';
import { startApp } from './processes.ts';
import { latencyRow, memoryRow, type ResultRow } from './result-row.ts';
import { drawFrom, pathsOf, readWords, TEXT_KINDS } from './search.ts';
import { makeRandom } from './vocabulary.ts';

const WARM_UP = { connections: 16, seconds: 3 };
const PER_SECOND = 60;
const MAX_P99 = 150;
const MAX_MEGABYTES = 350;

/** Searches of a million prompts, without the response cache, sent at a constant rate. */
export async function measureScale({
  url,
  indexSeconds,
}: {
  url: string;
  indexSeconds: number;
}): Promise<ResultRow[]> {
  const words = await readWords(url);
  const random = makeRandom(20_261_127);
  const app = await startApp(url, { CACHE_BYTES: '0' });
  try {
    const rows: ResultRow[] = [];
    for (const [name, make] of Object.entries(TEXT_KINDS)) {
      const makeText = () => make(drawFrom(words, random), random);
      const { failures } = await load(app.url, pathsOf(makeText), WARM_UP);
      if (failures > 0) throw new Error(`${name}: failed requests`);
      const paths = pathsOf(makeText);
      const steady = (index: number) => ({
        method: 'GET',
        url: paths[index % paths.length] ?? '',
        headers: ACCEPT,
      });
      // At half of twice as many.
      rows.push(await latencyRow(`Search, ${name}, 1,000,000 prompts`, app, steady, PER_SECOND * 2, MAX_P99));
    }
    rows.push(await memoryRow('the searches of 1,000,000 prompts', app, MAX_MEGABYTES));
    rows.push({
      label: 'Building the search index of 1,000,000 prompts',
      result: `${indexSeconds.toFixed(0)} s`,
      threshold: 'none set',
      passes: true,
    });
    return rows;
  } finally {
    await app.stop();
  }
}
