import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { openPool } from './pool.ts';
import { withTransactionRetry } from './transaction-retry.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'blank');
  await sql`create table things (id integer)`.execute(database.db);
});
afterAll(() => database.drop());

const open = (preparesStatements: boolean) =>
  openPool(database.connection, { size: 1, onError: () => undefined, preparesStatements });

async function preparedTexts({ pool }: Pick<TestDatabase, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement);
}

test('a statement is prepared once it was sent three times; one that varies, one too long, never', async () => {
  const { db, pool, close } = open(true);
  const long = `select ${Array.from({ length: 2000 }, () => '1 +').join(' ')} 1`;
  for (let round = 0; round < 4; round++) {
    await sql`select count(*) from things where id = ${round}`.execute(db);
    await sql`select ${sql.lit(round)}::integer`.execute(db);
    await sql.raw(long).execute(db);
  }
  expect(await preparedTexts({ pool })).toEqual(['select count(*) from things where id = $1']);
  await close();
});

test('no statement is prepared behind a pooler that cannot keep them', async () => {
  const { db, pool, close } = open(false);
  for (let round = 0; round < 4; round++) await sql`select count(*) from things`.execute(db);
  expect(await preparedTexts({ pool })).toEqual([]);
  await close();
});

test('a migration under a running process fails no query: plans are made anew, a transaction is run once more', async () => {
  const { db, close } = open(true);
  const ask = () => sql`select * from things`.execute(db);
  for (let round = 0; round < 4; round++) await ask();
  await sql`alter table things add column name text`.execute(database.db);
  await expect(ask()).resolves.toMatchObject({ rows: [] });

  for (let round = 0; round < 4; round++) await ask();
  await sql`alter table things add column note text`.execute(database.db);
  const transaction = () => db.transaction().execute((tx) => sql`select * from things`.execute(tx));
  await expect(withTransactionRetry(transaction)).resolves.toMatchObject({ rows: [] });
  await close();
});
