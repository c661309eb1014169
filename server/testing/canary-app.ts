import pg from 'pg';
import { inject } from 'vitest';
import type { Tier } from '#contract/tiers.ts';
import { indexPrompts, refreshSearchWords } from '../features/search/search.public.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { createTestDatabase, type TestDatabase, templateName } from './test-database.ts';
import type { TestPostgres } from './test-postgres.ts';

interface CanaryPrompt {
  id: string;
  tier: Tier;
}

/** The word a prompt's text is given, and what finds any of them in a response. */
export const wordOf = ({ id, tier }: CanaryPrompt) => `zq${tier}canary${id}`;
export const ANY_WORD = /zq(basic|advanced|pro|engineer)canary[a-z2-7]{12}/gi;

/** The real app with the whole library, in which every text carries a word that is nowhere else. */
export interface CanaryApp {
  app: TestApp;
  database: TestDatabase;
  prompts: CanaryPrompt[];
  locked: CanaryPrompt[];
  /** What a visitor is sent, and the words of texts in it, headers included. */
  wordsIn(url: string): Promise<{ status: number; text: string; words: string[] }>;
  logLines: string[];
  close(): Promise<void>;
}

export async function createCanaryApp(): Promise<CanaryApp> {
  const server = inject('testServer');
  await makeTemplate(server);
  const database = await createTestDatabase(server, 'canary');
  const { rows: prompts } = await database.pool.query<CanaryPrompt>(
    'select id, tier from prompts order by id',
  );
  const logLines: string[] = [];
  const app = await createTestApp({
    // Of its own database it uses nothing but the pool.
    template: 'empty',
    dependencies: { db: database.db, logStream: { write: (line) => logLines.push(line) } },
    settings: { logLevel: 'info' },
  });
  return {
    app,
    database,
    prompts,
    locked: prompts.filter(({ tier }) => tier !== 'basic'),
    async wordsIn(url) {
      const { headers, payload, statusCode } = await app.get(url);
      const words = `${JSON.stringify(headers)}\n${payload}`.match(ANY_WORD) ?? [];
      return { status: statusCode, text: payload, words };
    },
    logLines,
    async close() {
      await app.close();
      await database.drop();
    },
  };
}

/** It takes seconds, so the first file of a run makes it, and the others wait for that. */
async function makeTemplate(server: TestPostgres): Promise<void> {
  const admin = new pg.Client({ ...server.connection, database: 'postgres' });
  await admin.connect();
  try {
    await admin.query(`select pg_advisory_lock(hashtext('canary'))`);
    const name = templateName('canary');
    const { rows } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rows.length > 0) return;
    const database = await createTestDatabase(server);
    await writeWords(database);
    const made = await database.pool.query<{ name: string }>('select current_database() as name');
    await database.close();
    await admin.query(`alter database ${made.rows[0]?.name} rename to ${name}`);
  } finally {
    await admin.end();
  }
}

async function writeWords({ pool }: TestDatabase): Promise<void> {
  // At both ends: what is cut out of a text must not show it either.
  const { rows } = await pool.query<{ id: string }>(
    `update prompts set content = 'zq' || tier || 'canary' || id || ' ' || content || ' zq' || tier || 'canary' || id,
       variables = jsonb_build_array(jsonb_build_object('name', 'x', 'label', 'zq' || tier || 'canary' || id, 'type', 'text'))
     returning id`,
  );
  await pool.query(
    `update prompt_versions v set content = p.content, variables = p.variables from prompts p where p.id = v.prompt_id`,
  );
  const client = await pool.connect();
  try {
    // More at once than the app ever indexes while it serves.
    await client.query('set statement_timeout = 0');
    await indexPrompts(
      client,
      rows.map(({ id }) => id),
    );
    await refreshSearchWords(client);
    // Twice its size otherwise, and searched three times as slowly.
    await client.query('vacuum (full, analyze)');
  } finally {
    client.release(true);
  }
}
