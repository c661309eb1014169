import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from './core/database/pool.ts';
import { currentBudget, withNewBudget } from './core/database/time-budget.ts';
import { type Connections, openConnections } from './process.connections.ts';
import {
  type DebianPostgres,
  type DebianReplica,
  hasDebianPostgres,
  startDebianPostgres,
} from './testing/debian-postgres.ts';
import { runAsAdmin } from './testing/test-postgres.ts';
import { waitUntil } from './testing/wait-until.ts';

/** Milliseconds. */
const MAX_LAG = 1500;

let primary: DebianPostgres;
let replica: DebianReplica;
let connections: Connections;

/** As a visitor's request reads. */
const asVisitor = <Result>(work: () => Promise<Result>) =>
  withNewBudget(() => {
    const budget = currentBudget();
    if (budget) budget.mayReadReplica = true;
    return work();
  });

const isReplica = async (db: Pick<Db, 'getExecutor'>) =>
  (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is;

const visitorReadsReplica = () => asVisitor(async () => (await isReplica(connections.db)) === true);

const add = (id: number) => sql`insert into things values (${id})`.execute(connections.db);

const isThere = (id: number) =>
  asVisitor(async () => {
    const { rows } = await sql`select 1 from things where id = ${id}`.execute(connections.db);
    return rows.length === 1;
  });

describe.runIf(hasDebianPostgres())('a streaming replica', () => {
  beforeAll(async () => {
    primary = await startDebianPostgres();
    await runAsAdmin(primary, 'create database app');
    replica = await primary.startReplica();
    const connectionTo = (server: DebianPostgres | DebianReplica) => ({
      ...server.connection,
      database: 'app',
    });
    const connection = connectionTo(primary);
    connections = openConnections(
      { connection, direct: connection, replica: { connection: connectionTo(replica), maxLag: MAX_LAG } },
      { databasePoolSize: 3, databasePreparesStatements: true },
      () => Fastify().log,
    );
    await sql`create table things (id integer)`.execute(connections.db);
    connections.allowReplica();
    await waitUntil('the replica answers', visitorReadsReplica);
  });
  afterAll(async () => {
    await connections.close();
    await replica.stop();
    await primary.stop();
  });

  test('answers visitors; members, transactions and writes are the primary’s', async () => {
    expect(await isReplica(connections.db)).toBe(false);
    const inTransaction = asVisitor(() => connections.db.transaction().execute(isReplica));
    expect(await inTransaction).toBe(false);
    // Whatever reads also writes: refused there, done here.
    await asVisitor(() => add(1));
    await waitUntil('the row is there', () => isThere(1));
  });

  test('does not answer when a change of the library has not arrived there, or nothing for too long', async () => {
    const changes: unknown[] = [];
    connections.listen((tags) => changes.push(tags));
    await waitUntil('listening', () => changes.length > 0);
    await waitUntil('the replica answers', visitorReadsReplica);
    await runAsAdmin(
      { connection: { ...replica.connection, user: 'postgres' } },
      'select pg_wal_replay_pause()',
    );
    await add(2);
    expect(await isThere(2)).toBe(false);
    await sql`select pg_notify('catalog_changed', 'library')`.execute(connections.db);
    await waitUntil('the change', () => changes.includes(undefined) && changes.length > 1);
    expect(await isThere(2)).toBe(true);
    await runAsAdmin(
      { connection: { ...replica.connection, user: 'postgres' } },
      'select pg_wal_replay_resume()',
    );
    await waitUntil('it answers again', visitorReadsReplica);
    await runAsAdmin(
      { connection: { ...replica.connection, user: 'postgres' } },
      'select pg_wal_replay_pause()',
    );
    await add(3);
    const waited = await waitUntil('it is too old', () => isThere(3));
    expect(waited).toBeLessThan(MAX_LAG + 1500);
    await runAsAdmin(
      { connection: { ...replica.connection, user: 'postgres' } },
      'select pg_wal_replay_resume()',
    );
    await waitUntil('it answers again', visitorReadsReplica);
  });

  test('that is down fails no request', async () => {
    expect(await visitorReadsReplica()).toBe(true);
    replica.kill();
    expect(await visitorReadsReplica()).toBe(false);
    expect(await visitorReadsReplica()).toBe(false);
  });
});
