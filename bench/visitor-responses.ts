import { compareWithBare, toSample } from './bare-fastify.ts';
import { load } from './load.ts';
import type { RunningApp } from './processes.ts';
import type { ResultRow } from './result-row.ts';

const SECONDS = 3;
const CONNECTIONS = 32;
const MIN_SHARE = 0.6;

/** Visitors' responses against bare Fastify with the same bytes. */
export async function measureVisitorResponses(app: RunningApp): Promise<ResultRow[]> {
  const rows: ResultRow[] = [];
  for (const [name, path] of [
    ['Category page, HTML', '/category/fitness'],
    ['GET /api/categories/{slug}', '/api/categories/fitness'],
  ] as const) {
    const sample = await toSample(
      await fetch(`${app.url}${path}`, { headers: { 'accept-encoding': 'identity' } }),
    );
    const { share, speeds } = await compareWithBare(
      app,
      { name, script: 'bench/baseline-server.ts', sample },
      (url) => load(url, [path], { connections: CONNECTIONS, seconds: SECONDS }),
    );
    rows.push({
      what: `${name}, ${sample.body.length.toLocaleString('en-US')} bytes, against bare Fastify`,
      figure: `${Math.round(share * 100)} % (${speeds})`,
      bar: `≥ ${MIN_SHARE * 100} %`,
      holds: share >= MIN_SHARE,
    });
  }
  return rows;
}
