import { sql } from 'kysely';
import type { Tier } from '#contract/tiers.ts';
import { tierRank } from '#contract/tiers.ts';
import type { Db } from '../core/database/pool.ts';
import { makeId } from '../core/ids.ts';
import { titleKey } from '../core/title-key.ts';
import { indexPrompts, refreshSearchWords } from '../features/search/search.access.ts';

/** What a test says of a prompt; the factory fills in the rest. */
export interface Seed {
  title: string;
  /** `category/topic`. */
  place?: string;
  summary?: string;
  description?: string;
  content?: string;
  tier?: Tier;
  featured?: boolean;
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
  places: readonly string[] = [],
): Promise<void> {
  await seedShelves(db, [...new Set([...places, ...seeds.map(placeOf)])]);
  for (const seed of seeds) await seedPrompt(db, seed);
  await indexPrompts(
    db,
    seeds.map(({ title }) => seedId(title)),
  );
  await refreshSearchWords(db);
}

const placeOf = (seed: Seed) => seed.place ?? 'fitness/strength';

async function seedShelves(db: Db, places: readonly string[]): Promise<void> {
  for (const [position, place] of places.entries()) {
    const [category = '', topic = ''] = place.split('/');
    const shelf = (slug: string, id: string) => ({
      id,
      slug,
      name: nameOf(slug),
      description: `All of ${slug}.`,
      position,
    });
    const categoryId = makeId(`category:${category}`);
    await db
      .insertInto('categories')
      .values(shelf(category, categoryId))
      .onConflict((c) => c.doNothing())
      .execute();
    await db
      .insertInto('topics')
      .values({ ...shelf(topic, makeId(`topic:${place}`)), category_id: categoryId })
      .onConflict((c) => c.doNothing())
      .execute();
  }
}

async function seedPrompt(db: Db, seed: Seed): Promise<void> {
  const id = seedId(seed.title);
  const place = placeOf(seed);
  const shelf = {
    category_id: makeId(`category:${place.split('/')[0]}`),
    topic_id: makeId(`topic:${place}`),
  };
  const tier = seed.tier ?? 'basic';
  const createdAt = new Date(seed.createdAt ?? '2026-01-01T00:00:00Z');
  const featured = seed.featured ?? false;
  await db
    .insertInto('prompts')
    .values({
      id,
      ...shelf,
      title: seed.title,
      summary: seed.summary ?? 'A short line.',
      description: seed.description ?? 'When it helps.',
      content: seed.content ?? 'Do it for me.',
      variables: '[]',
      tier,
      featured,
      created_by: seed.createdBy ?? null,
      created_at: createdAt,
      source: 'test',
      source_key: id,
      source_hash: '',
    })
    .execute();
  await db
    .insertInto('prompt_stats')
    .values({
      prompt_id: id,
      ...shelf,
      tier_rank: tierRank(tier),
      featured,
      is_listed: seed.isListed ?? true,
      title_key: titleKey(seed.title),
      newest_key: BigInt(-createdAt.getTime()) * 1000n,
      copy_count: seed.copies ?? 0,
      favorite_count: seed.favorites ?? 0,
      upvotes: seed.upvotes ?? 0,
      rating: seed.rating ?? '0',
    })
    .execute();
}
