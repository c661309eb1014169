import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, medianOf } from './load.ts';
import { type RunningApp, startPinned } from './processes.ts';
import type { ResultRow } from './result-row.ts';

const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 32;
const MIN_SHARE = 0.6;

/** Visitors' responses against bare Fastify with the same bytes, in turn, so that a noisy minute hits both. */
export async function measureVisitorResponses(app: RunningApp): Promise<ResultRow[]> {
  const rows: ResultRow[] = [];
  for (const [name, path] of [
    ['Category page, HTML', '/category/fitness'],
    ['GET /api/categories/{slug}', '/api/categories/fitness'],
  ] as const) {
    rows.push(await compareWithBare(app, name, path));
  }
  return rows;
}

async function compareWithBare(app: RunningApp, name: string, path: string): Promise<ResultRow> {
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-bench-'));
  const response = await fetch(`${app.url}${path}`, { headers: { 'accept-encoding': 'identity' } });
  const file = join(folder, 'body');
  const body = Buffer.from(await response.arrayBuffer());
  await writeFile(file, body);
  const type = response.headers.get('content-type') ?? 'text/plain';
  const bare = await startPinned(
    'bench/baseline-server.ts',
    (port) => [file, type, String(port)],
    () => ({}),
    '/',
  );
  const ratios: number[] = [];
  const speeds = { app: [] as number[], bare: [] as number[] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await load(app.url, [path], { connections: CONNECTIONS, seconds: SECONDS });
      const theirs = await load(bare.url, [path], { connections: CONNECTIONS, seconds: SECONDS });
      if (ours.failures > 0) throw new Error(`${path}: ${ours.failures} failed requests`);
      speeds.app.push(ours.requestsPerSecond);
      speeds.bare.push(theirs.requestsPerSecond);
      ratios.push(ours.requestsPerSecond / theirs.requestsPerSecond);
    }
  } finally {
    await bare.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const share = medianOf(ratios);
  return {
    what: `${name}, ${body.length.toLocaleString('en-US')} bytes, against bare Fastify`,
    figure: `${Math.round(share * 100)} % (${whole(medianOf(speeds.app))} of ${whole(medianOf(speeds.bare))} requests/s)`,
    bar: '≥ 60 %',
    holds: share >= MIN_SHARE,
  };
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
