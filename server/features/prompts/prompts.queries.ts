import { type RawBuilder, sql } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import type { Variable } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';
import { type Counted, runCounted } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { rememberUse } from '../recents/recents.access.ts';
import type { VisiblePrompt } from './prompts.access.ts';

/** All a card is made of. Holds no content, so nothing made of it can show any. */
export interface CardRow {
  id: string;
  title: string;
  summary: string;
  description: string;
  tier: Tier;
  featured: boolean;
  created_by: string | null;
  created_at: Date;
  upvotes: number;
  downvotes: number;
  copy_count: number;
  favorite_count: number;
  comment_count: number;
  rating: string;
  category_id: string;
  category_name: string;
  category_slug: string;
  topic_id: string;
  topic_name: string;
  topic_slug: string;
}

interface TextRow {
  content: string;
  variables: Variable[];
}

const CARD_COLUMNS = sql`
  p.id, p.title, p.summary, p.description, p.tier, p.featured, p.created_by, p.created_at,
  s.upvotes, s.downvotes, s.copy_count, s.favorite_count, s.comment_count, s.rating,
  c.id as category_id, c.name as category_name, c.slug as category_slug,
  t.id as topic_id, t.name as topic_name, t.slug as topic_slug`;

const CARD_JOINS = sql`
  join prompts p on p.id = s.prompt_id
  join topics t on t.id = s.topic_id
  join categories c on c.id = s.category_id`;

/** Rows of the listed prompts among `ids`, in no order. */
export async function findCardRows(db: Db, ids: readonly string[]): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS} from prompt_stats s ${CARD_JOINS}
    where s.prompt_id = any(${ids}) and s.is_listed`.execute(db);
  return rows;
}

/** The rank of a listed prompt's tier: all that most checks need to know. */
export async function findTierRank(db: Db, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ tier_rank: number }>`
    select tier_rank from prompt_stats where prompt_id = ${id} and is_listed`.execute(db);
  return rows[0]?.tier_rank;
}

/** A card with its text; `content` is null, and never leaves the database, when the tier is above `rank`. */
export type DetailRow = CardRow & (TextRow | { content: null; variables: null });

export async function findDetailRow(db: Db, id: string, rank: number): Promise<DetailRow | undefined> {
  const readable = (column: string) =>
    sql`case when s.tier_rank <= ${rank} then ${sql.ref(`p.${column}`)} end as ${sql.ref(column)}`;
  const { rows } = await sql<DetailRow>`
    select ${CARD_COLUMNS}, ${readable('content')}, ${readable('variables')}
    from prompt_stats s ${CARD_JOINS} where s.prompt_id = ${id} and s.is_listed`.execute(db);
  return rows[0];
}

/**
 * How the texts of those of `ids` begin whose tier is at most `rank`. As much of each as is searched: an imported text
 * can be half a megabyte, and a hundred of those would keep the process busy.
 */
export async function findTexts(db: Db, ids: readonly string[], rank: number): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; content: string }>`
    select p.id, left(p.content, ${sql.lit(LIMITS.searchedCharacters)}) as content from prompts p join prompt_stats s on s.prompt_id = p.id
    where p.id = any(${ids}) and s.is_listed and s.tier_rank <= ${rank}`.execute(db);
  return new Map(rows.map((row) => [row.id, row.content]));
}

/** One row a member, prompt and UTC day; the member's recents show it first. */
export async function countCopy(
  db: Db,
  memberId: string,
  prompt: VisiblePrompt,
  announcement: RawBuilder<unknown>,
): Promise<Counted & { copyCount: number }> {
  return await runCounted<{ copyCount: number }>(db, {
    promptId: prompt.id,
    event: sql`event as (insert into copies (prompt_id, user_id, day)
        values (${prompt.id}, ${memberId}, (now() at time zone 'utc')::date) on conflict do nothing returning 1),
      used as (${rememberUse(memberId, prompt)})`,
    changes: sql`copy_count = s.copy_count + 1`,
    counters: sql`s.copy_count as "copyCount"`,
    announcement,
  });
}
