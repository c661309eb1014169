import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { LibrarySort } from '#contract/sorts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { unpooled } from '#server/core/unpooled.ts';
import { isAfter, positionSchema, SORTS, TIE_BREAKERS } from '../catalog/catalog.public.ts';
import { PUBLIC_TIER } from './search.index.queries.ts';
import { decodePostings, type EncodedPostings, PostingsEncoder } from './search.postings.ts';

/** All that ranks and filters prompts, in memory. A prompt’s ordinal is its index in each of these arrays. */
export interface SearchIndex {
  version: number;
  /** The number of the prompt with ordinal 0. Of equal matches the one with the lower number comes first. */
  first: number;
  size: number;
  /** Twelve letters each (promptIdAt): strings take four times as much. */
  ids: Buffer;
  /** -1 where there is no prompt any more. */
  tiers: Int8Array;
  /** An index into topicIds. */
  topics: Uint16Array;
  topicIds: readonly string[];
  /** From 0 to 1: half by copies (a hundred thousand are most), half by rating. */
  popularity: Float32Array;
}

const ID_LETTERS = 12;

export function promptIdAt({ ids }: SearchIndex, ordinal: number): string {
  return ids.toString('latin1', ordinal * ID_LETTERS, (ordinal + 1) * ID_LETTERS);
}

const POPULARITY = sql`(least(ln(1 + s.copy_count) / ln(100001), 1) + s.rating / 5) / 2`;

/** Numbers a statement reads: it takes a tenth of what a statement may, in a library of any size. */
const NUMBERS = 50_000;

type IndexColumns = Record<'numbers' | 'ids' | 'tiers' | 'topics' | 'popularity', string | null>;

/** The index as it is at one moment. */
export function readSearchIndex(db: Db): Promise<SearchIndex> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const { rows } = await sql<Record<'version' | 'first' | 'next', number>>`
        select version, first_number as first, next_number as next from search_index`.execute(transaction);
      const [{ version, first, next } = { version: 0, first: 0, next: 0 }] = rows;
      const size = next - first;
      const index: SearchIndex = {
        version,
        first,
        size,
        ids: Buffer.alloc(size * ID_LETTERS),
        tiers: new Int8Array(size).fill(-1),
        topics: new Uint16Array(size),
        topicIds: [],
        popularity: new Float32Array(size),
      };
      const topicIndex = new Map<string, number>();
      for (let from = first; from < next; from += NUMBERS)
        readColumns(index, topicIndex, await readNumbers(transaction, from));
      return { ...index, topicIds: [...topicIndex.keys()] };
    });
}

/** One row for all: reading fifty thousand takes ten times as long. */
async function readNumbers(db: Db, from: number): Promise<IndexColumns | undefined> {
  const { rows } = await sql<IndexColumns>`
    select string_agg(d.number::text, ' ' order by d.number) as numbers,
      string_agg(s.prompt_id, ' ' order by d.number) as ids,
      string_agg(s.tier_rank::text, ' ' order by d.number) as tiers,
      string_agg(s.topic_id, ' ' order by d.number) as topics,
      string_agg(round(1000 * ${POPULARITY})::integer::text, ' ' order by d.number) as popularity
    from search_prompts d join prompt_stats s using (prompt_id)
    where d.number >= ${from} and d.number < ${from + NUMBERS} and s.is_listed`.execute(db);
  return rows[0];
}

/** @param topicIndex where topics stand in `topicIds`; new ones are added */
function readColumns(
  { first, ids, tiers, topics, popularity }: SearchIndex,
  topicIndex: Map<string, number>,
  columns: IndexColumns | undefined,
): void {
  const ordinals = Array.from(partsOf(columns?.numbers), (number) => Number(number) - first);
  const fill = (column: string | null | undefined, write: (ordinal: number, part: string) => void) => {
    let row = 0;
    for (const part of partsOf(column)) write(ordinals[row++] as number, part);
  };
  fill(columns?.ids, (ordinal, id) => ids.write(id, ordinal * ID_LETTERS, 'latin1'));
  fill(columns?.tiers, (ordinal, tier) => (tiers[ordinal] = Number(tier)));
  fill(columns?.popularity, (ordinal, thousandths) => (popularity[ordinal] = Number(thousandths) / 1000));
  fill(columns?.topics, (ordinal, id) => {
    const known = topicIndex.get(id) ?? topicIndex.size;
    topicIndex.set(id, known);
    topics[ordinal] = known;
  });
}

