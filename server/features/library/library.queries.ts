import type pg from 'pg';
import type { Exemplar } from '#contract/exemplars.ts';
import type { Variable } from '#contract/prompts.ts';
import { type Tier, tierRank } from '#contract/tiers.ts';
import { CATALOG_CHANNEL } from '#server/core/database/changes.ts';
import { titleKey } from '#server/core/title-key.ts';

/** The client that holds the transaction. All statements here are for many rows at once. */
export type Client = Pick<pg.ClientBase, 'query'>;

/**
 * Where prompts come from; each has its own keys. Of content/ they are slugs. So they are of an import that brought a
 * prompt of content/ back from an export; all others of an import have a slash.
 */
export type Source = 'content' | 'import';

export interface ShelfRow {
  id: string;
  slug: string;
  name: string;
  description: string;
  position: number;
}

export type TopicRow = ShelfRow & { categoryId: string };

export interface PromptRow {
  id: string;
  key: string;
  hash: string;
  categoryId: string;
  topicId: string;
  title: string;
  summary: string;
  description: string;
  content: string;
  variables: Variable[];
  tier: Tier;
  featured: boolean;
  /** ISO 8601; undefined keeps the stored time, or takes the transaction's for a new prompt. */
  createdAt: string | undefined;
}

export interface KnownPrompt {
  id: string;
  key: string;
  hash: string;
  isListed: boolean;
}

export async function findKnownPrompts(client: Client, source: Source): Promise<KnownPrompt[]> {
  const { rows } = await client.query<KnownPrompt>(
    `select p.id, p.source_key as key, p.source_hash as hash, s.is_listed as "isListed"
     from prompts p join prompt_stats s on s.prompt_id = p.id where p.source = $1`,
    [source],
  );
  return rows;
}

/** @returns whether any of them was new or other than before */
export async function writeCategories(client: Client, categories: readonly ShelfRow[]): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into categories (id, slug, name, description, position)
     select id, slug, name, description, position
     from json_to_recordset($1::json)
       as given (id text, slug text, name text, description text, position integer)
     on conflict (id) do update
       set name = excluded.name, description = excluded.description, position = excluded.position
       where (categories.name, categories.description, categories.position)
         is distinct from (excluded.name, excluded.description, excluded.position)`,
    [JSON.stringify(categories)],
  );
  return (rowCount ?? 0) > 0;
}

/** @returns the ids of those that were new or other than before */
export async function writeTopics(client: Client, topics: readonly TopicRow[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into topics (id, category_id, slug, name, description, position)
     select id, "categoryId", slug, name, description, position
     from json_to_recordset($1::json)
       as given (id text, "categoryId" text, slug text, name text, description text, position integer)
     on conflict (id) do update
       set name = excluded.name, description = excluded.description, position = excluded.position
       where (topics.name, topics.description, topics.position)
         is distinct from (excluded.name, excluded.description, excluded.position)
     returning id`,
    [JSON.stringify(topics)],
  );
  return rows.map(({ id }) => id);
}

/**
 * Removes topics, then categories, that are not among the given ones and hold no prompt, retired ones
 * included: those keep their place.
 * @returns whether any was removed
 */
export async function removeEmptyShelves(
  client: Client,
  keep: { categoryIds: readonly string[]; topicIds: readonly string[] },
): Promise<boolean> {
  const topics = await client.query(
    `delete from topics t
     where t.id <> all($1) and not exists (select from prompts p where p.topic_id = t.id)`,
    [keep.topicIds],
  );
  const categories = await client.query(
    `delete from categories c
     where c.id <> all($1) and not exists (select from topics t where t.category_id = c.id)`,
    [keep.categoryIds],
  );
  return (topics.rowCount ?? 0) + (categories.rowCount ?? 0) > 0;
}

/** Listed prompts of these topics, whatever their source. */
export async function findPromptsOfTopics(client: Client, topicIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select prompt_id as id from prompt_stats where topic_id = any($1) and is_listed',
    [topicIds],
  );
  return rows.map(({ id }) => id);
}

