import { type RawBuilder, sql } from 'kysely';
import { SERVER_LIMITS } from '#contract/limits.ts';
import type { Source, Variable } from '#contract/prompts.ts';
import { TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';

/** A reader: the rank of their tier, and the member whose grants count. */
export interface Reader {
  rank: number;
  /** Null for visitors. */
  memberId: string | null;
}

/** Nothing is above it, so grants change nothing. */
const HIGHEST_RANK = TIERS.length - 1;

/** The access rule, for a row of `prompt_stats s`: a tier that reaches it, or a grant for this one prompt. */
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

/** The row of a card. Without content, so that no card can contain any. */
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

/** An imported text can have half a megabyte, and a hundred of those would block the process. */
const SEARCHED_TEXT = sql`left(p.content, ${sql.lit(SERVER_LIMITS.searchedCharacters)})`;

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

/** A card with what else a search looks at. */
export interface QuotedCardRow extends CardRow {
  keywords: string[];
  /** Null where it is not to be quoted from, or not to be read. */
  content: string | null;
  /** Null where the content is. */
  variables: Variable[] | null;
}

/** The same, with keywords, and with the searched part of those texts among `quoted` that may be read. */
export async function findQuotedCardRows(
  db: Db,
  ids: readonly string[],
  quoted: readonly string[],
  reader: Reader,
): Promise<QuotedCardRow[]> {
  const isQuotable = sql`s.prompt_id = any(${quoted}) and ${isReadable(reader)}`;
  const quotable = (column: RawBuilder<unknown>) => sql`case when ${isQuotable} then ${column} end`;
  const { rows } = await sql<QuotedCardRow>`
    select ${CARD_COLUMNS}, p.keywords, ${isReadable(reader)} as is_readable,
      ${quotable(SEARCHED_TEXT)} as content, ${quotable(sql`p.variables`)} as variables
    from prompt_stats s ${CARD_JOINS} where s.prompt_id = any(${ids}) and s.is_listed`.execute(db);
  return rows;
}

/**
 * Whether the text of prompt `p` is another one than at an earlier version: a number may rise for what is not part of it.
 * Also true where that version was not kept.
 */
export const isTextChangedSince = (version: RawBuilder<unknown>) => sql`not exists (
  select from prompt_versions before where before.prompt_id = p.id and before.number = ${version}
    and (before.title, before.content, before.variables) = (p.title, p.content, p.variables))`;

/** How a card differs in a list of a member's own: the last copy they made, where the prompt has changed since. */
export interface OwnCardRow extends CardRow {
  copied_version: number | null;
  /** `YYYY-MM-DD`. */
  copied_on: string;
}

/** The same with each prompt's last copy by the reader. */
export async function findOwnCardRows(db: Db, ids: readonly string[], reader: Reader): Promise<OwnCardRow[]> {
  const { rows } = await sql<OwnCardRow>`/* prepared */
    select ${CARD_COLUMNS}, ${isReadable(reader)} as is_readable,
      copied.version as copied_version, copied.day::text as copied_on
    from prompt_stats s ${CARD_JOINS}
    left join lateral (
      select o.version, o.day from copies o where o.prompt_id = s.prompt_id and o.user_id = ${reader.memberId}
      order by o.day desc limit 1
    ) copied on copied.version < p.version and ${isTextChangedSince(sql`copied.version`)}
    where s.prompt_id = any(${ids}) and s.is_listed`.execute(db);
  return rows;
}

/** Whether a listed prompt may be read. Undefined for one that is not listed. */
export async function findReadability(db: Db, id: string, reader: Reader): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_readable: boolean }>`
    select ${isReadable(reader)} as is_readable from prompt_stats s
    where s.prompt_id = ${id} and s.is_listed`.execute(db);
  return rows[0]?.is_readable;
}

