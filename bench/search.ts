import pg from 'pg';
import { ACCEPT, load, medianOf } from './load.ts';
import { type RunningApp, startApp } from './processes.ts';
import { latencyRow, memoryRow, type ResultRow } from './result-row.ts';
import { makeRandom } from './vocabulary.ts';

const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 16;
/** More than any round asks: no text twice in one. */
const TEXTS_OF_ROUND = 6000;

const MAX_P99 = 40;
const MIN_PER_SECOND = 400;
const MAX_GROWTH = 3;
const MAX_INDEX_SECONDS = 60;

interface SearchDatabases {
  small: string;
  large: string;
  /** What building the index of the large one took. */
  indexSeconds: number;
}

type Draw = (from: number, to: number) => string;

/** Texts of the library's own public words, drawn by their frequency: 0 is the most frequent. */
export const TEXT_KINDS: Readonly<Record<string, (word: Draw, random: () => number) => string>> = {
  'one rare word': (word) => word(5000, 18_000),
  'one common word': (word) => word(0, 1500),
  'two words': (word) => `${word(0, 1500)} ${word(0, 5000)}`,
  'a typing mistake': (word, random) => mistype(word(0, 18_000), random),
};

/**
 * The same questions to 1,000 and to 100,000 prompts, without the response cache: every request asks PostgreSQL. Nothing
 * else keeps results, and no text comes twice in a round.
 */
export async function measureSearch(databases: SearchDatabases): Promise<ResultRow[]> {
  const words = await readWords(databases.large);
  const random = makeRandom(20_261_123);
  const small = await startApp(databases.small, { CACHE_BYTES: '0' });
  const large = await startApp(databases.large, { CACHE_BYTES: '0' });
  try {
    const rows: ResultRow[] = [];
    for (const [name, make] of Object.entries(TEXT_KINDS)) {
      const draw = drawFrom(words, random);
      rows.push(...(await measureKind(name, () => make(draw, random), small, large)));
    }
    rows.push(await memoryRow('the search load, 100,000 prompts', large, 300));
    rows.push({
      label: 'Building the search index of 100,000 prompts, while searches go on',
      result: `${databases.indexSeconds.toFixed(0)} s`,
      threshold: `≤ ${MAX_INDEX_SECONDS} s`,
      passes: databases.indexSeconds <= MAX_INDEX_SECONDS,
    });
    return rows;
  } finally {
    await small.stop();
    await large.stop();
  }
}

export const drawFrom =
  (words: readonly string[], random: () => number): Draw =>
  (from, to) =>
    words[from + Math.floor(random() * (to - from))] ?? '';

export async function readWords(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ word: string }>(
    'select word from search_vocabulary order by prompts desc, word',
  );
  await client.end();
  return rows.map(({ word }) => word);
}

/** Two neighboring letters swapped, or one left out. */
function mistype(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  return random() < 0.5
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
}

async function measureKind(
  name: string,
  makeText: () => string,
  small: RunningApp,
  large: RunningApp,
): Promise<ResultRow[]> {
  const perSecond: number[] = [];
  const medians = { small: [] as number[], large: [] as number[] };
  let [cpu, requests] = [-(await large.cpu()), 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const few = await load(small.url, pathsOf(makeText), { connections: CONNECTIONS, seconds: SECONDS });
    const many = await load(large.url, pathsOf(makeText), { connections: CONNECTIONS, seconds: SECONDS });
    requests += many.requests;
    if (few.failures + many.failures > 0) throw new Error(`${name}: failed requests`);
    perSecond.push(many.requestsPerSecond);
    // Sub-millisecond medians are reported as 0 by the load generator: half a step instead.
    medians.small.push(Math.max(few.median, 0.5));
    medians.large.push(Math.max(many.median, 0.5));
  }
  cpu += await large.cpu();
  const growth = medianOf(medians.large) / medianOf(medians.small);
  const rate = medianOf(perSecond);
  const paths = pathsOf(makeText);
  const steady = (index: number) => ({
    method: 'GET',
    url: paths[index % paths.length] ?? '',
    headers: ACCEPT,
  });
  return [
    await latencyRow(`Search, ${name}, 100,000 prompts`, large, steady, rate, MAX_P99),
    {
      label: `Search, ${name}, 100,000 prompts, ${CONNECTIONS} connections: requests`,
      result: `${Math.round(rate)}/s (median ${medianOf(medians.large)} ms, ${(cpu / requests).toFixed(1)} ms of the core each)`,
      threshold: `≥ ${MIN_PER_SECOND}/s`,
      passes: rate >= MIN_PER_SECOND,
    },
    {
      label: `Search, ${name}: median at 100,000 against 1,000`,
      result: `${growth.toFixed(1)} × (${medianOf(medians.large)} against ${medianOf(medians.small)} ms)`,
      threshold: `≤ ${MAX_GROWTH} ×`,
      passes: growth <= MAX_GROWTH,
    },
  ];
}

/** All different; common words are fewer than a fast round would ask for, and end it sooner. */
export function pathsOf(makeText: () => string): string[] {
  const texts = new Set<string>();
  for (let attempt = 0; texts.size < TEXTS_OF_ROUND && attempt < TEXTS_OF_ROUND * 3; attempt += 1)
    texts.add(makeText());
  return [...texts].map((text) => `/api/prompts/search?q=${encodeURIComponent(text)}&sortBy=relevance`);
}
