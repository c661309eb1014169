import { sql } from 'kysely';
import type { Variable } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';
import { tierRank } from '#contract/tiers.ts';
import type { Db } from '../core/database/pool.ts';
import { makeId } from '../core/ids.ts';
import { titleSortKey } from '../core/title-sort-key.ts';
import { indexPrompts, refreshSearchWords } from '../features/search/search.public.ts';

/** The fields a test cares about; the factory fills in the rest. */
export interface Seed {
  title: string;
  /** `category/topic`. */
  topic?: string;
  summary?: string;
  description?: string;
  content?: string;
  variables?: Variable[];
  tier?: Tier;
  featured?: boolean;
  keywords?: string[];
  copies?: number;
  favorites?: number;
  upvotes?: number;
  rating?: string;
  createdAt?: string;
  createdBy?: string;
  isListed?: boolean;
}

/** The id a seed of this title gets. */
export const seedId = (title: string) => makeId(`seed:${title}`);

/** Opens one prompt to one member, as a paid order does. */
export async function grantPrompt(db: Db, memberId: string, title: string): Promise<void> {
  const id = makeId(`order:${memberId}:${title}`);
  await sql`
    with ordered as (
      insert into orders (id, user_id, client_key, state, goal, context, result, prompt_id, amount_cents, currency)
      values (${id}, ${memberId}, gen_random_uuid(), 'received', 'g', 'c', 'r', ${seedId(title)}, 9900, 'usd')
      returning id
    )
    insert into prompt_grants (user_id, prompt_id, order_id)
    select ${memberId}, ${seedId(title)}, id from ordered`.execute(db);
}

/** "content-creation" → "Content Creation". */
const nameOf = (slug: string) =>
  slug.replace(/(?:^|-)(.)/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim();

/** Writes categories and topics as they are named, in that order, then the prompts, searchable. */
export async function seedPrompts(
  db: Db,
  seeds: readonly Seed[],
  topics: readonly string[] = [],
): Promise<void> {
  await seedTopics(db, [...new Set([...topics, ...seeds.map(topicOf)])]);
  if (seeds.length > 0) {
    await db.insertInto('prompts').values(seeds.map(promptRow)).execute();
    await db.insertInto('prompt_versions').values(seeds.map(versionRow)).execute();
    await db.insertInto('prompt_stats').values(seeds.map(statsRow)).execute();
  }
  await indexPrompts(
    db,
    seeds.map(({ title }) => seedId(title)),
  );
  await refreshSearchWords(db);
}

const topicOf = (seed: Seed) => seed.topic ?? 'fitness/strength';

async function seedTopics(db: Db, topics: readonly string[]): Promise<void> {
  for (const [position, path] of topics.entries()) {
    const [category = '', topic = ''] = path.split('/');
    const row = (slug: string, id: string) => ({
      id,
      slug,
      name: nameOf(slug),
      description: `All of ${slug}.`,
      position,
    });
    const categoryId = makeId(`category:${category}`);
    await db
      .insertInto('categories')
      .values(row(category, categoryId))
      .onConflict((c) => c.doNothing())
      .execute();
    await db
      .insertInto('topics')
      .values({ ...row(topic, makeId(`topic:${path}`)), category_id: categoryId })
      .onConflict((c) => c.doNothing())
      .execute();
  }
}

/** What both tables have of a prompt. */
function sharedColumns(seed: Seed) {
  const topic = topicOf(seed);
  return {
    category_id: makeId(`category:${topic.split('/')[0]}`),
    topic_id: makeId(`topic:${topic}`),
    featured: seed.featured ?? false,
  };
}

const createdAt = (seed: Seed) => new Date(seed.createdAt ?? '2026-01-01T00:00:00Z');

function promptRow(seed: Seed) {
  const id = seedId(seed.title);
  return {
    id,
    ...sharedColumns(seed),
    title: seed.title,
    summary: seed.summary ?? 'A short line.',
    description: seed.description ?? 'When it helps.',
    content: seed.content ?? 'Do it for me.',
    variables: JSON.stringify(seed.variables ?? []),
    tier: seed.tier ?? 'basic',
    keywords: seed.keywords ?? [],
    created_by: seed.createdBy ?? null,
    created_at: createdAt(seed),
    source: 'test',
    source_key: id,
    source_hash: '',
  };
}

function versionRow(seed: Seed) {
  const { id, title, content, variables, created_at } = promptRow(seed);
  return { prompt_id: id, number: 1, title, content, variables, change: null, created_at };
}

function statsRow(seed: Seed) {
  return {
    prompt_id: seedId(seed.title),
    ...sharedColumns(seed),
    tier_rank: tierRank(seed.tier ?? 'basic'),
    is_listed: seed.isListed ?? true,
    title_key: titleSortKey(seed.title),
    newest_key: BigInt(-createdAt(seed).getTime()) * 1000n,
    copy_count: seed.copies ?? 0,
    favorite_count: seed.favorites ?? 0,
    upvotes: seed.upvotes ?? 0,
    rating: seed.rating ?? '0',
  };
}
