import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../server/core/database/pool.ts';
import { type ConstantRateLoad, constantRateLoad, percentile, sumCounts } from './constant-rate-load.ts';
import { ACCEPT, type Load, load, medianOf } from './load.ts';
import { type Member, makeMembers } from './members.ts';
import type { RunningApp } from './processes.ts';
import type { ResultRow } from './result-row.ts';

const ROUNDS = 3;
const SECONDS = 8;
const READ_CONNECTIONS = 32;
/** Requests a second at a constant rate, to measure latency. */
const STEADY_READS = 500;
const WRITES_PER_SECOND = 50;
const PATH = '/category/fitness';

/** Of the requests a second that are served without writes. */
const MIN_SHARE = 0.8;
/** Milliseconds. */
const MAX_P99 = 50;

/** A visitors' page while members write, compared with the same page without writes. */
export async function measureCache(app: RunningApp, databaseUrl: string): Promise<ResultRow[]> {
  const { db, close } = openPool({ connectionString: databaseUrl }, { size: 2, onError: () => undefined });
  try {
    const members = await makeMembers(db, app.url);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const withoutWrites = await readPage(app);
      const probe = probeReadiness(app);
      const [withWrites, writes] = await Promise.all([readPage(app), write(app, members)]);
      const readyz = await probe.stop();
      const [reads] = await Promise.all([readSteadily(app), write(app, members)]);
      rounds.push({ withoutWrites, withWrites, reads, writes, readyz });
    }
    return rowsOf(rounds);
  } finally {
    await close();
  }
}

interface Round {
  withoutWrites: Load;
  withWrites: Load;
  /** At a constant rate, during the writes. */
  reads: ConstantRateLoad;
  writes: ConstantRateLoad;
  /** The slowest response, milliseconds. */
  readyz: number;
}

function readPage(app: RunningApp): Promise<Load> {
  return load(app.url, [PATH], { connections: READ_CONNECTIONS, seconds: SECONDS });
}

function readSteadily(app: RunningApp): Promise<ConstantRateLoad> {
  const request = { method: 'GET', url: PATH, headers: ACCEPT };
  return constantRateLoad(app.url, () => request, { perSecond: STEADY_READS, seconds: SECONDS });
}

/** Adds and removes favorites. */
function write(app: RunningApp, members: readonly Member[]): Promise<ConstantRateLoad> {
  const origin = app.url.replace('127.0.0.1', 'localhost');
  return constantRateLoad(
    app.url,
    (index) => {
      const { cookie, promptId } = members[index % members.length] ?? { cookie: '', promptId: '' };
      const method = Math.floor(index / members.length) % 2 === 0 ? 'POST' : 'DELETE';
      return { method, url: `/api/prompts/${promptId}/favorite`, headers: { cookie, origin } };
    },
    { perSecond: WRITES_PER_SECOND, seconds: SECONDS },
  );
}

/** Asks as a balancer does. `stop` returns the slowest response, milliseconds. */
function probeReadiness(app: RunningApp): { stop(): Promise<number> } {
  let slowest = 0;
  let isStopped = false;
  async function probe(): Promise<void> {
    while (!isStopped) {
      const startedAt = performance.now();
      await (await fetch(`${app.url}/readyz`)).arrayBuffer();
      slowest = Math.max(slowest, performance.now() - startedAt);
      await sleep(200);
    }
  }
  const probing = probe();
  return {
    async stop() {
      isStopped = true;
      await probing;
      return slowest;
    },
  };
}

function rowsOf(rounds: readonly Round[]): ResultRow[] {
  const failures = rounds.reduce(
    (sum, { withoutWrites, withWrites, reads, writes }) =>
      sum +
      withoutWrites.failures +
      withWrites.failures +
      sumCounts(reads.failures) +
      sumCounts(writes.failures),
    0,
  );
  const median = (select: (round: Round) => number) => medianOf(rounds.map(select));
  const share = median(
    ({ withoutWrites, withWrites }) => withWrites.requestsPerSecond / withoutWrites.requestsPerSecond,
  );
  const p99 = median(({ reads }) => percentile(reads.latencies, 0.99));
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  return [
    {
      label: `Category page, ${READ_CONNECTIONS} connections, while ${WRITES_PER_SECOND} writes/s run, against none`,
      result: `${Math.round(share * 100)} % (${whole(median(({ withWrites }) => withWrites.requestsPerSecond))} of ${whole(median(({ withoutWrites }) => withoutWrites.requestsPerSecond))} requests/s); ${failures} failed`,
      threshold: `≥ ${MIN_SHARE * 100} %`,
      passes: share >= MIN_SHARE && failures === 0,
    },
    {
      label: `Category page, ${whole(STEADY_READS)} requests/s by the clock, while ${WRITES_PER_SECOND} writes/s run: p99`,
      result: `${p99.toFixed(1)} ms`,
      threshold: `≤ ${MAX_P99} ms`,
      passes: p99 <= MAX_P99,
    },
    {
      label: `The writes themselves, by the clock: p99; the slowest /readyz of ${SECONDS} s`,
      result: `${whole(median(({ writes }) => percentile(writes.latencies, 0.99)))} ms; ${whole(median(({ readyz }) => readyz))} ms`,
      threshold: 'none set',
      passes: true,
    },
  ];
}
