import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import { SERVER_LIMITS } from '#contract/limits.ts';
import type { Database } from '#server/core/database/schema.ts';
import { assignPositions, PostingsEncoder } from './search.postings.ts';
import { foldText, isStopWord, stemOf, tokenize } from './search.text.ts';

/** A Kysely database or transaction, or a bare client holding its own transaction (the loader's). */
export type QueryRunner = Kysely<Database> | Pick<pg.ClientBase, 'query'>;

/** What everybody may read (search.queries reads contents by their tier). */
export const PUBLIC_TIER = -1;

/** Prompts read at once, and whose postings are in memory at once: 50,000 take some 150 MB. */
const BATCH = 1000;
const SEGMENT = 50_000;

/** Nobody types more; an index takes no more than some thousand bytes. */
const LONGEST_WORD = 60;

/** Rows a statement. */
const ROWS = 10_000;

interface IndexedPrompt {
  /** Among those it was read with. */
  ordinal: number;
  id: string;
  tier: number;
  title: string;
  keywords: string[];
  names: string[];
  summary: string;
  description: string;
  content: string;
}

/** @see TIE_BREAKERS of the lists: the numbers of prompts decide between equal matches, and are given in this order */
const FIND_LISTED = `
  select s.prompt_id as id from prompt_stats s
  where s.is_listed and ($1::text[] is null or s.prompt_id = any($1))
  order by (not s.featured), s.title_key, s.prompt_id`;

const READ_PROMPTS = `
  select wanted.ordinal::integer - 1 as ordinal, p.id, s.tier_rank as tier, p.title, p.keywords, array[t.name, c.name] as names, p.summary, p.description,
    left(p.content, ${SERVER_LIMITS.searchedCharacters}) as content
  from unnest($1::text[]) with ordinality as wanted (id, ordinal)
  join prompts p using (id) join prompt_stats s on s.prompt_id = p.id join topics t on t.id = s.topic_id
  join categories c on c.id = s.category_id
  order by wanted.ordinal`;

/**
 * Makes prompts findable as they are now; unlisted ones are no longer found. Call it inside the transaction
 * that changed them, after their rows in `prompts` and `prompt_stats` are written.
 * @param ids every prompt added, changed, retired or returned
 */
export async function indexPrompts(db: QueryRunner, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const changed = [...new Set(ids)];
  const first = await takeNumbers(db, changed.length);
  await run(db, 'delete from search_prompts where prompt_id = any($1)', [changed]);
  await writePrompts(db, await findListed(db, changed), first);
}

/**
 * Builds the whole index anew, beside the one in use: searches read that until the transaction ends. Inside a transaction.
 * Nothing else removes what prompts that changed have left behind.
 */
export async function rebuildSearchIndex(db: QueryRunner): Promise<void> {
  const listed = await findListed(db, null);
  const first = await takeNumbers(db, listed.length);
  await run(db, 'delete from search_prompts', []);
  await run(db, 'delete from search_postings where first < $1', [first]);
  await run(db, 'update search_index set first_number = $1', [first]);
  await writePrompts(db, listed, first);
}

async function findListed(db: QueryRunner, ids: readonly string[] | null): Promise<string[]> {
  const listed = await run<{ id: string }>(db, FIND_LISTED, [ids]);
  return listed.map(({ id }) => id);
}

/** Holds up others who write the index until the transaction ends. @returns the first of them */
async function takeNumbers(db: QueryRunner, count: number): Promise<number> {
  const taken = `update search_index set version = version + 1, next_number = next_number + $1
    returning next_number - $1 as first`;
  const [numbers] = await run<{ first: number }>(db, taken, [count]);
  return numbers?.first ?? 0;
}

async function writePrompts(db: QueryRunner, ids: readonly string[], first: number): Promise<void> {
  for (let start = 0; start < ids.length; start += SEGMENT) {
    const segment = ids.slice(start, start + SEGMENT);
    const collected = new CollectedPostings();
    for (let from = 0; from < segment.length; from += BATCH) {
      const prompts = await run<IndexedPrompt>(db, READ_PROMPTS, [segment.slice(from, from + BATCH)]);
      const rows = prompts.map((prompt) => {
        const ordinal = from + prompt.ordinal;
        collectContent(collected, prompt, ordinal);
        return {
          number: first + start + ordinal,
          id: prompt.id,
          words: collectPublic(collected, prompt, ordinal),
        };
      });
      await run(
        db,
        `insert into search_prompts (number, prompt_id, words)
         select * from json_to_recordset($1::json) as given (number integer, id text, words text[])`,
        [JSON.stringify(rows)],
      );
    }
    await writePostings(db, collected, first + start);
  }
}

/** Where the words of a segment stand. */
class CollectedPostings {
  readonly #public = new Map<string, PostingsEncoder>();
  /** By tier. */
  readonly #contents = new Map<string, (PostingsEncoder | undefined)[]>();
  /** The lists of each word's stem: a text is looked up word by word, and most words come again and again. */
  readonly #contentsOfWord = new Map<string, (PostingsEncoder | undefined)[] | undefined>();

  addPublic(word: string, posting: number): void {
    if (word.length > LONGEST_WORD) return;
    const encoder = this.#public.get(word) ?? new PostingsEncoder();
    if (encoder.last < 0) this.#public.set(word, encoder);
    encoder.push(posting);
  }

