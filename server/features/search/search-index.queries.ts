import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import { LIMITS } from '#contract/limits.ts';
import type { Database } from '#server/core/database/schema.ts';

/** A Kysely database or transaction, or a bare client holding its own transaction (the loader's). */
export type Runner = Kysely<Database> | Pick<pg.ClientBase, 'query'>;

/**
 * One text as searchable words, cut far below the 1 MB of words and positions that PostgreSQL takes: English stems,
 * and the plain words beside them for half-typed ones. Slashes and the line breaks of JSON text would otherwise
 * glue words into paths ("and/or", "\nRole"). A letter behind "-ness" keeps the stemmer from making "fit" of
 * "fitness" and "busy" of "business"; what is asked gets the same letter (search-match.queries).
 */
function words(text: string, weight: 'A' | 'B' | 'C' | 'D'): string {
  const cut = `translate(replace(left(${text}, ${LIMITS.searchedCharacters}), '\\n', ' '), '/\\', '  ')`;
  const stemmed = `regexp_replace(${cut}, '(\\w\\wness)\\M', '\\1q', 'gi')`;
  return `setweight(to_tsvector('promptarium_english', ${stemmed}) || to_tsvector('promptarium_plain', ${cut}), '${weight}')`;
}

/**
 * Every document also holds two marks that no text can be split into: a space, by which an index finds the
 * prompts that lack a word, and a space with category and tier, by which it narrows a frequent word to the part
 * of one category that is asked for.
 */
const INDEX_PROMPTS = `
  insert into prompt_search
    (prompt_id, category_id, topic_id, tier_rank, title_document, public_document, full_document)
  select p.id, s.category_id, s.topic_id, s.tier_rank, title.document, public.document,
    public.document || ${words('p.content', 'D')}
  from prompts p
  join prompt_stats s on s.prompt_id = p.id
  join topics t on t.id = s.topic_id
  cross join lateral (
    select array_to_tsvector(array[' ', ' ' || s.category_id || s.tier_rank]) || ${words('p.title', 'A')} as document offset 0
  ) title
  cross join lateral (
    select title.document || ${words("p.summary || ' ' || t.name", 'B')} || ${words('p.description', 'C')} as document
    offset 0
  ) public
  where p.id = any($1) and s.is_listed
  on conflict (prompt_id) do update set
    category_id = excluded.category_id, topic_id = excluded.topic_id, tier_rank = excluded.tier_rank,
    title_document = excluded.title_document, public_document = excluded.public_document,
    full_document = excluded.full_document`;

const FORGET_UNLISTED = `
  delete from prompt_search d using prompt_stats s
  where s.prompt_id = d.prompt_id and not s.is_listed and d.prompt_id = any($1)`;

const REFRESH_WORDS = `
  with counted as materialized (
    select word, ndoc from ts_stat($$
      select to_tsvector('promptarium_plain', translate(concat_ws(' ', p.title, p.summary, p.description, t.name), '/-', '  '))
      from prompts p
      join prompt_stats s on s.prompt_id = p.id
      join topics t on t.id = s.topic_id
      where s.is_listed
    $$)
    where word ~ '^[[:alpha:]]{3,40}$'
  ), gone as (
    delete from search_words w where not exists (select from counted c where c.word = w.word)
  )
  insert into search_words (word, prompts)
  select word, ndoc from counted
  on conflict (word) do update set prompts = excluded.prompts where search_words.prompts <> excluded.prompts`;

/** Ids sent at once: a statement stays short, and its memory bounded. */
const BATCH = 1000;

/**
 * Makes prompts findable as they are now; unlisted ones are no longer found. Call it inside the transaction
 * that changed them, after their rows in `prompts` and `prompt_stats` are written.
 * @param ids every prompt added, changed, retired or returned
 */
export async function indexPrompts(db: Runner, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    await run(db, INDEX_PROMPTS, [batch]);
    await run(db, FORGET_UNLISTED, [batch]);
  }
}

/**
 * Counts the words that misspelt ones are compared with: those of titles, summaries, descriptions and topics,
 * never of content, so that no correction tells what a locked prompt says. Call it once after `indexPrompts`.
 */
export async function refreshSearchWords(db: Runner): Promise<void> {
  await run(db, REFRESH_WORDS, []);
}

async function run(db: Runner, text: string, values: unknown[]): Promise<void> {
  if ('executeQuery' in db) await db.executeQuery(CompiledQuery.raw(text, values));
  else await db.query(text, values);
}
