import type pg from 'pg';
import type { Exemplar } from '#contract/exemplars.ts';
import type { Source as PromptSource, Variable } from '#contract/prompts.ts';
import { type Tier, tierRank } from '#contract/tiers.ts';
import { titleSortKey } from '#server/core/title-sort-key.ts';
import { promptIdOf } from './library.fields.ts';

/** The client that holds the transaction. All statements here are for many rows at once. */
export type Client = Pick<pg.ClientBase, 'query'>;

/**
 * Where prompts come from. Each source has its own keys: slugs for content/, and for a prompt of content/ that an import
 * restored; all other keys of imports contain a slash.
 */
export type Source = 'content' | 'import';

export interface CategoryRow {
  id: string;
  slug: string;
  name: string;
  description: string;
  position: number;
}

export type TopicRow = CategoryRow & { categoryId: string };

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
  keywords: string[];
  sources: PromptSource[];
  reviewed: string | null;
  reviewDue: string | null;
  version: number;
  change: string | null;
  /** ISO 8601; undefined keeps the stored time, or takes the transaction's for a new prompt. */
  createdAt: string | undefined;
}

export interface KnownPrompt {
  id: string;
  key: string;
  hash: string;
  isListed: boolean;
  /** By staff: it may change, but is not listed. */
  isRetired: boolean;
}

/**
 * Whether the library is loaded from files of this fingerprint. Not while no prompt has related ones: the migration that
 * made their table left it to the loader to fill.
 */
export async function isLoaded(client: Client, fingerprint: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from library_state where fingerprint = $1 and exists (select from related_prompts)',
    [fingerprint],
  );
  return rowCount === 1;
}

export async function writeFingerprint(client: Client, fingerprint: string): Promise<void> {
  await client.query(
    `insert into library_state (fingerprint) values ($1)
     on conflict (is_only_row) do update set fingerprint = excluded.fingerprint`,
    [fingerprint],
  );
}

export async function findKnownPrompts(client: Client, source: Source): Promise<KnownPrompt[]> {
  const { rows } = await client.query<KnownPrompt>(
    `select p.id, p.source_key as key, p.source_hash as hash, s.is_listed as "isListed",
       p.retired_at is not null as "isRetired"
     from prompts p join prompt_stats s on s.prompt_id = p.id where p.source = $1`,
    [source],
  );
  return rows;
}

