import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import { LIMITS } from '#contract/limits.ts';
import type { Database } from '#server/core/database/schema.ts';

/** A Kysely database or transaction, or a bare client holding its own transaction (the loader's). */
export type QueryRunner = Kysely<Database> | Pick<pg.ClientBase, 'query'>;

/** Each has its own indexes (migration 0009). Prompts in bracket n and below: 4,000 · 4ⁿ. */
export const BRACKETS = [0, 1, 2, 3, 4] as const;

const FIRST_BRACKET = 4000;

/**
 * A text with the marks that join words as spaces, also the line breaks of JSON texts, and without accents. Cut far below
 * the 1 MB of words and positions that PostgreSQL takes.
 */
function folded(text: string): string {
  const cut = `left(${text}, ${LIMITS.searchedCharacters})`;
  // Nearly all texts are ASCII: as many bytes as characters, nothing to fold.
  const plain = `case when octet_length(${cut}) = char_length(${cut}) then ${cut}
    else regexp_replace(normalize(${cut}, NFKD), '[\u0300-\u036f]', '', 'g') end`;
  return `translate(replace(${plain}, '\\n', ' '), '/\\_-', '    ')`;
}

/** Hyphenated words written as one: "to-do" is found as "todo". */
const joinedWords = (text: string) => `(select string_agg(replace(compound[1], '-', ''), ' ')
  from regexp_matches(${text}, '(\\w+(?:-\\w+)+)', 'g') as compound)`;

/**
 * A letter behind "-ness" keeps the stemmer from making "fit" of "fitness" and "busy" of "business", whose plural is still
 * its own (search.terms).
 */
const stems = (text: string) =>
  `to_tsvector('search_english', regexp_replace(${text}, '(\\w\\wness)(es)?\\M', '\\1q', 'gi'))`;

/** Stems and plain words of a text. */
function allWords(text: string): string {
  const words = `concat_ws(' ', ${folded(text)}, ${joinedWords(text)})`;
  return `${stems(words)} || to_tsvector('search_plain', ${words})`;
}

/**
 * The rows of `search_documents`. The public document also holds marks that no text can be split into: a space, by which an
 * index finds the prompts that lack a word; category and topic, by which it narrows a frequent word to a filter.
 * "offset 0" keeps each document from being made again where it is used.
 */
const SEARCH_ROWS = `
  select p.id as prompt_id, s.category_id, s.topic_id, s.tier_rank, s.featured, s.title_key, ranked.popularity, ranked.bracket,
    array(select lower(${folded('keyword')}) from unnest(p.keywords) as keyword) as keywords,
    title.document as title_document, keyword.document as keyword_document, public.document as public_document,
    public.document || ${stems(folded('p.content'))} as full_document
  from prompts p
  join prompt_stats s on s.prompt_id = p.id
  join topics t on t.id = s.topic_id
  join categories c on c.id = s.category_id
  join ranked on ranked.prompt_id = p.id
  cross join lateral (select ${allWords('p.title')} as document offset 0) title
  cross join lateral (
    select title.document || ${allWords("concat_ws(', ', array_to_string(p.keywords, ', '), t.name, c.name)")} as document
    offset 0
  ) keyword
  cross join lateral (
    select array_to_tsvector(array[' ', ' c' || s.category_id, ' t' || s.topic_id])
      || keyword.document || ${allWords("p.summary || ' ' || p.description")} as document
    offset 0
  ) public`;

/** From 0 to 1: half by copies (a hundred thousand are most), half by rating. */
const POPULARITY = '(least(ln(1 + s.copy_count) / ln(100001), 1) + s.rating / 5) / 2';

const INDEX_PROMPTS = `
  with ranked as (
    select s.prompt_id, (${POPULARITY})::real as popularity, coalesce(d.bracket, 0)::smallint as bracket
    from prompt_stats s left join search_documents d using (prompt_id)
    where s.prompt_id = any($1) and s.is_listed
  )
  insert into search_documents (prompt_id, category_id, topic_id, tier_rank, featured, title_key, popularity, bracket, keywords,
    title_document, keyword_document, public_document, full_document)
  ${SEARCH_ROWS}
  on conflict (prompt_id) do update set
    category_id = excluded.category_id, topic_id = excluded.topic_id, tier_rank = excluded.tier_rank,
    featured = excluded.featured, title_key = excluded.title_key, popularity = excluded.popularity, keywords = excluded.keywords, title_document = excluded.title_document,
    keyword_document = excluded.keyword_document, public_document = excluded.public_document,
    full_document = excluded.full_document`;

const FORGET_UNLISTED = `
  delete from search_documents d using prompt_stats s
  where s.prompt_id = d.prompt_id and not s.is_listed and d.prompt_id = any($1)`;

/** In the order of popularity, which is the order an index finds them in. The planner may use several processes. */
const FILL_NEXT = `
  create table search_documents_next with (toast_tuple_target = 1024) as
  with ranked as (
    select prompt_id, popularity, (case when position <= ${FIRST_BRACKET} then 0
      else least(ceil(log(4.0, position / ${FIRST_BRACKET}.0)), ${BRACKETS.length - 1}) end)::smallint as bracket
    from (
      select s.prompt_id, (${POPULARITY})::real as popularity,
        row_number() over (order by ${POPULARITY} desc, s.prompt_id) as position
      from prompt_stats s where s.is_listed
    ) ordered
  )
  ${SEARCH_ROWS}`;

/** What everybody may read of a prompt. */
const PUBLIC_TEXT =
  "concat_ws(' ', p.title, array_to_string(p.keywords, ' '), p.summary, p.description, t.name, c.name)";

