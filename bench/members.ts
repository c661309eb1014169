import { sql } from 'kysely';
import type { Db } from '../server/core/database/pool.ts';
import { openPool } from '../server/core/database/pool.ts';
import { makeId } from '../server/core/ids.ts';
import { sessionCookie, startSession } from '../server/core/sessions/sessions.ts';
import { compareWithBare, takeSample } from './bare-fastify.ts';
import type { SentRequest } from './http-client.ts';
import { ACCEPT, type BenchRequest, loadByConnection } from './load.ts';
import type { RunningApp } from './processes.ts';
import { latencyRow, type ResultRow } from './result-row.ts';

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
  /** What one member sends, again and again. */
  requests: (member: Member) => BenchRequest[];
}

/** Comments of the same text within a minute are one comment; these are all different. */
let written = 0;

export function newComment(): string {
  written += 1;
  return JSON.stringify({ content: `Works for a team of ${written}.` });
}

const TASKS: readonly Task[] = [
  { name: 'Category page, signed in, HTML', requests: () => [{ method: 'GET', path: '/category/fitness' }] },
  {
    name: 'GET /api/prompts/{id}',
    requests: ({ promptId }) => [{ method: 'GET', path: `/api/prompts/${promptId}` }],
  },
  {
    name: 'Favorite, there and back',
    requests: ({ promptId }) => [
      { method: 'POST', path: `/api/prompts/${promptId}/favorite` },
      { method: 'DELETE', path: `/api/prompts/${promptId}/favorite` },
    ],
  },
  {
    name: 'Post a comment',
    requests: ({ promptId }) => [
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
    for (const task of TASKS) rows.push(...(await compare(app, databaseUrl, task, members)));
    return rows;
  } finally {
    await close();
  }
}

export async function makeMembers(db: Db, url: string, mode = 'production'): Promise<Member[]> {
  const { name } = sessionCookie({ publicUrl: url, mode });
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
): Promise<ResultRow[]> {
  const [first] = members;
  if (first === undefined) throw new Error('No basic prompt to measure with.');
  const origin = app.url.replace('127.0.0.1', 'localhost');
  const requestsOf = (connection: number) => {
    const member = members[connection % members.length] ?? first;
    const headers = { cookie: member.cookie, origin, ...ACCEPT };
    return task.requests(member).map((request) => ({ ...request, headers }));
  };
  /** Member after member, each with the next of their requests. */
  const steady = (index: number): SentRequest => {
    const requests = requestsOf(index);
    const request = requests[Math.floor(index / members.length) % requests.length] ?? requests[0];
    if (request === undefined) throw new Error('A task without a request.');
    return toSentRequest(request);
  };
  const sample = await takeSample(app.url, steady(0));
  const { share, summary, perSecond } = await compareWithBare(
    app,
    { name: task.name, script: 'bench/baseline-query-server.ts', sample, env: { DATABASE_URL: databaseUrl } },
    (url) => loadByConnection(url, requestsOf, { connections: CONNECTIONS, seconds: SECONDS }),
  );
  return [
    {
      label: `${task.name}, against bare Fastify with one trivial query and the same bytes`,
      result: `${Math.round(share * 100)} % (${summary})`,
      threshold: 'none set',
      passes: true,
    },
    await latencyRow(task.name, app, steady, perSecond),
  ];
}

function toSentRequest({ method, path, headers = {}, body }: BenchRequest): SentRequest {
  if (body === undefined) return { method, url: path, headers };
  return { method, url: path, headers: { ...headers, 'content-type': 'application/json' }, payload: body() };
}
