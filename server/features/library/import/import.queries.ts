import type { Exemplar } from '#contract/exemplars.ts';
import type { Source, Variable } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';
import type { Client, Source as Origin } from '../library.queries.ts';

/** A stored prompt, to be compared with an entry of an export. */
export interface StoredPrompt {
  id: string;
  source: string;
  key: string;
  isListed: boolean;
  /** By staff. */
  isRetired: boolean;
  /** Slugs. */
  category: string;
  topic: string;
  title: string;
  summary: string;
  description: string;
  content: string;
  variables: Variable[];
  tier: Tier;
  featured: boolean;
  /** Null: as its source says. */
  featuredByStaff: boolean | null;
  keywords: string[];
  createdAt: Date;
  exemplars: Exemplar[];
  sources: Source[];
  reviewed: string | null;
  reviewDue: string | null;
  version: number;
  change: string | null;
  redirects: string[];
}

/** In no order. */
export async function findStoredPrompts(client: Client, ids: readonly string[]): Promise<StoredPrompt[]> {
  const { rows } = await client.query<StoredPrompt>(
    `select p.id, p.source, p.source_key as key, s.is_listed as "isListed",
       p.retired_at is not null as "isRetired", p.featured_by_staff as "featuredByStaff", c.slug as category, t.slug as topic,
       p.title, p.summary, p.description, p.content, p.variables, p.tier, p.featured, p.keywords,
       p.created_at as "createdAt", coalesce(e.exemplars, '[]') as exemplars, p.sources, p.version,
       (select change from prompt_versions where prompt_id = p.id and number = p.version) as change,
       p.reviewed::text as reviewed, p.review_due::text as "reviewDue",
       array(select from_slug from prompt_redirects where prompt_id = p.id order by from_slug) as redirects
     from prompts p
     join prompt_stats s on s.prompt_id = p.id
     join topics t on t.id = p.topic_id
     join categories c on c.id = p.category_id
     left join lateral (
       select json_agg(json_build_object(
         'values', "values", 'model', model, 'date', made_on, 'output', output) order by position) as exemplars
       from exemplars where prompt_id = p.id
     ) e on true
     where p.id = any($1)`,
    [ids],
  );
  return rows;
}

/** Makes prompts that left content/ and are restored by an import prompts of the import, ids and counters kept. */
export async function reassignToImports(
  client: Client,
  prompts: readonly { id: string; key: string }[],
): Promise<void> {
  await client.query(
    `update prompts p set source = $1, source_key = given.key
     from json_to_recordset($2::json) as given (id text, key text) where p.id = given.id`,
    ['import' satisfies Origin, JSON.stringify(prompts)],
  );
}

export interface TopicRef {
  category: string;
  categoryId: string;
  topic: string;
  topicId: string;
}

/** Every topic there is, in page order. */
export async function findTopics(client: Client): Promise<TopicRef[]> {
  const { rows } = await client.query<TopicRef>(
    `select c.slug as category, c.id as "categoryId", t.slug as topic, t.id as "topicId"
     from topics t join categories c on c.id = t.category_id
     order by c.position, c.slug, t.position, t.slug`,
  );
  return rows;
}

/** False on a database that has not seen every migration of the library's tables. */
export async function hasLibraryTables(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select exists (select from pg_attribute
       where attrelid = to_regclass('prompts') and attname = 'retired_at' and not attisdropped)`,
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
