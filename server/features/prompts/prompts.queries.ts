import { type RawBuilder, sql } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import type { Variable } from '#contract/prompts.ts';
import { TIERS, type Tier } from '#contract/tiers.ts';
import { type Counted, runCounted } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { rememberUse } from '../recents/recents.access.ts';
import type { VisiblePrompt } from './prompts.access.ts';

/** Whose eyes a text is for: how far their tier reaches, and the member whose grants count. */
export interface Reader {
  rank: number;
  /** Null for visitors. */
  memberId: string | null;
}

/** Nothing is above it, so no grant opens more. */
const HIGHEST_RANK = TIERS.length - 1;

/** The access rule (DECISIONS 5), for a row of `prompt_stats s`: a tier that reaches it, or a grant for this one prompt. */
function isReadable({ rank, memberId }: Reader): RawBuilder<boolean> {
  const reaches = sql<boolean>`s.tier_rank <= ${rank}`;
  if (memberId === null || rank >= HIGHEST_RANK) return reaches;
  return sql`(${reaches} or exists (
    select from prompt_grants g where g.user_id = ${memberId} and g.prompt_id = s.prompt_id))`;
}

/** Listed prompts that a grant alone opens to a member, in a fixed order. */
export async function findGrantedIds(db: Db, { rank, memberId }: Reader): Promise<string[]> {
  if (memberId === null || rank >= HIGHEST_RANK) return [];
  const { rows } = await sql<{ id: string }>`
    select g.prompt_id as id from prompt_grants g join prompt_stats s on s.prompt_id = g.prompt_id
    where g.user_id = ${memberId} and s.is_listed and s.tier_rank > ${rank} order by g.prompt_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** All a card is made of. Holds no content, so nothing made of it can show any. */
export interface CardRow {
  id: string;
  title: string;
  summary: string;
  description: string;
  tier: Tier;
  featured: boolean;
  /** By this reader. */
  is_readable: boolean;
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
export async function findCardRows(db: Db, ids: readonly string[], reader: Reader): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${CARD_COLUMNS}, ${isReadable(reader)} as is_readable from prompt_stats s ${CARD_JOINS}
    where s.prompt_id = any(${ids}) and s.is_listed`.execute(db);
  return rows;
}

/** Whether a listed prompt may be read: all that most checks need to know. Undefined for one that is not listed. */
export async function findReadability(db: Db, id: string, reader: Reader): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_readable: boolean }>`
    select ${isReadable(reader)} as is_readable from prompt_stats s
    where s.prompt_id = ${id} and s.is_listed`.execute(db);
  return rows[0]?.is_readable;
}

/** A card with its text; `content` is null, and never leaves the database, when the reader may not have it. */
export type DetailRow = CardRow & (TextRow | { content: null; variables: null });

/** The same for several listed prompts, in no order; `slug` is the file's name of what is or was in content/. */
export async function findDetailRows(
  db: Db,
  ids: readonly string[],
  reader: Reader,
): Promise<(DetailRow & { slug: string | null })[]> {
  const readable = (column: string) =>
    sql`case when ${isReadable(reader)} then ${sql.ref(`p.${column}`)} end as ${sql.ref(column)}`;
  const { rows } = await sql<DetailRow & { slug: string | null }>`
    select ${CARD_COLUMNS}, ${isReadable(reader)} as is_readable, ${readable('content')}, ${readable('variables')},
      case when p.source in ('content', 'import') and strpos(p.source_key, '/') = 0 then p.source_key end as slug
    from prompt_stats s ${CARD_JOINS} where s.prompt_id = any(${ids}) and s.is_listed`.execute(db);
  return rows;
}

/**
 * How the texts of those of `ids` begin that may be read. As much of each as is searched: an imported text
 * can be half a megabyte, and a hundred of those would keep the process busy.
 */
export async function findTexts(
  db: Db,
  ids: readonly string[],
  reader: Reader,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; content: string }>`
    select p.id, left(p.content, ${sql.lit(LIMITS.searchedCharacters)}) as content
    from prompts p join prompt_stats s on s.prompt_id = p.id
    where p.id = any(${ids}) and s.is_listed and ${isReadable(reader)}`.execute(db);
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
