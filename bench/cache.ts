import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../server/core/database/pool.ts';
import { countOf, percentile, type SteadyLoad, steadyLoad } from './constant-rate-load.ts';
import { ACCEPT, type Load, load, medianOf } from './load.ts';
import { type Member, makeMembers } from './members.ts';
import type { RunningApp } from './processes.ts';
import type { ResultRow } from './result-row.ts';

const ROUNDS = 3;
const SECONDS = 8;
const READ_CONNECTIONS = 32;
/** A second, by the clock, to see how long they take. */
const STEADY_READS = 500;
const WRITES_PER_SECOND = 50;
const PATH = '/category/fitness';

/** Of the requests a second that are served without writes. */
const MIN_SHARE = 0.8;
/** Milliseconds. */
const MAX_P99 = 50;

/** A visitors' page while members write, against the same page without writes, in turn. */
export async function measureCache(app: RunningApp, databaseUrl: string): Promise<ResultRow[]> {
  const { db, close } = openPool({ connectionString: databaseUrl }, { size: 2, onError: () => undefined });
  try {
    const members = await makeMembers(db, app.url);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const quiet = await readPage(app);
      const probe = probeReadiness(app);
      const [busy, writes] = await Promise.all([readPage(app), write(app, members)]);
      const readyz = await probe.stop();
      const [reads] = await Promise.all([readSteadily(app), write(app, members)]);
      rounds.push({ quiet, busy, reads, writes, readyz });
    }
    return rowsOf(rounds);
  } finally {
    await close();
  }
}

interface Round {
  quiet: Load;
  busy: Load;
  /** By the clock, beside the writes. */
  reads: SteadyLoad;
  writes: SteadyLoad;
  /** The slowest response, milliseconds. */
  readyz: number;
}

function readPage(app: RunningApp): Promise<Load> {
  return load(app.url, [PATH], { connections: READ_CONNECTIONS, seconds: SECONDS });
}

function readSteadily(app: RunningApp): Promise<SteadyLoad> {
  const request = { method: 'GET', url: PATH, headers: ACCEPT };
  return steadyLoad(app.url, () => request, { perSecond: STEADY_READS, seconds: SECONDS });
}

/** Favorites, there and back. */
function write(app: RunningApp, members: readonly Member[]): Promise<SteadyLoad> {
  const origin = app.url.replace('127.0.0.1', 'localhost');
  return steadyLoad(
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
  let isOver = false;
  async function probe(): Promise<void> {
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(`${app.url}/readyz`)).arrayBuffer();
      slowest = Math.max(slowest, performance.now() - startedAt);
      await sleep(200);
    }
  }
  const probing = probe();
  return {
    async stop() {
      isOver = true;
      await probing;
      return slowest;
    },
  };
}

function rowsOf(rounds: readonly Round[]): ResultRow[] {
  const failures = rounds.reduce(
    (sum, { quiet, busy, reads, writes }) =>
      sum + quiet.failures + busy.failures + countOf(reads.failures) + countOf(writes.failures),
    0,
  );
  const median = (of: (round: Round) => number) => medianOf(rounds.map(of));
  const share = median(({ quiet, busy }) => busy.requestsPerSecond / quiet.requestsPerSecond);
  const p99 = median(({ reads }) => percentile(reads.latencies, 0.99));
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  return [
    {
      what: `Category page, ${READ_CONNECTIONS} connections, while ${WRITES_PER_SECOND} writes/s run, against none`,
      figure: `${Math.round(share * 100)} % (${whole(median(({ busy }) => busy.requestsPerSecond))} of ${whole(median(({ quiet }) => quiet.requestsPerSecond))} requests/s); ${failures} failed`,
      bar: `≥ ${MIN_SHARE * 100} %`,
      holds: share >= MIN_SHARE && failures === 0,
    },
    {
      what: `Category page, ${whole(STEADY_READS)} requests/s by the clock, while ${WRITES_PER_SECOND} writes/s run: p99`,
      figure: `${p99.toFixed(1)} ms`,
      bar: `≤ ${MAX_P99} ms`,
      holds: p99 <= MAX_P99,
    },
    {
      what: `The writes themselves, by the clock: p99; the slowest /readyz of ${SECONDS} s`,
      figure: `${whole(median(({ writes }) => percentile(writes.latencies, 0.99)))} ms; ${whole(median(({ readyz }) => readyz))} ms`,
      bar: 'none set',
      holds: true,
    },
  ];
}
