import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, medianOf } from './load.ts';
import { type Running, startPinned } from './processes.ts';
import type { Row } from './row.ts';

const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 32;
const LEAST_SHARE = 0.6;

/** Visitors' answers against bare Fastify with the same bytes, in turn, so that a noisy minute hits both. */
export async function measureAnswers(app: Running): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, path] of [
    ['Category page, HTML', '/category/fitness'],
    ['GET /api/categories/{slug}', '/api/categories/fitness'],
  ] as const) {
    rows.push(await compareWithBare(app, name, path));
  }
  return rows;
}

async function compareWithBare(app: Running, name: string, path: string): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-bench-'));
  const answer = await fetch(`${app.url}${path}`, { headers: { 'accept-encoding': 'identity' } });
  const file = join(folder, 'body');
  const body = Buffer.from(await answer.arrayBuffer());
  await writeFile(file, body);
  const type = answer.headers.get('content-type') ?? 'text/plain';
  const bare = await startPinned(
    'bench/bare.ts',
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
    holds: share >= LEAST_SHARE,
  };
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
