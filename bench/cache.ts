import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../server/core/database/pool.ts';
import { type Load, load, loadByConnection, medianOf } from './load.ts';
import { type Member, makeMembers } from './members.ts';
import type { RunningApp } from './processes.ts';
import type { ResultRow } from './result-row.ts';

const ROUNDS = 3;
const SECONDS = 8;
const READ_CONNECTIONS = 32;
const WRITE_CONNECTIONS = 10;
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
    const rounds: { share: number; quiet: number; busy: Load; writes: Load; readyz: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const quiet = await readPage(app);
      const probe = probeReadiness(app);
      const [busy, writes] = await Promise.all([readPage(app), write(app, members)]);
      const readyz = await probe.stop();
      const share = busy.requestsPerSecond / quiet.requestsPerSecond;
      rounds.push({ share, quiet: quiet.requestsPerSecond, busy, writes, readyz });
    }
    return rowsOf(rounds);
  } finally {
    await close();
  }
}

function readPage(app: RunningApp): Promise<Load> {
  return load(app.url, [PATH], { connections: READ_CONNECTIONS, seconds: SECONDS });
}

/** Favorites, there and back. */
function write(app: RunningApp, members: readonly Member[]): Promise<Load> {
  const origin = app.url.replace('127.0.0.1', 'localhost');
  return loadByConnection(
    app.url,
    (connection) => {
      const { cookie, promptId } = members[connection % members.length] ?? { cookie: '', promptId: '' };
      const path = `/api/prompts/${promptId}/favorite`;
      return (['POST', 'DELETE'] as const).map((method) => ({ method, path, headers: { cookie, origin } }));
    },
    { connections: WRITE_CONNECTIONS, seconds: SECONDS, perSecond: WRITES_PER_SECOND },
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

function rowsOf(
  rounds: readonly { share: number; quiet: number; busy: Load; writes: Load; readyz: number }[],
): ResultRow[] {
  const failures = rounds.reduce((sum, { busy, writes }) => sum + busy.failures + writes.failures, 0);
  const median = (of: (round: (typeof rounds)[number]) => number) => medianOf(rounds.map(of));
  const share = median((round) => round.share);
  const p99 = median(({ busy }) => busy.p99);
  const under = `while ${WRITES_PER_SECOND} writes/s run`;
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  return [
    {
      what: `Category page, ${READ_CONNECTIONS} connections, ${under}, against none`,
      figure: `${Math.round(share * 100)} % (${whole(median(({ busy }) => busy.requestsPerSecond))} of ${whole(median(({ quiet }) => quiet))} requests/s); ${failures} failed`,
      bar: `≥ ${MIN_SHARE * 100} %`,
      holds: share >= MIN_SHARE && failures === 0,
    },
    {
      what: `Category page, ${READ_CONNECTIONS} connections, ${under}: p99`,
      figure: `${p99} ms`,
      bar: `≤ ${MAX_P99} ms`,
      holds: p99 <= MAX_P99,
    },
    {
      what: `The writes themselves: p99; the slowest /readyz of ${SECONDS} s`,
      figure: `${median(({ writes }) => writes.p99)} ms; ${whole(median(({ readyz }) => readyz))} ms`,
      bar: 'none set',
      holds: true,
    },
  ];
}
