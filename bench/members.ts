import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../server/core/database/pool.ts';
import { openPool } from '../server/core/database/pool.ts';
import { makeId } from '../server/core/ids.ts';
import { sessionCookie, startSession } from '../server/core/sessions/sessions.ts';
import { type BenchRequest, loadByConnection, medianOf } from './load.ts';
import { type RunningApp, startPinned } from './processes.ts';
import type { ResultRow } from './result-row.ts';

const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 32;

/** One of the members the load is made of: a connection each, and a prompt of their own to write to. */
export interface Member {
  id: string;
  cookie: string;
  promptId: string;
}

interface Task {
  name: string;
  /** What one member asks, again and again. */
  asks: (member: Member) => BenchRequest[];
}

/** Comments of the same text within a minute are one comment; these are all different. */
let written = 0;

export function newComment(): string {
  written += 1;
  return JSON.stringify({ content: `Works for a team of ${written}.` });
}

const TASKS: readonly Task[] = [
  { name: 'Category page, signed in, HTML', asks: () => [{ method: 'GET', path: '/category/fitness' }] },
  {
    name: 'GET /api/prompts/{id}',
    asks: ({ promptId }) => [{ method: 'GET', path: `/api/prompts/${promptId}` }],
  },
  {
    name: 'Favorite, there and back',
    asks: ({ promptId }) => [
      { method: 'POST', path: `/api/prompts/${promptId}/favorite` },
      { method: 'DELETE', path: `/api/prompts/${promptId}/favorite` },
    ],
  },
  {
    name: 'Post a comment',
    asks: ({ promptId }) => [
      {
        method: 'POST',
        path: `/api/prompts/${promptId}/comments`,
        body: newComment,
      },
    ],
  },
];

/** What signed-in members do, each with a session of their own, against bare Fastify with one trivial query. */
export async function measureMembers(app: RunningApp, databaseUrl: string): Promise<ResultRow[]> {
  const { db, close } = openPool({ connectionString: databaseUrl }, { size: 2, onError: () => undefined });
  try {
    await sql`create table if not exists bench_writes (written_at timestamptz not null)`.execute(db);
    const members = await makeMembers(db, app.url);
    const rows: ResultRow[] = [];
    for (const task of TASKS) rows.push(await compare(app, databaseUrl, task, members));
    return rows;
  } finally {
    await close();
  }
}

export async function makeMembers(db: Db, url: string): Promise<Member[]> {
  const { name } = sessionCookie({ publicUrl: url, mode: 'production' });
  const { rows } = await sql<{ id: string }>`
    select id from prompts where tier = 'basic' order by id limit ${CONNECTIONS}`.execute(db);
  return await Promise.all(
    rows.map(async ({ id: promptId }, index) => {
      const id = makeId(`bench-${index}`);
      await sql`insert into users (id, issuer, subject, email)
        values (${id}, 'bench', ${`bench-${index}`}, ${`bench-${index}@example.com`}) on conflict do nothing`.execute(
        db,
      );
      return { id, cookie: `${name}=${await startSession(db, id)}`, promptId };
    }),
  );
}

async function compare(
  app: RunningApp,
  databaseUrl: string,
  task: Task,
  members: readonly Member[],
): Promise<ResultRow> {
  const [first] = members;
  if (first === undefined) throw new Error('No basic prompt to measure with.');
  const origin = app.url.replace('127.0.0.1', 'localhost');
  const asksOf = (connection: number) => {
    const member = members[connection % members.length] ?? first;
    const headers = { cookie: member.cookie, origin };
    return task.asks(member).map((ask) => ({ ...ask, headers }));
  };
  const sample = await responseOf(app.url, asksOf(0)[0]);
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-bench-'));
  const file = join(folder, 'body');
  await writeFile(file, sample.body);
  const bare = await startPinned(
    'bench/baseline-query-server.ts',
    (port) => [file, sample.type, String(port)],
    () => ({ DATABASE_URL: databaseUrl }),
    '/',
  );
  const rounds = {
    ours: [] as number[],
    theirs: [] as number[],
    shares: [] as number[],
    p99: [] as number[],
  };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await loadByConnection(app.url, asksOf, { connections: CONNECTIONS, seconds: SECONDS });
      const theirs = await loadByConnection(bare.url, asksOf, { connections: CONNECTIONS, seconds: SECONDS });
      if (ours.failures > 0) throw new Error(`${task.name}: ${ours.failures} failed requests`);
      rounds.ours.push(ours.requestsPerSecond);
      rounds.theirs.push(theirs.requestsPerSecond);
      rounds.shares.push(ours.requestsPerSecond / theirs.requestsPerSecond);
      rounds.p99.push(ours.p99);
    }
  } finally {
    await bare.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const speeds = `${whole(medianOf(rounds.ours))} of ${whole(medianOf(rounds.theirs))} requests/s`;
  return {
    what: `${task.name}, against bare Fastify with one trivial query; p99 at ${CONNECTIONS} connections`,
    figure: `${Math.round(medianOf(rounds.shares) * 100)} % (${speeds}); p99 ${medianOf(rounds.p99)} ms`,
    bar: 'none set',
    holds: true,
  };
}

/** One response, so that the yardstick sends as many bytes. */
async function responseOf(
  url: string,
  ask: (BenchRequest & { headers: Record<string, string> }) | undefined,
): Promise<{ body: Buffer; type: string }> {
  if (ask === undefined) throw new Error('A task without a request.');
  const body = ask.body?.();
  const response = await fetch(`${url}${ask.path}`, {
    method: ask.method,
    headers: {
      ...ask.headers,
      'accept-encoding': 'identity',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body } : {}),
  });
  if (!response.ok) throw new Error(`${ask.method} ${ask.path}: ${response.status} ${await response.text()}`);
  return {
    body: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? 'text/plain',
  };
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