/** @returns whether any of them was new or other than before */
export async function writeCategories(client: Client, categories: readonly CategoryRow[]): Promise<boolean> {
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
 * included: those stay in their topic.
 * @returns whether any was removed
 */
export async function removeEmptyCategories(
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

/**
 * Adds prompts, or makes them what they are now: listed, with their ids and counters kept. A changed text has a higher
 * version, also where its file forgot to say so. What staff retired or featured stays so.
 */
export async function writePrompts(
  client: Client,
  source: Source,
  prompts: readonly PromptRow[],
): Promise<void> {
  await client.query(
    `insert into prompts (id, category_id, topic_id, title, summary, description, content, variables, tier,
       featured, keywords, sources, reviewed, review_due, version, created_at, updated_at, source, source_key,
       source_hash)
     select id, "categoryId", "topicId", title, summary, description, content, variables, tier, featured,
       keywords, sources, reviewed, "reviewDue", version,
       coalesce("createdAt", now()), coalesce("createdAt", now()), $2, key, hash
     from json_to_recordset($1::json) as given (id text, "categoryId" text, "topicId" text, title text,
       summary text, description text, content text, variables jsonb, tier text, featured boolean,
       keywords text[], sources jsonb, reviewed date, "reviewDue" date, version integer, "createdAt" timestamptz, key text, hash text)
     on conflict (source, source_key) do update set
       category_id = excluded.category_id, topic_id = excluded.topic_id, title = excluded.title,
       summary = excluded.summary, description = excluded.description, content = excluded.content,
       variables = excluded.variables, tier = excluded.tier,
       featured = coalesce(prompts.featured_by_staff, excluded.featured),
       keywords = excluded.keywords, sources = excluded.sources, reviewed = excluded.reviewed,
       review_due = excluded.review_due,
       version = greatest(excluded.version, prompts.version + (
         (prompts.title, prompts.content, prompts.variables)
           is distinct from (excluded.title, excluded.content, excluded.variables))::integer),
       source_hash = excluded.source_hash, updated_at = now()`,
    [JSON.stringify(prompts), source],
  );
  await writeVersions(client, prompts);
  const stats = prompts.map(({ id, title, tier, createdAt }) => ({
    id,
    titleKey: titleSortKey(title),
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
    `insert into prompt_stats (prompt_id, category_id, topic_id, tier_rank, featured, title_key, newest_key, is_listed)
     select p.id, p.category_id, p.topic_id, given."tierRank", p.featured, given."titleKey",
       -(extract(epoch from p.created_at) * 1000000)::bigint, p.retired_at is null
     from json_to_recordset($1::json) as given (id text, "titleKey" text, "tierRank" smallint)
     join prompts p on p.id = given.id
     on conflict (prompt_id) do update set
       category_id = excluded.category_id, topic_id = excluded.topic_id, tier_rank = excluded.tier_rank,
       featured = excluded.featured, title_key = excluded.title_key, newest_key = excluded.newest_key,
       is_listed = excluded.is_listed`,
    [JSON.stringify(stats)],
  );
}

/**
 * Keeps what each prompt is now as its current version. A sentence that an earlier version has too was left standing in
 * the file: it says nothing of this one.
 */
async function writeVersions(client: Client, prompts: readonly PromptRow[]): Promise<void> {
  await client.query(
    `insert into prompt_versions (prompt_id, number, title, content, variables, change, created_at)
     select p.id, p.version, p.title, p.content, p.variables, nullif(given.change, before.change), p.updated_at
     from json_to_recordset($1::json) as given (id text, change text)
     join prompts p on p.id = given.id
     left join lateral (
       select change from prompt_versions v where v.prompt_id = p.id and v.number < p.version
       order by v.number desc limit 1
     ) before on true
     on conflict (prompt_id, number) do update set change = excluded.change
       where prompt_versions.change is distinct from excluded.change`,
    [JSON.stringify(prompts.map(({ id, change }) => ({ id, change })))],
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

/** Makes these the addresses that lead to these prompts; a prompt merged twice leads to the last one. */
export async function writeRedirects(
  client: Client,
  prompts: readonly { id: string; redirects: readonly string[] }[],
): Promise<void> {
  const rows = prompts.flatMap(({ id, redirects }) =>
    redirects.map((slug) => ({ from: promptIdOf(slug), slug, id })),
  );
  await client.query('delete from prompt_redirects where prompt_id = any($1)', [prompts.map(({ id }) => id)]);
  if (rows.length === 0) return;
  await client.query(
    `insert into prompt_redirects (from_id, from_slug, prompt_id)
     select "from", slug, id from json_to_recordset($1::json) as given ("from" text, slug text, id text)
     on conflict (from_id) do update set prompt_id = excluded.prompt_id`,
    [JSON.stringify(rows)],
  );
}

/** Removes prompts from every list; their rows, ids and counters stay. */
export async function retirePrompts(client: Client, ids: readonly string[]): Promise<void> {
  await client.query('update prompt_stats set is_listed = false where prompt_id = any($1)', [ids]);
}

/** The planner would otherwise treat freshly filled tables as empty until autovacuum runs. */
export async function analyzeLibrary(client: Client): Promise<void> {
  await client.query(
    'analyze categories, topics, prompts, prompt_versions, prompt_stats, search_prompts, search_postings, search_vocabulary, related_prompts',
  );
}

/**
 * Reassigns imported prompts that also exist in content/ to the content source; ids and counters are preserved. Found by
 * id: an import may have them under another key.
 */
export async function reassignToContent(
  client: Client,
  prompts: readonly { id: string; slug: string }[],
): Promise<void> {
  await client.query(
    `update prompts p set source = $1, source_key = given.slug, source_hash = ''
     from json_to_recordset($2::json) as given (id text, slug text) where p.id = given.id and p.source = $3`,
    ['content' satisfies Source, JSON.stringify(prompts), 'import' satisfies Source],
  );
}
