import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate, withSchemaLock } from '#server/core/database/migrate.ts';
import { createContentFolder, LIBRARY_YAML, promptFile } from '#server/testing/content-folder.ts';
import { createFeatureApp, type FeatureApp } from '#server/testing/feature-app.ts';
import { seedPrompts } from '#server/testing/seed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { makeName, runAsAdmin } from '#server/testing/test-postgres.ts';
import { generatePrompts } from '../../../bench/generate-prompts.ts';
import { loadLibrary } from '../library/library.loading.ts';
import { indexPrompts, isIndexIncomplete, rebuildSearchIndex } from './search.index.queries.ts';

const server = inject('testServer');
/** Makes roles and other people's extensions, which the app's own may not. */
const superuser = { connection: { ...server.connection, user: 'postgres' } };
const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations');

/** A word of many, two of them, one that is joined, one that is misspelled, one left out. */
const TEXTS = ['steps', 'budget plan', 'to-do', 'bugdet', 'steps -plan', 'harbor'];

async function searchAll(app: FeatureApp): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const q of TEXTS) {
    const urls = [
      ...['relevance', 'popular', 'title'].map(
        (sort) => `/api/prompts/search?limit=20&sortBy=${sort}&q=${encodeURIComponent(q)}`,
      ),
      `/api/prompts/search/counts?q=${encodeURIComponent(q)}`,
    ];
    const read = async (url: string) => {
      const { payload, statusCode, headers } = await app.get(url, 'advanced');
      expect([url, statusCode]).toEqual([url, 200]);
      return [url, headers['x-total-count'], headers['x-search-corrected'], payload];
    };
    found.push(...(await Promise.all(urls.map(read))));
  }
  return found;
}

type Queries = Pick<pg.ClientBase, 'query'>;

async function rebuild(
  database: TestDatabase,
  wrap: (client: pg.PoolClient) => Queries = (client) => client,
) {
  await withSchemaLock(database.pool, async (client) => {
    await client.query('begin');
    await rebuildSearchIndex(wrap(client));
    await client.query('commit');
  });
}