const REFRESH_WORDS = `
  with counted as materialized (
    select word, ndoc from ts_stat($$
      select to_tsvector('search_plain', concat_ws(' ', ${folded(PUBLIC_TEXT)}, ${joinedWords(PUBLIC_TEXT)}))
      from prompts p
      join prompt_stats s on s.prompt_id = p.id
      join topics t on t.id = s.topic_id
      join categories c on c.id = s.category_id
      where s.is_listed
    $$)
    where word ~ '^[[:alpha:]]{2,40}$'
  ), gone as (
    delete from search_vocabulary w where not exists (select from counted c where c.word = w.word)
  )
  insert into search_vocabulary (word, prompts)
  select word, ndoc from counted
  on conflict (word) do update set prompts = excluded.prompts where search_vocabulary.prompts <> excluded.prompts`;

/** Ids sent at once: a statement stays short, and its memory bounded. */
const BATCH = 1000;

/**
 * Makes prompts findable as they are now; unlisted ones are no longer found. Call it inside the transaction
 * that changed them, after their rows in `prompts` and `prompt_stats` are written.
 * @param ids every prompt added, changed, retired or returned
 */
export async function indexPrompts(db: QueryRunner, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    await run(db, INDEX_PROMPTS, [batch]);
    await run(db, FORGET_UNLISTED, [batch]);
  }
}

/**
 * Builds the whole index anew, by the popularity of now, beside the one in use, and puts it in its place at once: searches
 * wait for that moment only. A role that does not own the tables writes the index row by row, in the brackets of before.
 * Call it inside a transaction that holds the schema lock.
 */
export async function rebuildSearchIndex(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  if (!(await isOwner(client))) {
    const { rows } = await client.query<{ id: string }>('select prompt_id as id from prompt_stats');
    return await indexPrompts(
      client,
      rows.map(({ id }) => id),
    );
  }
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename = 'search_documents' and indexdef not like 'CREATE UNIQUE%'`,
  );
  await client.query(FILL_NEXT);
  await client.query(`alter table search_documents_next
    add constraint search_documents_next_pkey primary key (prompt_id),
    add constraint search_documents_next_prompt_id_fkey foreign key (prompt_id) references prompts on delete cascade,
    ${['category_id', 'topic_id', 'tier_rank', 'featured', 'title_key', 'popularity', 'bracket', 'keywords', 'title_document', 'keyword_document', 'public_document', 'full_document'].map((column) => `alter column ${column} set not null`).join(', ')}`);
  for (const { name, definition } of indexes) {
    const next = definition
      .replace(` ${name} `, ` ${name}_next `)
      .replace(/\bsearch_documents USING/, 'search_documents_next USING');
    await client.query(next);
  }
  const { rows: grants } = await client.query<{ statement: string }>(
    `select format('grant %s on search_documents_next to %s', privilege_type,
       case grantee when 0 then 'public' else grantee::regrole::text end) as statement
     from pg_class, aclexplode(relacl) where oid = 'search_documents'::regclass`,
  );
  for (const { statement } of grants) await client.query(statement);
  await client.query('analyze search_documents_next');
  await client.query('drop table search_documents');
  await client.query('alter table search_documents_next rename to search_documents');
  // From version 18 on "not null" has a name too.
  const { rows: constraints } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = 'search_documents'::regclass`,
  );
  for (const { name } of constraints) {
    await client.query(
      `alter table search_documents rename constraint ${name} to ${name.replace('search_documents_next', 'search_documents')}`,
    );
  }
  for (const { name } of indexes) await client.query(`alter index ${name}_next rename to ${name}`);
}

async function isOwner(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ isOwner: boolean }>(
    `select pg_has_role(relowner, 'usage') and has_schema_privilege(relnamespace, 'create') as "isOwner"
     from pg_class where oid = 'search_documents'::regclass`,
  );
  return rows[0]?.isOwner === true;
}

/** A change of popularity that a search would show. */
const NOTICEABLE = 0.02;

/**
 * Takes copies and ratings of now into the order of searches, where they changed enough to matter. In pieces: a statement
 * for 15,000 prompts would end with its time limit, every day anew.
 */
export async function refreshPopularity(db: Kysely<Database>): Promise<void> {
  const text = `
    update search_documents d set popularity = ${POPULARITY} from prompt_stats s
    where s.prompt_id = d.prompt_id and d.prompt_id = any(array(
      select d.prompt_id from search_documents d join prompt_stats s using (prompt_id)
      where abs(${POPULARITY} - d.popularity) > ${NOTICEABLE} limit ${BATCH}))`;
  for (let changed = BATCH; changed === BATCH; ) {
    const { numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text));
    changed = Number(numAffectedRows);
  }
}

/** Whether a listed prompt has no row in the index: after the migration that made it, or a restored backup. */
export async function isIndexIncomplete(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query(`select from prompt_stats s
    where s.is_listed and not exists (select from search_documents d where d.prompt_id = s.prompt_id) limit 1`);
  return rowCount === 1;
}

/**
 * Counts the words that misspelled ones are compared with: those of titles, keywords, summaries, descriptions and topics,
 * never of content, so that no correction discloses what a locked prompt says. Call it once after `indexPrompts`.
 */
export async function refreshSearchWords(db: QueryRunner): Promise<void> {
  await run(db, REFRESH_WORDS, []);
}

async function run(db: QueryRunner, text: string, values: unknown[]): Promise<void> {
  if ('executeQuery' in db) await db.executeQuery(CompiledQuery.raw(text, values));
  else await db.query(text, values);
}
