import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openPool } from '../../server/core/database/pool.ts';
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../../server/embedded-postgres/embedded-database.ts';
import { makeTestFolder } from '../../server/testing/test-folder.ts';
import { databaseUrl } from '../../server/testing/test-postgres.ts';
import { percentile } from '../constant-rate-load.ts';
import { send } from '../http-client.ts';
import { type Member, makeMembers, newComment } from '../members.ts';
import { type RunningApp, startApp } from '../processes.ts';

/** Of each kind. */
const PER_SECOND = 10;

/** What is asked all the time: a visitor's page (kept), a visitor's search (never kept), and a member's comment. */
type Kind = 'page' | 'search' | 'comment';

/** Of one kind since the last count: how many by status, 0 for no response; and times, milliseconds, in order. */
export interface Tally {
  statuses: Map<number, number>;
  times: number[];
}

export interface LoadedApp {
  app: RunningApp;
  database: EmbeddedDatabase;
  /** A connection of our own. */
  pool: pg.Pool;
  members: Member[];
  /** Counts from now on. @returns what was counted until now */
  count(): Record<Kind, Tally>;
  /** Until a comment is taken that was sent from now on. @returns milliseconds */
  untilWritten(): Promise<number>;
  /** Acknowledged comments that are not there, and all of them. */
  countLostWrites(): Promise<{ acknowledged: number; lost: number }>;
  stop(): Promise<void>;
}

/** A data folder of ours, with an app on it under a steady load. */
export async function startLoadedApp(
  options: { dataDir?: string; settings?: Record<string, string>; port?: number } = {},
): Promise<LoadedApp> {
  const folder = await makeTestFolder();
  const database = await startEmbeddedDatabase({
    dataDir: options.dataDir ?? folder.path,
    log: () => undefined,
  });
  const url = databaseUrl(database.connection);
  const app = await startApp(url, options.settings, options.port);
  const mode = options.settings?.['NODE_ENV'] ?? 'production';
  const { db, pool, close } = openPool({ connectionString: url }, { size: 2, onError: () => undefined });
  const members = await makeMembers(db, app.url, mode);
  const load = startTraffic(app, members, mode === 'development');
  return {
    app,
    database,
    pool,
    members,
    count: load.count,
    untilWritten: load.waitForNextWrite,
    async countLostWrites() {
      const { rows } = await pool.query<{ content: string }>('select content from comments');
      const stored = new Set(rows.map(({ content }) => content));
      const lost = [...load.acknowledged].filter((content) => !stored.has(content)).length;
      return { acknowledged: load.acknowledged.size, lost };
    },
    async stop() {
      await load.stop();
      await app.stop();
      await close();
      await database.stop();
      await folder.remove();
    },
  };
}

function emptyTally(): Record<Kind, Tally> {
  const tally = (): Tally => ({ statuses: new Map(), times: [] });
  return { page: tally(), search: tally(), comment: tally() };
}

function startTraffic({ url }: RunningApp, members: readonly Member[], isDevelopment: boolean) {
  const port = Number(new URL(url).port);
  const agent = new Agent({ keepAlive: true });
  const origin = isDevelopment ? url : url.replace('127.0.0.1', 'localhost');
  const acknowledged = new Set<string>();
  let tallies = emptyTally();
  let isStopped = false;
  let lastWritten = 0;
  const pending = new Set<Promise<void>>();

  const requestOf = (kind: Kind, index: number) => {
    if (kind === 'page') return { method: 'GET', url: '/category/fitness', headers: {} };
    if (kind === 'search') {
      return { method: 'GET', url: `/api/prompts/search?q=plan%20${index}`, headers: {} };
    }
    const { cookie = '', promptId = '' } = members[index % members.length] ?? {};
    const headers = { cookie, origin, 'content-type': 'application/json' };
    return { method: 'POST', url: `/api/prompts/${promptId}/comments`, headers, payload: newComment() };
  };
  async function ask(kind: Kind, index: number): Promise<void> {
    const request = requestOf(kind, index);
    const { statuses, times } = tallies[kind];
    const sentAt = performance.now();
    const status = await send(port, request, agent).then(
      ({ statusCode }) => statusCode,
      () => 0,
    );
    times.push(performance.now() - sentAt);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (kind !== 'comment' || status >= 300 || status === 0) return;
    acknowledged.add(JSON.parse(request.payload ?? '{}').content);
    lastWritten = Math.max(lastWritten, sentAt);
  }
  async function run(): Promise<void> {
    for (let index = 0; !isStopped; index += 1) {
      for (const kind of ['page', 'search', 'comment'] as const) {
        const call = ask(kind, index).finally(() => pending.delete(call));
        pending.add(call);
      }
      await sleep(1000 / PER_SECOND);
    }
    await Promise.all(pending);
    agent.destroy();
  }
  const running = run();
  return {
    acknowledged,
    count() {
      const counted = tallies;
      tallies = emptyTally();
      for (const { times } of Object.values(counted)) times.sort((a, b) => a - b);
      return counted;
    },
    async waitForNextWrite() {
      const since = performance.now();
      while (lastWritten < since) {
        if (performance.now() - since > 120_000) throw new Error('No comment was accepted for two minutes.');
        await sleep(2);
      }
      return performance.now() - since;
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** `90 × 503, 3 × 201`; and the slowest answer. */
export function formatTally({ statuses, times }: Tally): string {
  const counts = [...statuses].sort(([a], [b]) => a - b);
  const text = counts.map(([status, times]) => `${times} × ${status === 0 ? 'no response' : status}`);
  return `${text.join(', ') || 'none'}, slowest ${Math.round(percentile(times, 1))} ms`;
}

/** Whether nothing was answered by anything but these. */
export const hasOnlyStatuses = ({ statuses }: Tally, allowed: readonly number[]): boolean =>
  [...statuses.keys()].every((status) => allowed.includes(status));
