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
import { isIndexIncomplete, rebuildSearchIndex } from './search.index.queries.ts';

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

/** Everything PostgreSQL knows of the table but its number. */
async function describeTable({ pool }: TestDatabase): Promise<unknown[]> {
  const results = await Promise.all(
    [
      `select indexname, indexdef from pg_indexes where tablename = 'search_documents' order by 1`,
      `select conname, contype, pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = 'search_documents'::regclass order by 1`,
      `select attname, attnum, format_type(atttypid, atttypmod) as type, attnotnull, attstorage, collname
       from pg_attribute left join pg_collation c on c.oid = attcollation
       where attrelid = 'search_documents'::regclass and attnum > 0 order by attnum`,
      `select relname, reloptions, relpersistence, pg_get_userbyid(relowner) as owner, reltuples::integer as rows
       from pg_class where relname like 'search_documents%' order by 1`,
      `select bracket, count(*) from search_documents group by 1 order by 1`,
      `select grantee::regrole::text, privilege_type from pg_class, aclexplode(relacl)
       where oid = 'search_documents'::regclass order by 1, 2`,
    ].map((text) => pool.query(text)),
  );
  return results.map(({ rows }) => rows);
}

describe('the index built anew', () => {
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
    await database.pool.query('analyze search_documents; grant select on search_documents to public');
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  test('finds the same, and has the names, constraints, settings and grants of the one before', async () => {
    const [found, table] = [await searchAll(app), await describeTable(database)];
    for (let time = 0; time < 2; time++) {
      await rebuild(database);
      expect(await searchAll(app)).toEqual(found);
      expect(await describeTable(database)).toEqual(table);
    }
    expect(await isIndexIncomplete(database.pool)).toBe(false);
  });

  test('holds nobody up until it takes its place', async () => {
    const found = await searchAll(app);
    let statements = 0;
    await rebuild(database, (client) => {
      let isReplaced = false;
      const query = async (...args: Parameters<pg.ClientBase['query']>) => {
        isReplaced ||= String(args[0]).startsWith('drop table');
        if (!isReplaced) {
          // With the locks of everything before: another connection searches, copies are counted.
          expect((await app.get('/api/prompts/search?q=steps&sortBy=relevance')).statusCode).toBe(200);
          await database.pool.query('update prompt_stats set copy_count = copy_count');
          statements += 1;
        }
        return client.query(...args);
      };
      return { query } as Queries;
    });
    expect(statements).toBeGreaterThan(10);
    expect(await searchAll(app)).toEqual(found);
  });

  test('that is refused leaves the one before', async () => {
    const found = await searchAll(app);
    const refused = withSchemaLock(database.pool, async (client) => {
      await client.query('begin');
      await rebuildSearchIndex(client);
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await searchAll(app)).toEqual(found);
  });

  test('is written row by row by a role that does not own the tables', async () => {
    const role = makeName('role');
    await runAsAdmin(superuser, `create role ${role}`);
    await runAsAdmin(superuser, `grant ${role} to ${server.connection.user}`);
    const found = await searchAll(app);
    try {
      await database.pool.query(`grant usage on schema public to ${role};
        grant select, insert, update, delete on all tables in schema public to ${role};
        delete from search_documents`);
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
});

/** Made by 0001 in its earlier form. */
const OLD_INDEX = `
  create extension pg_trgm;
  create extension unaccent;
  create text search configuration promptarium_english (copy = pg_catalog.english);
  alter text search configuration promptarium_english alter mapping for hword, hword_part, word with unaccent, english_stem;
  create text search configuration promptarium_plain (copy = pg_catalog.simple);
  alter text search configuration promptarium_plain alter mapping for hword, hword_part, word with unaccent, simple;
  create table prompt_search (
    prompt_id text primary key references prompts (id) on delete cascade,
    category_id text not null, topic_id text not null, tier_rank smallint not null,
    title_document tsvector not null, public_document tsvector not null, full_document tsvector not null
  ) with (toast_tuple_target = 128);
  alter table prompt_search alter column title_document set storage plain;
  create index prompt_search_title on prompt_search using gin (title_document) with (fastupdate = off);
  create index prompt_search_public on prompt_search using gin (public_document) with (fastupdate = off);
  create index prompt_search_full on prompt_search using gin (full_document) with (fastupdate = off);
  insert into prompt_search select id, category_id, topic_id, 0, to_tsvector('promptarium_english', title),
    to_tsvector('promptarium_english', summary), to_tsvector('promptarium_english', content) from prompts;
  create table search_words (word text primary key, prompts integer not null);
  create index search_words_similar on search_words using gin (word gin_trgm_ops);
  insert into search_words values ('old', 1)`;

const NEW_INDEX = `
  drop table search_documents, search_vocabulary, prompt_requests;
  drop text search configuration search_english, search_plain;
  delete from schema_migrations where name = '0009-search.sql'`;

/** As a process of the version before searches. */
const OLD_SEARCH = `
  select title from prompt_search d join prompts p on p.id = d.prompt_id
  where title_document @@ websearch_to_tsquery('promptarium_english', 'mint')
    and exists (select from search_words where word % 'olt')`;

test('a database from before this index is migrated and filled at the next start, and old processes go on searching', async () => {
  const database = await createTestDatabase(server, 'empty');
  const folder = await createContentFolder();
  const app = await createFeatureApp(database.db);
  const load = () => loadLibrary({ pool: database.pool, contentDir: folder.path });
  try {
    await folder.write('library.yaml', LIBRARY_YAML);
    await folder.write('garden/herbs/mint.md', promptFile({ title: 'Mint' }));
    await folder.write('garden/herbs/basil.md', promptFile({ title: 'Basil' }));
    await load();
    await database.pool.query(NEW_INDEX);
    await database.pool.query(OLD_INDEX);

    expect(await migrate(database.pool, MIGRATIONS)).toEqual(['0009-search.sql']);
    expect(await isIndexIncomplete(database.pool)).toBe(true);
    expect(await load()).toMatchObject({ added: 0, changed: 0, unchanged: 2, retired: 0 });
    expect(await isIndexIncomplete(database.pool)).toBe(false);
    const response = await app.get('/api/prompts/search?q=mnit');
    expect([decodeURIComponent(String(response.headers['x-search-corrected'])), response.json()]).toEqual([
      'mint',
      [expect.objectContaining({ title: 'Mint' })],
    ]);
    expect((await database.pool.query(OLD_SEARCH)).rows).toEqual([{ title: 'Mint' }]);
    expect(await migrate(database.pool, MIGRATIONS)).toEqual([]);
  } finally {
    await app.close();
    await folder.drop();
    await database.drop();
  }
});