/** Whether it was in the library once, and is no more. */
export async function isRetired(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from prompt_stats where prompt_id = ${id} and not is_listed`.execute(db);
  return rows.length > 0;
}

/** The listed prompt that a former one, listed no more, was merged into. */
export async function findRedirect(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.prompt_id as id from prompt_redirects r join prompt_stats s on s.prompt_id = r.prompt_id
    where r.from_id = ${id} and s.is_listed
      and not exists (select from prompt_stats own where own.prompt_id = r.from_id and own.is_listed)`.execute(
    db,
  );
  return rows[0]?.id;
}

/**
 * The shortest of a category's basic, featured prompts with an exemplar: text, values and result together, since they
 * are shown side by side.
 */
export async function findSampleId(db: Db, categoryId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select s.prompt_id as id from prompt_stats s
    join prompts p on p.id = s.prompt_id
    join lateral (
      select length(e."values"::text) + length(e.output) as characters
      from exemplars e where e.prompt_id = s.prompt_id order by e.position limit 1
    ) first on true
    where s.category_id = ${categoryId} and s.is_listed and s.featured and s.tier_rank = ${tierRank('basic')}
    order by length(p.content) + first.characters, s.prompt_id limit 1`.execute(db);
  return rows[0]?.id;
}

/** What the page of a prompt shows beyond its card, to everybody. */
interface MetadataRow {
  keywords: string[];
  sources: Source[];
  reviewed: string | null;
  review_due: string | null;
  version: number;
  has_history: boolean;
}

/** A card with its text; `content` is null, and never leaves the database, when the reader may not have it. */
export type DetailRow = CardRow & MetadataRow & (TextRow | { content: null; variables: null });

/** Where it belongs in content/. */
interface FileRow {
  /** What is new in this version; null where nobody said so, and for whoever may not read it. */
  change: string | null;
  /** The name of its file, also of a former one. */
  slug: string | null;
  /** Slugs of prompts that were merged into it. */
  redirects: string[];
}

/** The same for several listed prompts, in no order. */
export async function findDetailRows(
  db: Db,
  ids: readonly string[],
  reader: Reader,
): Promise<(DetailRow & FileRow)[]> {
  const readable = (column: string) =>
    sql`case when ${isReadable(reader)} then ${sql.ref(`p.${column}`)} end as ${sql.ref(column)}`;
  const { rows } = await sql<DetailRow & FileRow>`
    select ${CARD_COLUMNS}, p.keywords, p.sources, p.reviewed::text, p.review_due::text, p.version,
      exists (select from prompt_versions v where v.prompt_id = p.id and v.number < p.version) as has_history,
      ${isReadable(reader)} as is_readable, ${readable('content')}, ${readable('variables')},
      case when ${isReadable(reader)} then (
        select v.change from prompt_versions v where v.prompt_id = p.id and v.number = p.version) end as change,
      array(select from_slug from prompt_redirects where prompt_id = p.id order by from_slug) as redirects,
      case when p.source in ('content', 'import') and strpos(p.source_key, '/') = 0 then p.source_key end as slug
    from prompt_stats s ${CARD_JOINS} where s.prompt_id = any(${ids}) and s.is_listed`.execute(db);
  return rows;
}

/** The listed prompts among `ids` that may be read, with their variables and no more of their texts, in no order. */
export async function findVariableRows(
  db: Db,
  ids: readonly string[],
  reader: Reader,
): Promise<(Pick<CardRow, 'id' | 'title' | 'summary'> & Pick<TextRow, 'variables'>)[]> {
  const { rows } = await sql<Pick<CardRow, 'id' | 'title' | 'summary'> & Pick<TextRow, 'variables'>>`
    select p.id, p.title, p.summary, p.variables from prompts p join prompt_stats s on s.prompt_id = p.id
    where p.id = any(${ids}) and s.is_listed and ${isReadable(reader)}`.execute(db);
  return rows;
}

/** The beginnings of the texts of those `ids` that may be read, as far as they are searched. */
export async function findTexts(
  db: Db,
  ids: readonly string[],
  reader: Reader,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; content: string }>`
    select p.id, ${SEARCHED_TEXT} as content from prompts p join prompt_stats s on s.prompt_id = p.id
    where p.id = any(${ids}) and s.is_listed and ${isReadable(reader)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row.content]));
}
