import type pg from 'pg';
import { TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { withSchemaLock } from '#server/core/database/migrate.ts';
import { makeId } from '#server/core/ids.ts';
import { titleSortKey } from '#server/core/title-sort-key.ts';
import { rebuildSearchIndex, refreshSearchWords } from '#server/features/search/search.public.ts';
import { CATEGORIES } from './category-fixtures.ts';
import { makeRandom, makeVocabulary, makeZipf, VOCABULARY_SIZE } from './vocabulary.ts';

interface GeneratedPrompt {
  id: string;
  categoryId: string;
  topicId: string;
  title: string;
  summary: string;
  description: string;
  content: string;
  keywords: string[];
  tier: Tier;
  featured: boolean;
  createdAt: Date;
  copies: number;
  favorites: number;
  upvotes: number;
  downvotes: number;
}

/** Words of content by tier, as in content/: 80–200, 150–350, 250–600, 350–900. */
const CONTENT_WORDS: Record<Tier, [number, number]> = {
  basic: [80, 200],
  advanced: [150, 350],
  pro: [250, 600],
  engineer: [350, 900],
};

const BATCH = 1000;
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/**
 * Fills an empty, migrated database with a library of `count` prompts, the same on every machine: the seven
 * categories, words by Zipf's law, tiers 50/25/20/5, counters with many ties. Searchable when it returns.
 */
export async function generatePrompts(
  pool: pg.Pool,
  count: number,
): Promise<{ seconds: number; indexSeconds: number }> {
  const start = performance.now();
  let indexSeconds = 0;
  await withSchemaLock(pool, async (client) => {
    await insertCategories(client);
    // Built once at the end: filling an index row by row takes several times as long.
    const indexes = await dropIndexes(client);
    await insertAll(pool, client, count);
    for (const index of indexes) await client.query(index);
    const startOfIndex = performance.now();
    await client.query('begin');
    await rebuildSearchIndex(client);
    await client.query('commit');
    indexSeconds = (performance.now() - startOfIndex) / 1000;
    await refreshSearchWords(client);
    await client.query('vacuum analyze');
  });
  return { seconds: (performance.now() - start) / 1000, indexSeconds };
}

/** Two connections at work. */
async function insertAll(pool: pg.Pool, client: pg.PoolClient, count: number): Promise<void> {
  const next = makeGenerator(count);
  let created = 0;
  async function work(worker: pg.PoolClient): Promise<void> {
    while (created < count) {
      const size = Math.min(BATCH, count - created);
      const batch = Array.from({ length: size }, (_, offset) => next(created + offset));
      created += size;
      await insertPrompts(worker, batch);
    }
  }
  const second = await pool.connect();
  try {
    await Promise.all([work(client), work(second)]);
  } finally {
    second.release();
  }
}

async function insertCategories(client: pg.PoolClient): Promise<void> {
  const insert = (table: string, columns: string, values: unknown[]) =>
    client.query(
      `insert into ${table} (${columns}) values (${values.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing`,
      values,
    );
  for (const [position, [slug, { name, topics }]] of Object.entries(CATEGORIES).entries()) {
    const id = makeId(`category:${slug}`);
    const columns = 'id, slug, name, description, position';
    await insert('categories', columns, [id, slug, name, `Prompts about ${name}.`, position]);
    for (const [index, topic] of topics.entries()) {
      const category = [
        makeId(`topic:${slug}/${topic}`),
        topic,
        topic.replaceAll('-', ' '),
        `About ${topic}.`,
      ];
      await insert('topics', `${columns}, category_id`, [...category, index, id]);
    }
  }
}

/** @returns the statements that make them again */
async function dropIndexes(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
     where schemaname = current_schema() and tablename = 'prompt_stats'
       and indexdef not like 'CREATE UNIQUE%'`,
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}

function makeGenerator(count: number): (index: number) => GeneratedPrompt {
  const random = makeRandom(20_261_121);
  const vocabulary = makeVocabulary(random);
  const rank = makeZipf(VOCABULARY_SIZE, random);
  const topics = Object.entries(CATEGORIES).flatMap(([slug, category]) =>
    category.topics.map((topic) => ({ slug, topic })),
  );
  const words = (min: number, max: number) => {
    const length = min + Math.floor(random() * (max - min + 1));
    return Array.from({ length }, () => vocabulary[rank()] ?? '').join(' ');
  };
  return (index) => {
    const promptTopic = topics[Math.floor(random() * topics.length)] ?? {
      slug: 'fitness',
      topic: 'gym-strength',
    };
    const share = random();
    const tier = TIERS[share < 0.5 ? 0 : share < 0.75 ? 1 : share < 0.95 ? 2 : 3] ?? 'basic';
    // Most prompts have few copies, some have thousands, and many are equal: what real counters look like.
    const copies = Math.max(0, Math.floor(8 / (random() + 0.001)) - 8);
    return {
      id: makeId(`bench:${index}`),
      categoryId: makeId(`category:${promptTopic.slug}`),
      topicId: makeId(`topic:${promptTopic.slug}/${promptTopic.topic}`),
      title: `${words(4, 8)} ${index}`,
      summary: `${words(12, 25)}.`,
      description: `${words(25, 60)}.`,
      content: words(...CONTENT_WORDS[tier]),
      keywords: Array.from({ length: 8 }, () => words(1, 2)),
      tier,
      featured: random() < 0.08,
      createdAt: new Date(FIRST_DAY + Math.floor(random() * 1000) * DAY + index * Math.floor(DAY / count)),
      copies,
      favorites: Math.floor(copies * random() * 0.3),
      upvotes: Math.floor(copies * random() * 0.2),
      downvotes: Math.floor(copies * random() * 0.05),
    };
  };
}

async function insertPrompts(client: pg.PoolClient, prompts: readonly GeneratedPrompt[]): Promise<void> {
  const rows = prompts.map((prompt) => ({
    id: prompt.id,
    category_id: prompt.categoryId,
    topic_id: prompt.topicId,
    title: prompt.title,
    summary: prompt.summary,
    description: prompt.description,
    content: prompt.content,
    keywords: prompt.keywords,
    tier: prompt.tier,
    tier_rank: tierRank(prompt.tier),
    featured: prompt.featured,
    created_at: prompt.createdAt,
    title_key: titleSortKey(prompt.title),
    newest_key: -prompt.createdAt.getTime() * 1000,
    copy_count: prompt.copies,
    favorite_count: prompt.favorites,
    upvotes: prompt.upvotes,
    downvotes: prompt.downvotes,
    rating: wilsonRating(prompt.upvotes, prompt.downvotes),
  }));
  await client.query(
    `with given as materialized (
      select * from json_to_recordset($1::json) as r (
        id text, category_id text, topic_id text, title text, summary text, description text, content text,
        keywords text[], tier text, tier_rank smallint, featured boolean, created_at timestamptz, title_key text,
        newest_key bigint, copy_count integer, favorite_count integer, upvotes integer, downvotes integer,
        rating numeric)
    ), written as (
      insert into prompts (id, category_id, topic_id, title, summary, description, content, keywords, tier, featured,
        created_at, source, source_key, source_hash)
      select id, category_id, topic_id, title, summary, description, content, keywords, tier, featured, created_at,
        'bench', id, id from given
    )
    insert into prompt_stats (prompt_id, category_id, topic_id, tier_rank, featured, title_key, newest_key,
      copy_count, favorite_count, upvotes, downvotes, rating)
    select id, category_id, topic_id, tier_rank, featured, title_key, newest_key, copy_count, favorite_count,
      upvotes, downvotes, rating from given`,
    [JSON.stringify(rows)],
  );
}

/** The rating of a prompt: lower bound of the Wilson interval (z = 1.96) times five. */
function wilsonRating(up: number, down: number): string {
  const votes = up + down;
  if (votes === 0) return '0.00';
  const z2 = 1.96 ** 2;
  const share = up / votes;
  const spread = 1.96 * Math.sqrt((share * (1 - share) + z2 / (4 * votes)) / votes);
  return ((5 * (share + z2 / (2 * votes) - spread)) / (1 + z2 / votes)).toFixed(2);
}
