import { load, medianOf } from './load.ts';
import { type Running, startApp } from './processes.ts';
import type { Row } from './row.ts';

const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 16;
const MOST_P99 = 30;
const MOST_GROWTH = 4;

export interface SearchKind {
  name: string;
  texts: readonly string[];
}

/**
 * The same questions to 1,000 and to 100,000 prompts. Once as visitors ask them (the ready answers on), once with
 * the ready answers off, so that every request reaches PostgreSQL.
 */
export async function measureSearch(
  databases: { small: string; large: string },
  kinds: readonly SearchKind[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const cache of ['with ready answers', 'every request to PostgreSQL'] as const) {
    const settings: Record<string, string> = cache === 'with ready answers' ? {} : { CACHE_BYTES: '0' };
    const small = await startApp(databases.small, settings);
    const large = await startApp(databases.large, settings);
    try {
      for (const kind of kinds) rows.push(...(await measureKind(kind, cache, small, large)));
      if (cache === 'with ready answers') rows.push(await memoryRow(large));
    } finally {
      await small.stop();
      await large.stop();
    }
  }
  return rows;
}

async function measureKind(kind: SearchKind, cache: string, small: Running, large: Running): Promise<Row[]> {
  const paths = kind.texts.map((text) => `/api/prompts/search?q=${encodeURIComponent(text)}`);
  const p99: number[] = [];
  const medians = { small: [] as number[], large: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const few = await load(small.url, paths, { connections: CONNECTIONS, seconds: SECONDS });
    const many = await load(large.url, paths, { connections: CONNECTIONS, seconds: SECONDS });
    if (few.failures + many.failures > 0) throw new Error(`${kind.name}: failed requests`);
    p99.push(many.p99);
    // Sub-millisecond medians are reported as 0 by the load generator: half a step instead.
    medians.small.push(Math.max(few.median, 0.5));
    medians.large.push(Math.max(many.median, 0.5));
  }
  const growth = medianOf(medians.large) / medianOf(medians.small);
  const name = `Search, ${kind.name}, ${cache}`;
  return [
    {
      what: `${name}: p99 at 100,000 prompts, ${CONNECTIONS} connections`,
      figure: `${medianOf(p99)} ms (median ${medianOf(medians.large)} ms)`,
      bar: `< ${MOST_P99} ms`,
      holds: medianOf(p99) < MOST_P99,
    },
    {
      what: `${name}: median at 100,000 against 1,000`,
      figure: `${growth.toFixed(1)} × (${medianOf(medians.large)} against ${medianOf(medians.small)} ms)`,
      bar: `≤ ${MOST_GROWTH} ×`,
      holds: growth <= MOST_GROWTH,
    },
  ];
}

async function memoryRow(app: Running): Promise<Row> {
  const megabytes = await app.memory();
  return {
    what: 'Server memory after the search load, 100,000 prompts',
    figure: `${Math.round(megabytes)} MB`,
    bar: '< 300 MB',
    holds: megabytes < 300,
  };
}
