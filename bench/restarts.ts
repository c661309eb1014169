import { freePort } from '../scripts/free-port.ts';
import { openPool } from '../server/core/database/pool.ts';
import { startBalancer } from './balancer.ts';
import { type BenchRequest, startLoad } from './load.ts';
import { type Member, makeMembers, newComment } from './members.ts';
import { type RunningApp, startApp } from './processes.ts';
import type { ResultRow } from './result-row.ts';

const NODES = 3;
const RESTARTS = 6;
export const CLIENTS = 40;

/** Six rolling restarts of nodes behind a balancer, while members and visitors read and write. */
export async function measureRestarts(databaseUrl: string): Promise<ResultRow[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const nodePorts = await Promise.all(Array.from({ length: NODES }, freePort));
  const start = (nodePort: number) => startNode(databaseUrl, url, nodePort);
  const nodes: RunningApp[] = [];
  for (const nodePort of nodePorts) nodes.push(await start(nodePort));
  const balancer = await startBalancer(port, nodePorts);
  const { db, close } = openPool({ connectionString: databaseUrl }, { size: 2, onError: () => undefined });
  try {
    for (const nodePort of nodePorts) await balancer.waitUntilUp(nodePort);
    const members = await makeMembers(db, url);
    const load = startLoad(url, (client) => requestsOf(client, members, url), { connections: CLIENTS });
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const index = restart % NODES;
      const nodePort = nodePorts[index] ?? 0;
      await nodes[index]?.stop();
      nodes[index] = await start(nodePort);
      await balancer.waitUntilUp(nodePort);
    }
    const result = await load.stop();
    for (const [failure, count] of balancer.failures()) console.log(`${count} × ${failure}`);
    return rowsOf(result, balancer.retries());
  } finally {
    await balancer.stop();
    await Promise.all(nodes.map((node) => node.stop()));
    await close();
  }
}

/** With the drain time that a start has by default. */
function startNode(databaseUrl: string, publicUrl: string, port: number): Promise<RunningApp> {
  return startApp(
    databaseUrl,
    { PUBLIC_URL: publicUrl, TRUST_PROXY: 'loopback', DRAIN_MILLISECONDS: '2500' },
    port,
  );
}

/** Three pages, six data and three writes. Every second client reads pages and lists as a visitor. */
export function requestsOf(client: number, members: readonly Member[], origin: string): BenchRequest[] {
  const member = members[client % members.length];
  if (member === undefined) throw new Error('No basic prompt to write to.');
  const { cookie, promptId } = member;
  const prompt = `/api/prompts/${promptId}`;
  const readAsMember = (path: string): BenchRequest => ({ method: 'GET', path, headers: { cookie } });
  const read = (path: string): BenchRequest =>
    client % 2 === 0 ? readAsMember(path) : { method: 'GET', path };
  const write = (method: 'POST' | 'DELETE', path: string, body?: () => string): BenchRequest => ({
    method,
    path,
    headers: { cookie, origin },
    ...(body ? { body } : {}),
  });
  return [
    read('/category/fitness'),
    read('/api/categories/fitness'),
    readAsMember(prompt),
    write('POST', `${prompt}/favorite`),
    read(`/prompt/${promptId}`),
    read('/api/prompts/search?q=strength'),
    readAsMember(`${prompt}/comments`),
    write('POST', `${prompt}/comments`, newComment),
    read('/'),
    read('/api/categories'),
    read('/api/prompts/top-rated'),
    write('DELETE', `${prompt}/favorite`),
  ];
}

function rowsOf(
  { requests, failures }: { requests: number; failures: number },
  retries: number,
): ResultRow[] {
  return [
    {
      label: `${RESTARTS} rolling restarts of ${NODES} nodes behind a balancer, ${CLIENTS} clients, 25 % writes, a third of the reads pages: failed requests`,
      result: `${failures} of ${requests.toLocaleString('en-US')}; the balancer sent ${retries} again`,
      threshold: '0',
      passes: failures === 0 && requests > 0,
    },
  ];
}
