import { openPool } from '../server/core/database/pool.ts';
import { type ConstantRateLoad, constantRateLoad, percentile, sumCounts } from './constant-rate-load.ts';
import type { SentRequest } from './http-client.ts';
import { type Member, makeMembers, newComment } from './members.ts';
import type { RunningApp } from './processes.ts';
import { memoryRow, type ResultRow } from './result-row.ts';

const PER_SECOND = 40;
const SLOW_MILLISECONDS = 1000;
const MAX_SLOW_SHARE = 0.001;

/** Enough for the figure we claim; `BENCH_MINUTES=1` tries it out. */
const DEFAULT_MINUTES = 12;

const SEARCHES = ['strength', 'budget plan', 'interview', 'recipe', 'weekly review', 'headline'];

/** Members and visitors who read and write at a steady rate. */
export async function measureMixed(app: RunningApp, databaseUrl: string): Promise<ResultRow[]> {
  const minutes = Number(process.env['BENCH_MINUTES'] ?? DEFAULT_MINUTES);
  if (!(minutes > 0)) throw new Error('BENCH_MINUTES must be a number of minutes.');
  const { db, close } = openPool({ connectionString: databaseUrl }, { size: 2, onError: () => undefined });
  try {
    const members = await makeMembers(db, app.url);
    const outcome = await constantRateLoad(app.url, (index) => requestAt(index, members, app.url), {
      perSecond: PER_SECOND,
      seconds: minutes * 60,
    });
    for (const [failure, times] of outcome.failures) console.log(`${times} × ${failure}`);
    return [...rowsOf(outcome, minutes), await memoryRow('the mixed load', app, 400)];
  } finally {
    await close();
  }
}

function requestAt(index: number, members: readonly Member[], url: string): SentRequest & { name: string } {
  const member = members[Math.floor(index / MIX.length) % members.length];
  const make = MIX[index % MIX.length];
  if (member === undefined || make === undefined) throw new Error('Nobody to ask as.');
  const request = make(member, url.replace('127.0.0.1', 'localhost'), index);
  return { ...request, name: request.url.replace(member.promptId, '{id}') };
}

type MakeRequest = (member: Member, origin: string, index: number) => SentRequest;

const asVisitor =
  (url: string | ((index: number) => string)): MakeRequest =>
  (_member, _origin, index) => ({
    method: 'GET',
    url: typeof url === 'string' ? url : url(index),
    headers: {},
  });

const asMember =
  (url: (member: Member) => string): MakeRequest =>
  (member) => ({ method: 'GET', url: url(member), headers: { cookie: member.cookie } });

const write =
  (method: 'POST' | 'DELETE', url: (member: Member) => string, body?: () => string): MakeRequest =>
  (member, origin) => {
    const type = body ? { 'content-type': 'application/json' } : {};
    const headers = { cookie: member.cookie, origin, ...type };
    return { method, url: url(member), headers, ...(body ? { payload: body() } : {}) };
  };

const prompt = ({ promptId }: Member) => `/api/prompts/${promptId}`;

/** What of a search somebody asks for: not the same words all the time, or the cache would answer. */
const searchUrl = (index: number) =>
  `/api/prompts/search?q=${encodeURIComponent(`${SEARCHES[index % SEARCHES.length]} ${index % 97}`)}`;

/** In turn: of twelve three are writes and three are pages. */
const MIX: readonly MakeRequest[] = [
  asVisitor('/category/fitness'),
  asMember(prompt),
  asVisitor(searchUrl),
  write('POST', (member) => `${prompt(member)}/favorite`),
  asMember(({ promptId }) => `/prompt/${promptId}`),
  asVisitor('/api/categories'),
  asMember((member) => `${prompt(member)}/comments`),
  write('POST', (member) => `${prompt(member)}/comments`, newComment),
  asMember(() => '/category/career'),
  asMember(() => '/api/user/interactions'),
  asVisitor('/api/prompts/top-rated'),
  write('DELETE', (member) => `${prompt(member)}/favorite`),
];

function rowsOf({ latencies, failures }: ConstantRateLoad, minutes: number): ResultRow[] {
  const latencyAt = (share: number) => Math.round(percentile(latencies, share));
  const slow = latencies.filter((time) => time > SLOW_MILLISECONDS).length;
  const failed = sumCounts(failures);
  const count = latencies.length.toLocaleString('en-US');
  return [
    {
      label: `${minutes} minutes of mixed load, ${PER_SECOND} requests/s, 25 % writes: over ${SLOW_MILLISECONDS / 1000} s`,
      result: `${((slow / latencies.length) * 100).toFixed(3)} % (${slow} of ${count}); p50 ${latencyAt(0.5)} ms, p99 ${latencyAt(0.99)} ms, slowest ${latencyAt(1)} ms`,
      threshold: `≤ ${MAX_SLOW_SHARE * 100} %`,
      passes: slow / latencies.length <= MAX_SLOW_SHARE,
    },
    { label: 'The same: failed requests', result: String(failed), threshold: '0', passes: failed === 0 },
  ];
}
