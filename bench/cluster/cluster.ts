import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import {
  type DebianPostgres,
  type DebianReplica,
  startDebianPostgres,
} from '../../server/testing/debian-postgres.ts';
import { makeTestFolder } from '../../server/testing/test-folder.ts';
import { databaseUrl, runAsAdmin } from '../../server/testing/test-postgres.ts';
import { type RunningApp, startApp } from '../processes.ts';
import { type HaProxy, requirePrograms, startHaProxy, startPgBouncer } from './haproxy-pgbouncer.ts';

export const NODES = 3;
export const NAME = 'promptarium';

/** Searches a minute and address, of all nodes together. */
export const SEARCH_LIMIT = 300;

/** Three nodes behind HAProxy, on PgBouncer, a primary and a streaming replica; everything on this machine. */
export interface Cluster {
  /** The address for clients. */
  url: string;
  nodes: RunningApp[];
  balancer: HaProxy;
  /** Bypasses PgBouncer. */
  primaryUrl: string;
  primary: DebianPostgres;
  replica: DebianReplica;
  startNode(index: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  requirePrograms();
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    const folder = await makeTestFolder();
    closers.push(folder.remove);
    const primary = await startDebianPostgres();
    closers.push(primary.stop);
    await runAsAdmin(primary, `create database ${NAME}`);
    for (const setting of ["statement_timeout = '5s'", "lock_timeout = '2s'"])
      await runAsAdmin(primary, `alter role ${primary.connection.user} set ${setting}`);
    const replica = await primary.startReplica();
    closers.push(replica.stop);
    const [port = 0, poolerPort = 0, ...nodePorts] = await ports(2 + NODES);
    const { user, password } = primary.connection;
    const pooler = await startPgBouncer({
      folder: join(folder.path, 'pgbouncer'),
      port: poolerPort,
      primary: primary.connection.host,
      replica: replica.connection.host,
      login: { user, password },
    });
    closers.push(pooler.stop);
    const url = `http://127.0.0.1:${port}`;
    const primaryUrl = databaseUrl({ ...primary.connection, database: NAME });
    const throughPooler = (name: string) =>
      `postgresql://${user}:${password}@127.0.0.1:${poolerPort}/${name}`;
    const settings = {
      PUBLIC_URL: url,
      TRUST_PROXY: 'loopback',
      DRAIN_MILLISECONDS: '2500',
      DATABASE_DIRECT_URL: primaryUrl,
      DATABASE_REPLICA_URL: throughPooler(`${NAME}_replica`),
      DATABASE_PREPARED_STATEMENTS: String(pooler.keepsStatements),
      RATE_LIMIT_STORE: 'database',
      SEARCH_RATE_LIMIT: String(SEARCH_LIMIT),
    };
    const nodes: RunningApp[] = [];
    const startNode = async (index: number) => {
      nodes[index] = await startApp(throughPooler(NAME), settings, nodePorts[index]);
    };
    closers.push(() => Promise.all(nodes.map((node) => node.stop())));
    for (const index of nodePorts.keys()) await startNode(index);
    const balancer = await startHaProxy({ folder: folder.path, port, nodePorts });
    closers.push(balancer.stop);
    await balancer.untilUp(NODES);
    return { url, nodes, balancer, primaryUrl, primary, replica, startNode, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ports(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) found.push(await freePort());
  return found;
}
