import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Interaction } from '../../contract/interactions.ts';
import { openPool } from '../../server/core/database/pool.ts';
import { findTags, notifyLibraryChanged } from '../../server/features/library/library.changes.queries.ts';
import { constantRateLoad } from '../constant-rate-load.ts';
import { type BenchRequest, type Load, startLoad } from '../load.ts';
import { type Member, makeMembers } from '../members.ts';
import { CLIENTS, requestsOf } from '../restarts.ts';
import type { ResultRow } from '../result-row.ts';
import { type Cluster, NAME, NODES, SEARCH_LIMIT, startCluster } from './cluster.ts';

const READ_BACKS = 200;
const CHANGES = 10;
const RESTARTS = 3;

/** Milliseconds. */
const MAX_INCOHERENCE = 1000;
const MAX_AFTER_LOST_LISTEN = 2000;

/** Above and below the limit. */
const LIMIT_TOLERANCE = 0.2;

/** What several nodes promise, on the set-up of docs/cluster. */
export async function measureCluster(): Promise<ResultRow[]> {
  const cluster = await startCluster();
  const { db, close } = openPool(
    { connectionString: cluster.primaryUrl },
    { size: 2, onError: () => undefined },
  );
  const admin = new pg.Client({ connectionString: cluster.primaryUrl });
  try {
    await admin.connect();
    const members = await makeMembers(db, cluster.url);
    return [
      await measureReadBacks(cluster, members),
      await measureCoherence(cluster, admin),
      await measureLostListen(cluster, admin),
      await measureLimit(cluster),
      await measureKilledReplica(cluster, members),
      await measureKilledNode(cluster, members),
      await measureRestarts(cluster, members),
    ];
  } finally {
    await admin.end();
    await close();
    await cluster.stop();
  }
}

/** A favorite is added and removed, and the prompt read at once: by round robin from another node. */
async function measureReadBacks({ url }: Cluster, members: readonly Member[]): Promise<ResultRow> {
  let wrong = 0;
  for (let index = 0; index < READ_BACKS; index += 1) {
    const { cookie, promptId } = members[index % members.length] as Member;
    const headers = { cookie, origin: url };
    const method = Math.floor(index / members.length) % 2 === 0 ? 'POST' : 'DELETE';
    await fetch(`${url}/api/prompts/${promptId}/favorite`, { method, headers });
    const response = await fetch(`${url}/api/prompts/${promptId}/interactions`, { headers });
    const { isFavorited } = (await response.json()) as Interaction;
    if (isFavorited !== (method === 'POST')) wrong += 1;
  }
  return row(
    `${READ_BACKS} favorites read back at once from another node: wrong`,
    `${wrong}`,
    '0',
    wrong === 0,
  );
}

/** A prompt gets another title; how long any node shows visitors the old one. */
async function measureCoherence(cluster: Cluster, admin: pg.Client): Promise<ResultRow> {
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    times.push(await untilEverywhere(cluster, () => renamePrompt(admin, `Coherent title ${change}`)));
  }
  const slowest = Math.max(...times);
  return row(
    `${CHANGES} changes of a prompt: the last node’s cached response shows it after`,
    `${Math.round(slowest)} ms at most`,
    `≤ ${MAX_INCOHERENCE} ms`,
    slowest <= MAX_INCOHERENCE,
  );
}

/** A change that no node is notified of, because their LISTEN connections were cut a moment before. */
async function measureLostListen(cluster: Cluster, admin: pg.Client): Promise<ResultRow> {
  const time = await untilEverywhere(cluster, async () => {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'promptarium-changes'",
    );
    return await renamePrompt(admin, 'A title nobody was told of');
  });
  return row(
    'All LISTEN connections cut, and a change meanwhile: right everywhere, from the cut on, after',
    `${Math.round(time)} ms`,
    `≤ ${MAX_AFTER_LOST_LISTEN} ms after they are back`,
    time <= MAX_AFTER_LOST_LISTEN,
  );
}

/** The first basic prompt. @returns its page, and the title */
async function renamePrompt(admin: pg.Client, title: string): Promise<{ path: string; title: string }> {
  await admin.query('begin');
  const { rows } = await admin.query<{ id: string }>(
    "update prompts set title = $1 where id = (select min(id) from prompts where tier = 'basic') returning id",
    [title],
  );
  const ids = rows.map(({ id }) => id);
  await notifyLibraryChanged(admin, new Set(await findTags(admin, ids)));
  await admin.query('commit');
  return { path: `/prompt/${ids[0]}`, title };
}

