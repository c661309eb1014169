import { compareWithBare, takeSample } from './bare-fastify.ts';
import { ACCEPT, load } from './load.ts';
import type { RunningApp } from './processes.ts';
import { latencyRow, type ResultRow } from './result-row.ts';

const SECONDS = 3;
const CONNECTIONS = 32;
const MIN_SHARE = 0.6;

/** Visitors' responses against bare Fastify with the same compressed bytes. */
export async function measureVisitorResponses(app: RunningApp): Promise<ResultRow[]> {
  const rows: ResultRow[] = [];
  for (const [name, path] of [
    ['Category page, HTML', '/category/fitness'],
    ['GET /api/categories/{slug}', '/api/categories/fitness'],
  ] as const) {
    const request = { method: 'GET', url: path, headers: ACCEPT };
    const sample = await takeSample(app.url, request);
    const { share, summary, perSecond } = await compareWithBare(
      app,
      { name, script: 'bench/baseline-server.ts', sample },
      (url) => load(url, [path], { connections: CONNECTIONS, seconds: SECONDS }),
    );
    rows.push({
      label: `${name}, ${sample.body.length.toLocaleString('en-US')} bytes of ${sample.encoding}, against bare Fastify with the same bytes`,
      result: `${Math.round(share * 100)} % (${summary})`,
      threshold: `≥ ${MIN_SHARE * 100} %`,
      passes: share >= MIN_SHARE,
    });
    rows.push(await latencyRow(name, app, () => request, perSecond));
  }
  return rows;
}
