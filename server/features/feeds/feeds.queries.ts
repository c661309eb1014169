import { sql } from 'kysely';
import type { Tier } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';

/** What anybody may know of a prompt, as in lists; never its text, nor what changed in it. */
export interface FeedEntry {
  id: string;
  title: string;
  summary: string;
  description: string;
  tier: Tier;
  version: number;
  createdAt: Date;
  /** When title, text or variables last changed. */
  changedAt: Date;
  categorySlug: string;
  topicSlug: string;
  topicName: string;
}

/** Readers ask every hour or so; this is what they show. */
const ENTRIES = 50;

/** The prompts that are new or changed, newest first: of the whole library, or of one category. */
export async function findFeedEntries(db: Db, categoryId: string | undefined): Promise<FeedEntry[]> {
  const { rows } = await sql<FeedEntry>`
    select p.id, p.title, p.summary, p.description, p.tier, p.version, p.created_at as "createdAt",
      greatest(p.created_at, v.created_at) as "changedAt",
      c.slug as "categorySlug", t.slug as "topicSlug", t.name as "topicName"
    from prompt_stats s
    join prompts p on p.id = s.prompt_id
    join prompt_versions v on v.prompt_id = p.id and v.number = p.version
    join topics t on t.id = s.topic_id
    join categories c on c.id = s.category_id
    where s.is_listed ${categoryId === undefined ? sql`` : sql`and s.category_id = ${categoryId}`}
    order by "changedAt" desc, p.id limit ${sql.lit(ENTRIES)}`.execute(db);
  return rows;
}

export interface FeedCategory {
  id: string;
  name: string;
}

export async function findFeedCategory(db: Db, slug: string): Promise<FeedCategory | undefined> {
  return await db.selectFrom('categories').select(['id', 'name']).where('slug', '=', slug).executeTakeFirst();
}