/** @returns milliseconds from `change` until each node's response for visitors shows it */
async function untilEverywhere(
  { nodes }: Cluster,
  change: () => Promise<{ path: string; title: string }>,
): Promise<number> {
  const read = async (url: string, path: string) => await (await fetch(`${url}${path}`)).text();
  const startedAt = performance.now();
  const { path, title } = await change();
  await Promise.all(
    nodes.map(async ({ url }) => {
      while (!(await read(url, path)).includes(title)) await sleep(10);
    }),
  );
  return performance.now() - startedAt;
}

/** One address searches twice as often as it may. */
async function measureLimit({ url }: Cluster): Promise<ResultRow> {
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const { latencies, failures } = await constantRateLoad(
    url,
    () => ({ method: 'GET', url: '/api/prompts/search?q=strength', headers, name: 'search' }),
    { perSecond: SEARCH_LIMIT / 4, seconds: 8 },
  );
  const served = latencies.length - (failures.get('GET search 429') ?? 0);
  return row(
    `${latencies.length} searches of one address in 8 s, limit ${SEARCH_LIMIT}: served by ${NODES} nodes`,
    String(served),
    `${SEARCH_LIMIT} ± ${LIMIT_TOLERANCE * 100} %`,
    Math.abs(served / SEARCH_LIMIT - 1) <= LIMIT_TOLERANCE,
  );
}

async function measureKilledReplica(cluster: Cluster, members: readonly Member[]): Promise<ResultRow> {
  const load = startClients(cluster, members, ({ method }) => method === 'GET');
  await sleep(3000);
  const scans = await countScans(cluster);
  cluster.replica.kill();
  await sleep(6000);
  const { failures, requests } = await load.stop();
  return row(
    `The replica killed under ${CLIENTS} reading clients: failed requests; scans of prompts it did before`,
    `${failures} of ${requests.toLocaleString('en-US')}; ${scans}`,
    '0; some',
    failures === 0 && scans > 0,
  );
}

/** How often the replica has looked into the library: that it answers anybody at all. */
async function countScans({ replica }: Cluster): Promise<number> {
  const client = new pg.Client({ ...replica.connection, database: NAME });
  await client.connect();
  const { rows } = await client.query<{ scans: string }>(
    "select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_user_tables where relname = 'prompts'",
  );
  await client.end();
  return Number(rows[0]?.scans);
}

async function measureKilledNode(cluster: Cluster, members: readonly Member[]): Promise<ResultRow> {
  const load = startClients(cluster, members, ({ method }) => method === 'GET');
  await sleep(2000);
  await cluster.nodes[0]?.kill();
  await sleep(6000);
  const result = await load.stop();
  await cluster.startNode(0);
  await cluster.balancer.untilUp(NODES);
  return failedRow(`One of ${NODES} nodes killed (-9) under ${CLIENTS} reading clients`, result);
}

async function measureRestarts(cluster: Cluster, members: readonly Member[]): Promise<ResultRow> {
  const load = startClients(cluster, members, () => true);
  for (let restart = 0; restart < RESTARTS * NODES; restart += 1) {
    await cluster.nodes[restart % NODES]?.stop();
    await cluster.startNode(restart % NODES);
    await cluster.balancer.untilUp(NODES);
  }
  return failedRow(
    `${RESTARTS} rolling restarts of all ${NODES} nodes, ${CLIENTS} clients, 25 % writes`,
    await load.stop(),
  );
}

/** Each with an address of its own, or they would share a limit. */
function startClients(
  { url }: Cluster,
  members: readonly Member[],
  isAsked: (request: BenchRequest) => boolean,
): { stop(): Promise<Load> } {
  return startLoad(
    url,
    (client) =>
      requestsOf(client, members, url)
        .filter(isAsked)
        .map((request) => ({
          ...request,
          headers: { ...request.headers, 'x-forwarded-for': `203.0.113.${client}` },
        })),
    { connections: CLIENTS },
  );
}

const failedRow = (label: string, { failures, requests }: Load) =>
  row(
    `${label}: failed requests`,
    `${failures} of ${requests.toLocaleString('en-US')}`,
    '0',
    failures === 0 && requests > 0,
  );

/** Printed at once: the whole run takes minutes. */
function row(label: string, result: string, threshold: string, passes: boolean): ResultRow {
  console.log(`${label}: ${result}`);
  return { label, result, threshold, passes };
}