/** Adds prompts, or makes them what they are now: listed, with their ids and counters kept. */
export async function writePrompts(
  client: Client,
  source: Source,
  prompts: readonly PromptRow[],
): Promise<void> {
  await client.query(
    `insert into prompts (id, category_id, topic_id, title, summary, description, content, variables, tier,
       featured, created_at, updated_at, source, source_key, source_hash)
     select id, "categoryId", "topicId", title, summary, description, content, variables, tier, featured,
       coalesce("createdAt", now()), coalesce("createdAt", now()), $2, key, hash
     from json_to_recordset($1::json) as given (id text, "categoryId" text, "topicId" text, title text,
       summary text, description text, content text, variables jsonb, tier text, featured boolean,
       "createdAt" timestamptz, key text, hash text)
     on conflict (source, source_key) do update set
       category_id = excluded.category_id, topic_id = excluded.topic_id, title = excluded.title,
       summary = excluded.summary, description = excluded.description, content = excluded.content,
       variables = excluded.variables, tier = excluded.tier, featured = excluded.featured,
       source_hash = excluded.source_hash, updated_at = now()`,
    [JSON.stringify(prompts), source],
  );
  const stats = prompts.map(({ id, title, tier, createdAt }) => ({
    id,
    titleKey: titleKey(title),
    tierRank: tierRank(tier),
    createdAt,
  }));
  // "excluded" cannot tell a stated creation time from the default, so it is written apart.
  await client.query(
    `with given as materialized (
       select * from json_to_recordset($1::json) as g (id text, "createdAt" timestamptz)
       where "createdAt" is not null
     )
     update prompts p set created_at = given."createdAt" from given
     where p.id = given.id and p.created_at <> given."createdAt"`,
    [JSON.stringify(stats)],
  );
  await client.query(
    `insert into prompt_stats (prompt_id, category_id, topic_id, tier_rank, featured, title_key, newest_key)
     select p.id, p.category_id, p.topic_id, given."tierRank", p.featured, given."titleKey",
       -(extract(epoch from p.created_at) * 1000000)::bigint
     from json_to_recordset($1::json) as given (id text, "titleKey" text, "tierRank" smallint)
     join prompts p on p.id = given.id
     on conflict (prompt_id) do update set
       category_id = excluded.category_id, topic_id = excluded.topic_id, tier_rank = excluded.tier_rank,
       featured = excluded.featured, title_key = excluded.title_key, newest_key = excluded.newest_key,
       is_listed = true`,
    [JSON.stringify(stats)],
  );
}

/** Makes these the exemplars of these prompts; what they had before goes. */
export async function writeExemplars(
  client: Client,
  prompts: readonly { id: string; exemplars: readonly Exemplar[] }[],
): Promise<void> {
  const rows = prompts.flatMap(({ id, exemplars }) =>
    exemplars.map((exemplar, position) => ({ id, position, ...exemplar })),
  );
  await client.query('delete from exemplars where prompt_id = any($1)', [prompts.map(({ id }) => id)]);
  if (rows.length === 0) return;
  await client.query(
    `insert into exemplars (prompt_id, position, "values", model, made_on, output)
     select id, position, "values", model, date, output
     from json_to_recordset($1::json) as given
       (id text, position integer, "values" jsonb, model text, date date, output text)`,
    [JSON.stringify(rows)],
  );
}

/** Takes prompts off every list; their rows, ids and counters stay. */
export async function retirePrompts(client: Client, ids: readonly string[]): Promise<void> {
  await client.query('update prompt_stats set is_listed = false where prompt_id = any($1)', [ids]);
}

/** The planner would otherwise treat freshly filled tables as empty until autovacuum comes by. */
export async function analyzeLibrary(client: Client): Promise<void> {
  await client.query(
    'analyze categories, topics, prompts, prompt_stats, prompt_search, search_words, related_prompts',
  );
}

/** Tells every node, when the transaction commits, that cached answers are old. */
export async function announceChange(client: Client): Promise<void> {
  await client.query(`notify ${CATALOG_CHANNEL}`);
}

export interface Place {
  category: string;
  categoryId: string;
  topic: string;
  topicId: string;
}

/** Every topic there is, in page order. */
export async function findPlaces(client: Client): Promise<Place[]> {
  const { rows } = await client.query<Place>(
    `select c.slug as category, c.id as "categoryId", t.slug as topic, t.id as "topicId"
     from topics t join categories c on c.id = t.category_id
     order by c.position, c.slug, t.position, t.slug`,
  );
  return rows;
}

/** False on a database that has not seen every migration of the library's tables. */
export async function hasLibraryTables(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('prompt_stats') is not null and to_regclass('related_prompts') is not null as exists`,
  );
  return rows[0]?.exists ?? false;
}

export interface KnownText {
  /** Of one of them. */
  title: string;
  /** Of all that have it. */
  ids: string[];
}

/** The texts of all listed prompts, by their SHA-256 in hexadecimal digits. */
export async function findKnownTexts(client: Client): Promise<Map<string, KnownText>> {
  const { rows } = await client.query<KnownText & { digest: string }>(
    `select encode(sha256(convert_to(p.content, 'UTF8')), 'hex') as digest, min(p.title) as title,
       array_agg(p.id) as ids
     from prompts p join prompt_stats s on s.prompt_id = p.id
     where s.is_listed
     group by digest`,
  );
  return new Map(rows.map(({ digest, ...text }) => [digest, text]));
}
