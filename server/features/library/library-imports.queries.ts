import type { Exemplar } from '#contract/exemplars.ts';
import type { Variable } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';
import type { Client, Source } from './library.queries.ts';

/** A prompt as it is kept, to be compared with what an export says of it. */
export interface StoredPrompt {
  id: string;
  source: string;
  key: string;
  isListed: boolean;
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
  createdAt: Date;
  exemplars: Exemplar[];
}

/** In no order. */
export async function findStoredPrompts(client: Client, ids: readonly string[]): Promise<StoredPrompt[]> {
  const { rows } = await client.query<StoredPrompt>(
    `select p.id, p.source, p.source_key as key, s.is_listed as "isListed", c.slug as category, t.slug as topic,
       p.title, p.summary, p.description, p.content, p.variables, p.tier, p.featured,
       p.created_at as "createdAt", coalesce(e.exemplars, '[]') as exemplars
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

/**
 * What came back with an import and is now in content/ too is from now on what content/ says, ids and counters kept.
 * By its id: under another slug an import has it with another key.
 */
export async function handToContent(
  client: Client,
  prompts: readonly { id: string; slug: string }[],
): Promise<void> {
  await client.query(
    `update prompts p set source = $1, source_key = given.slug, source_hash = ''
     from json_to_recordset($2::json) as given (id text, slug text) where p.id = given.id and p.source = $3`,
    ['content' satisfies Source, JSON.stringify(prompts), 'import' satisfies Source],
  );
}

/** What left content/ and comes back with an import is from now on the import's, ids and counters kept. */
export async function handToImports(
  client: Client,
  prompts: readonly { id: string; key: string }[],
): Promise<void> {
  await client.query(
    `update prompts p set source = $1, source_key = given.key
     from json_to_recordset($2::json) as given (id text, key text) where p.id = given.id`,
    ['import' satisfies Source, JSON.stringify(prompts)],
  );
}