  addContent(word: string, tier: number, ordinal: number): void {
    let encoders = this.#contentsOfWord.get(word);
    if (encoders === undefined && !this.#contentsOfWord.has(word)) {
      encoders = this.#encodersOf(word);
      this.#contentsOfWord.set(word, encoders);
    }
    if (encoders === undefined) return;
    const encoder = encoders[tier] ?? new PostingsEncoder();
    encoders[tier] = encoder;
    if (encoder.last !== ordinal) encoder.push(ordinal);
  }

  #encodersOf(word: string): (PostingsEncoder | undefined)[] | undefined {
    const stem = stemOf(word);
    if (isStopWord(word) || stem.length > LONGEST_WORD) return undefined;
    const encoders = this.#contents.get(stem) ?? [];
    this.#contents.set(stem, encoders);
    return encoders;
  }

  *rows(): Generator<{ word: string; tier: number; entries: Buffer }> {
    for (const [word, encoder] of this.#public) yield { word, tier: PUBLIC_TIER, entries: encoder.take() };
    for (const [word, encoders] of this.#contents) {
      for (const [tier, encoder] of encoders.entries())
        if (encoder) yield { word, tier, entries: encoder.take() };
    }
  }
}

function collectContent(
  collected: CollectedPostings,
  { content, tier }: IndexedPrompt,
  ordinal: number,
): void {
  const folded = foldText(content);
  for (const word of tokenize(folded.replaceAll('\\n', ' '))) collected.addContent(word, tier, ordinal);
  for (const [joined] of compoundsOf(folded)) collected.addContent(joined, tier, ordinal);
}

/** @returns the words of public texts that are letters alone, each once */
function collectPublic(collected: CollectedPostings, prompt: IndexedPrompt, ordinal: number): string[] {
  const words = (texts: readonly string[]) => texts.map((text) => tokenize(foldText(text)));
  const positioned = assignPositions({
    title: words([prompt.title]),
    keywords: words(prompt.keywords),
    names: words(prompt.names),
    summary: words([prompt.summary, prompt.description]),
  });
  const texts = [prompt.title, ...prompt.keywords, ...prompt.names, prompt.summary, prompt.description];
  const compounds = texts.flatMap(compoundsOf);
  if (compounds.length > 0) {
    const positions = new Map<string, number>(positioned);
    for (const [joined, firstWord] of compounds) positioned.push([joined, positions.get(firstWord) ?? 0]);
    positioned.sort(([, first], [, second]) => first - second);
  }
  for (const [word, position] of positioned) collected.addPublic(word, ordinal * 256 + position);
  return [...new Set(positioned.map(([word]) => word))].filter((word) => /^\p{L}{2,40}$/u.test(word));
}

/** Hyphenated words written as one, so that "todo" finds "to-do", and the first of each. */
function compoundsOf(text: string): [joined: string, first: string][] {
  if (!text.includes('-')) return [];
  return [...foldText(text).matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu)].map(([compound]) => [
    compound.replaceAll('-', ''),
    compound.slice(0, compound.indexOf('-')),
  ]);
}

async function writePostings(db: QueryRunner, collected: CollectedPostings, first: number): Promise<void> {
  const rows = [...collected.rows()];
  for (let from = 0; from < rows.length; from += ROWS) {
    const batch = rows.slice(from, from + ROWS);
    await run(
      db,
      `insert into search_postings (word, tier, first, entries)
       select word, tier, $4::integer, entries from unnest($1::text[], $2::smallint[], $3::bytea[]) as given (word, tier, entries)`,
      [
        batch.map(({ word }) => word),
        batch.map(({ tier }) => tier),
        batch.map(({ entries }) => entries),
        first,
      ],
    );
  }
}

/** Takes copies and ratings of now into the order of searches: every process reads the prompts again. */
export async function refreshPopularity(db: Kysely<Database>): Promise<void> {
  await run(db, 'update search_index set version = version + 1', []);
}

/** Whether a listed prompt is not in the index: after the migration that made it, or a restored backup. */
export async function isIndexIncomplete(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query(`select from prompt_stats s
    where s.is_listed and not exists (select from search_prompts d where d.prompt_id = s.prompt_id) limit 1`);
  return rowCount === 1;
}

const REFRESH_WORDS = `
  with counted as materialized (
    select word, count(*)::integer as prompts from search_prompts, unnest(words) as word group by word
  ), gone as (
    delete from search_vocabulary w where not exists (select from counted c where c.word = w.word)
  )
  insert into search_vocabulary (word, prompts)
  select word, prompts from counted
  on conflict (word) do update set prompts = excluded.prompts where search_vocabulary.prompts <> excluded.prompts`;

/**
 * Counts the words that misspelled ones are compared with: those of titles, keywords, summaries, descriptions and topics,
 * never of content, so that no correction discloses what a locked prompt says. Call it once after `indexPrompts`.
 */
export async function refreshSearchWords(db: QueryRunner): Promise<void> {
  await run(db, REFRESH_WORDS, []);
}

async function run<Row>(db: QueryRunner, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } =
    'executeQuery' in db
      ? await db.executeQuery(CompiledQuery.raw(text, values))
      : await db.query(text, values);
  return rows as Row[];
}