/** One after the other: a list of all would take more memory than the index. */
function* partsOf(text: string | null | undefined): Generator<string> {
  if (!text) return;
  for (let from = 0; ; ) {
    const to = text.indexOf(' ', from);
    yield text.slice(from, to < 0 ? undefined : to);
    if (to < 0) return;
    from = to + 1;
  }
}

/** Every change of the index raises it. */
export async function readVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from search_index`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Which texts a viewer may read: only there does content count as a match. */
export interface ReadScope {
  /** The highest tier they may read. */
  rank: number;
  /** Prompts above it that a grant opens to them. Few: every one was paid for by itself. */
  granted: readonly string[];
}

/** Where words stand in public texts, and stems in the contents that the viewer may read. */
export interface WordPostings {
  /** Of the index that it was read from. */
  version: number;
  words: ReadonlyMap<string, readonly EncodedPostings[]>;
  stems: ReadonlyMap<string, readonly EncodedPostings[]>;
}

const MAX_TIER = 3;

/** What is not in the cache is read by one statement, which tells the version too. */
export async function readPostings(
  db: Db,
  { words, stems }: { words: readonly string[]; stems: readonly string[] },
  { rank, granted }: ReadScope,
  {
    index,
    cache,
    readVersion: readCurrent,
  }: { index: SearchIndex; cache: PostingCache; readVersion: () => Promise<number> },
): Promise<WordPostings> {
  const highest = granted.length > 0 ? MAX_TIER : rank;
  const read = new Map<string, EncodedPostings[]>();
  const listsOf = (tier: number, word: string) => {
    const key = `${tier} ${word}`;
    return read.get(key) ?? cache.get(key);
  };
  const tiers = Array.from({ length: highest + 1 }, (_, tier) => tier);
  const missingWords = words.filter((word) => listsOf(PUBLIC_TIER, word) === undefined);
  const missingStems = stems.filter((stem) => tiers.some((tier) => listsOf(tier, stem) === undefined));
  let version: number;
  if (missingWords.length + missingStems.length === 0) version = await readCurrent();
  else {
    for (const word of missingWords) read.set(`${PUBLIC_TIER} ${word}`, []);
    for (const stem of missingStems) for (const tier of tiers) read.set(`${tier} ${stem}`, []);
    version = await readMissing(db, { missingWords, missingStems, highest }, read);
    if (version === index.version) for (const [key, lists] of read) cache.set(key, lists);
  }
  const isGranted = new Set(granted);
  const readable = (tier: number, stem: string) => {
    const lists = listsOf(tier, stem) ?? [];
    return tier <= rank ? lists : lists.map((list) => keepOnly(list, index, isGranted));
  };
  return {
    version,
    words: new Map(words.map((word) => [word, listsOf(PUBLIC_TIER, word) ?? []])),
    stems: new Map(stems.map((stem) => [stem, tiers.flatMap((tier) => readable(tier, stem))])),
  };
}

async function readMissing(
  db: Db,
  {
    missingWords,
    missingStems,
    highest,
  }: { missingWords: string[]; missingStems: string[]; highest: number },
  read: ReadonlyMap<string, EncodedPostings[]>,
): Promise<number> {
  const beginning = missingStems.find((stem) => stem.endsWith('*'))?.slice(0, -1) ?? '';
  const columns = sql`word, tier, first, encode(entries, 'base64') as entries`;
  const { rows } = await sql<{ word: string; tier: number; first: number; entries: string | null }>`
    select '' as word, 0 as tier, version as first, null as entries from search_index
    union all select ${columns} from search_postings where word = any(${missingWords}::text[]) and tier = ${PUBLIC_TIER}
    union all select ${columns} from search_postings where word = any(${missingStems}::text[]) and tier between 0 and ${highest}
    union all select ${`${beginning}*`}, tier, first, encode(entries, 'base64') from search_postings
      where ${beginning} <> '' and word >= ${beginning} and word < ${`${beginning}\u{10ffff}`} and tier between 0 and ${highest}
    order by first`.execute(db);
  let version = 0;
  for (const { word, tier, first, entries } of rows) {
    if (entries === null) version = first;
    else
      read
        .get(`${tier} ${word}`)
        ?.push({ first, entries: unpooled(Buffer.from(entries, 'base64')), isContent: tier !== PUBLIC_TIER });
  }
  return version;
}

/** Of what stands in contents, only that of some prompts. */
function keepOnly(list: EncodedPostings, index: SearchIndex, ids: ReadonlySet<string>): EncodedPostings {
  const packer = new PostingsEncoder();
  for (const posting of decodePostings(list, index.first)) {
    if (ids.has(promptIdAt(index, posting >>> 8))) packer.push(posting >>> 8);
  }
  return { first: index.first, entries: packer.take(), isContent: true };
}

/** Of rows in the cache, and what each costs besides. */
const CACHE_BYTES = 24_000_000;
const ENTRY_BYTES = 500;

/** Where words stand in one version of the index: what was read of it, the oldest dropped. */
export class PostingCache {
  readonly #lists = new Map<string, readonly EncodedPostings[]>();
  #bytes = 0;

  get(key: string): readonly EncodedPostings[] | undefined {
    return this.#lists.get(key);
  }

  set(key: string, lists: readonly EncodedPostings[]): void {
    this.#bytes += bytesOf(lists) - (this.#lists.has(key) ? bytesOf(this.#lists.get(key)) : 0);
    this.#lists.set(key, lists);
    for (const [oldest, old] of this.#lists) {
      if (this.#bytes <= CACHE_BYTES) break;
      this.#lists.delete(oldest);
      this.#bytes -= bytesOf(old);
    }
  }
}

function bytesOf(lists: readonly EncodedPostings[] = []): number {
  return lists.reduce((sum, { entries }) => sum + entries.length + ENTRY_BYTES, ENTRY_BYTES);
}

/** The words of public texts, and how many prompts have each. */
export async function findSearchWords(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('search_vocabulary').select(['word', 'prompts']).execute();
  return new Map(rows.map(({ word, prompts }) => [word, prompts]));
}

/** The position of a result in a list that is grouped by category: its group, then the position inside it. */
export const groupedPositionSchema = positionSchema.extend({ group: z.number().int() });

export type GroupedPosition = z.infer<typeof groupedPositionSchema>;

/** Up to `count` of these prompts after a position, grouped by category. */
export async function sortGrouped(
  db: Db,
  ids: readonly string[],
  categoryIds: readonly string[],
  { sort, after, count }: { sort: LibrarySort; after: GroupedPosition | undefined; count: number },
): Promise<GroupedPosition[]> {
  const order = SORTS[sort];
  const group = sql`array_position(${categoryIds}::text[], s.category_id)`;
  const isLater: RawBuilder<unknown> = after
    ? sql`and (${group} > ${after.group} or (${group} = ${after.group} and ${isAfter(order, after)}))`
    : sql``;
  const { rows } = await sql<GroupedPosition>`
    select ${group} as "group", ${order.key}::text as key, s.featured as "isFeatured", s.title_key as title, s.prompt_id as id
    from prompt_stats s where s.prompt_id = any(${ids}::text[]) and s.is_listed ${isLater}
    order by 1, ${order.key}, ${TIE_BREAKERS} limit ${count}`.execute(db);
  return rows;
}

/** The numbers in the index of the prompts of a source that includes `prompt_stats s`. */
export async function findNumbersOf(db: Db, source: RawBuilder<unknown>): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ number: number }>`
    select d.number from ${source} join search_prompts d on d.prompt_id = s.prompt_id where s.is_listed`.execute(
    db,
  );
  return new Set(rows.map(({ number }) => number));
}