describe('rebuilding the search index', () => {
  let database: TestDatabase;
  let app: FeatureApp;

  beforeAll(async () => {
    database = await createTestDatabase(server, 'empty');
    app = await createFeatureApp(database.db);
    await generatePrompts(database.pool, 150);
    await seedPrompts(database.db, [
      { title: 'A to-do list', topic: 'garden/soil', keywords: ['todo', 'café'], copies: 4, rating: '3.10' },
      { title: 'Harbor of lights', topic: 'garden/soil', tier: 'pro', content: 'budget' },
      { title: 'Gone harbor', topic: 'garden/soil', isListed: false },
    ]);
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  test('leaves the results the same, however often', async () => {
    const found = await searchAll(app);
    for (let time = 0; time < 2; time++) {
      await rebuild(database);
      expect(await searchAll(app)).toEqual(found);
    }
    expect(await isIndexIncomplete(database.pool)).toBe(false);
  });

  test('removes everything of the earlier index', async () => {
    const sizes = async () => {
      const { rows } = await database.pool.query(
        'select (select count(*) from search_postings) as postings, (select count(*) from search_prompts) as prompts',
      );
      return rows;
    };
    await rebuild(database);
    const before = await sizes();
    const { rows } = await database.pool.query<{ id: string }>(
      'select prompt_id as id from search_prompts limit 20',
    );
    await indexPrompts(
      database.db,
      rows.map(({ id }) => id),
    );
    expect(await sizes()).not.toEqual(before);
    await rebuild(database);
    expect(await sizes()).toEqual(before);
  });

  test('skips the outdated entries of a changed prompt in phrases', async () => {
    const { rows } = await database.pool.query<{ id: string; content: string }>(
      `select id, content from prompts where tier = 'basic' and content ~ '^[A-Za-z]+ [a-z]+ [a-z]+' limit 1`,
    );
    const { id = '', content = '' } = rows[0] ?? {};
    const phrase = `"${content.split(' ').slice(0, 3).join(' ')}"`;
    await indexPrompts(database.db, [id]);
    const { statusCode, payload } = await app.get(
      `/api/prompts/search?limit=100&q=${encodeURIComponent(phrase)}`,
      'basic',
    );
    expect([phrase, statusCode, payload.includes(id)]).toEqual([phrase, 200, true]);
  });

  test('does not block searches and writes', async () => {
    const found = await searchAll(app);
    let statements = 0;
    await rebuild(database, (client) => {
      const query = async (...args: Parameters<pg.ClientBase['query']>) => {
        // With the locks of everything before: another connection searches, copies are counted.
        expect((await app.get('/api/prompts/search?q=steps&sortBy=relevance')).statusCode).toBe(200);
        await database.pool.query('update prompt_stats set copy_count = copy_count');
        statements += 1;
        return client.query(...args);
      };
      return { query } as Queries;
    });
    expect(statements).toBeGreaterThan(6);
    expect(await searchAll(app)).toEqual(found);
  });

  test('keeps the earlier index when it fails', async () => {
    const found = await searchAll(app);
    const refused = withSchemaLock(database.pool, async (client) => {
      await client.query('begin');
      await rebuildSearchIndex(client);
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await searchAll(app)).toEqual(found);
  });

  test('works for a role that does not own the tables', async () => {
    const role = makeName('role');
    await runAsAdmin(superuser, `create role ${role}`);
    await runAsAdmin(superuser, `grant ${role} to ${server.connection.user}`);
    const found = await searchAll(app);
    try {
      await database.pool.query(`grant usage on schema public to ${role};
        grant select, insert, update, delete on all tables in schema public to ${role}`);
      await withSchemaLock(database.pool, async (client) => {
        await client.query(`set role ${role}`);
        await client.query('begin');
        await rebuildSearchIndex(client);
        await client.query('commit');
      });
      expect(await isIndexIncomplete(database.pool)).toBe(false);
      expect(await searchAll(app)).toEqual(found);
    } finally {
      await database.pool.query(`drop owned by ${role}`);
      await runAsAdmin(superuser, `drop role ${role}`);
    }
  });

  test('keeps both of two concurrent changes', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select prompt_id as id from search_prompts order by 1 limit 2',
    );
    await Promise.all(
      rows.map(({ id }) => database.db.transaction().execute((tx) => indexPrompts(tx, [id]))),
    );
    expect(await isIndexIncomplete(database.pool)).toBe(false);
    const after = await database.pool.query(
      'select count(distinct number)::integer as numbers from search_prompts',
    );
    const all = await database.pool.query(
      'select count(*)::integer as numbers from prompt_stats where is_listed',
    );
    expect(after.rows).toEqual(all.rows);
  });
});

const FORMER_TABLES = `
  create table prompt_search (prompt_id text primary key);
  create table search_words (word text primary key);
  create text search configuration promptarium_english (copy = pg_catalog.english);
  create text search configuration promptarium_plain (copy = pg_catalog.simple)`;

const BEFORE = `
  drop table search_index, search_prompts, search_postings;
  create table search_documents (prompt_id text primary key);
  create text search configuration search_english (copy = pg_catalog.english);
  create text search configuration search_plain (copy = pg_catalog.simple);
  delete from schema_migrations where name in ('0030-search-postings.sql', '0032-search-documents.sql')`;

test('a database from before this index is migrated and filled at the next start', async () => {
  const database = await createTestDatabase(server, 'empty');
  const folder = await createContentFolder();
  const app = await createFeatureApp(database.db);
  const load = () => loadLibrary({ pool: database.pool, contentDir: folder.path });
  try {
    await folder.write('library.yaml', LIBRARY_YAML);
    await folder.write('garden/herbs/mint.md', promptFile({ title: 'Mint' }));
    await folder.write('garden/herbs/basil.md', promptFile({ title: 'Basil' }));
    await load();
    await database.pool.query(BEFORE);
    await database.pool.query(FORMER_TABLES);

    expect(await migrate(database.pool, MIGRATIONS)).toEqual([
      '0030-search-postings.sql',
      '0032-search-documents.sql',
    ]);
    expect(await isIndexIncomplete(database.pool)).toBe(true);
    expect(await load()).toMatchObject({ added: 0, changed: 0, unchanged: 2, retired: 0 });
    expect(await isIndexIncomplete(database.pool)).toBe(false);
    const response = await app.get('/api/prompts/search?q=mnit');
    expect([decodeURIComponent(String(response.headers['x-search-corrected'])), response.json()]).toEqual([
      'mint',
      [expect.objectContaining({ title: 'Mint' })],
    ]);
    const former = await database.pool.query(
      `select from pg_class where relname in ('prompt_search', 'search_words', 'search_documents')`,
    );
    expect(former.rowCount).toBe(0);
    expect(await migrate(database.pool, MIGRATIONS)).toEqual([]);
  } finally {
    await app.close();
    await folder.drop();
    await database.drop();
  }
});
