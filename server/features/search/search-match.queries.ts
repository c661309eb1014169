import { type RawBuilder, sql } from 'kysely';
import { TIERS } from '#contract/tiers.ts';
import { hasExclusion, partsOf, type SearchText } from './search-text.ts';

type Sql = RawBuilder<unknown>;

const HIGHEST_RANK = TIERS.length - 1;

/** As the documents are made (search-index.queries): "fitness" is not "fit", and "business" is not "busy". */
function keepNess(words: string): string {
  return words.replace(/(?<=\p{L}{2})ness(?!\p{L})/giu, 'nessq');
}

/**
 * The text as a tsquery. English words by their stems; the last one also as the beginning of a word. A text of
 * nothing but stop words ("how to") is searched word by word instead. `websearch_to_tsquery` takes any text;
 * only a single word of letters and digits reaches `to_tsquery`.
 */
function tsquery(text: SearchText): Sql {
  const { earlier, last, beginning, whole } = partsOf(text);
  const english = (words: string) => sql`websearch_to_tsquery('promptarium_english', ${keepNess(words)})`;
  const pieces: Sql[] = [];
  if (last !== '') pieces.push(english(last));
  if (beginning !== '') {
    pieces.push(sql`(${english(beginning)} || to_tsquery('promptarium_plain', ${`${beginning}:*`}))`);
  }
  const wanted = sql`(${pieces.length > 0 ? sql.join(pieces, sql` && `) : english('')})`;
  const stems = earlier === '' ? wanted : sql`(${english(earlier)} || ${wanted})`;
  return sql`(select case when numnode(stems) > 0 then stems
    else websearch_to_tsquery('promptarium_plain', ${whole}) end from (select ${stems} as stems) made)`;
}

/**
 * The head of a statement's `with` list: `asked` holds the words, and what the indexes are asked for: the words
 * in titles and in texts that a grant opens, in texts the viewer may read, and in the public part of the others.
 * Kept in a materialised list so that the planner does not know the words: it then always takes the index,
 * where a frequent word would make it read, and unpack, every document of the table.
 * @param categoryId narrows the indexes to this category, by its marks (search-index.queries)
 */
export function asked(text: SearchText, { rank, tierRank }: Narrowing, categoryId?: string): Sql {
  const ranks = TIERS.map((_, tier) => tier).filter((tier) => tierRank === undefined || tier === tierRank);
  const narrowed = (among: readonly number[]) => {
    if (categoryId === undefined) return hasExclusion(text) ? sql`words && ${ANY_DOCUMENT}` : sql`words`;
    return sql`words && ${among.map((tier) => `' ${categoryId}${tier}'`).join(' | ')}::tsquery`;
  };
  const readable = ranks.filter((tier) => tier <= rank);
  const others = ranks.filter((tier) => tier > rank);
  return sql`asked as materialized (
    select words, ${narrowed(ranks)} as titles, ${readable.length > 0 ? narrowed(readable) : NOTHING} as readable,
      ${others.length > 0 ? narrowed(others) : NOTHING} as others
    from (select ${tsquery(text)} as words) q)`;
}

const ANY_DOCUMENT = sql`${"' '"}::tsquery`;
/** A mark that no document has. */
const NOTHING = sql`${"'  '"}::tsquery`;

const WORDS = sql`(select words from asked)`;
const TITLES = sql`(select titles from asked)`;
const READABLE = sql`(select readable from asked)`;
const OTHERS = sql`(select others from asked)`;

/** Which texts a viewer may read: only there does content count as a match. */
export interface Reach {
  /** The highest tier they reach. */
  rank: number;
  /** Prompts above it that a grant opens to them. Few: every one was paid for by itself. */
  granted: readonly string[];
}

/** What narrows a search besides its words. */
export interface Narrowing extends Reach {
  topicIds: readonly string[] | undefined;
  tierRank: number | undefined;
}

function narrowed(table: string, { topicIds, tierRank }: Narrowing): Sql {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const topic = topicIds === undefined ? sql`` : sql`and ${column('topic_id')} = any(${topicIds}::text[])`;
  const tier = tierRank === undefined ? sql`` : sql`and ${column('tier_rank')} = ${tierRank}`;
  return sql`${topic} ${tier}`;
}

/** The same for `prompt_stats s`, when there are no words. */
export const narrowedStats = (narrowing: Narrowing) => narrowed('s', narrowing);

const isGranted = (granted: readonly string[]) => sql`d.prompt_id = any(${granted}::text[])`;

/**
 * The rule of what matches (DECISIONS 15), for one row of `prompt_search d`. A text the viewer may not read is
 * not looked at, so neither a hit nor a miss, nor an exclusion, tells anything of it.
 */
export function isMatch({ rank, granted }: Reach): Sql {
  const opened = granted.length > 0 ? sql`or ${isGranted(granted)}` : sql``;
  return sql`case when d.tier_rank <= ${rank} ${opened} then d.full_document @@ ${WORDS} else d.public_document @@ ${WORDS} end`;
}

/**
 * How well a row of `prompt_search d` that matches fits the words, the best lowest: as often and as prominently as they
 * stand in what the viewer may read of it, the text above their tier again not looked at. Rounded, so that a place in
 * the list can be written down.
 */
export function fitOf({ rank, granted }: Pick<Narrowing, 'rank' | 'granted'>): Sql {
  const isOpen =
    granted.length === 0
      ? sql`d.tier_rank <= ${rank}`
      : sql`(d.tier_rank <= ${rank} or ${isGranted(granted)})`;
  const document = sql`case when ${isOpen} then d.full_document else d.public_document end`;
  // 1: divided by the logarithm of the length, or a long text would win by repeating itself.
  return sql`(-round(ts_rank(${document}, ${WORDS}, 1)::numeric, 4))`;
}

/**
 * Matching rows from the indexes, by the same rule: one part of the library by content, the other without. What a grant
 * opens is asked by itself, so that all others find their rows as fast as ever.
 */
export function matches(columns: Sql, narrowing: Narrowing, condition: Sql = sql``): Sql {
  const part = (tiers: Sql, isFound: Sql) => sql`
    select ${columns} from prompt_search d where ${isFound} and ${tiers} ${narrowed('d', narrowing)} ${condition}`;
  const { rank, granted } = narrowing;
  const readable = part(sql`d.tier_rank <= ${rank}`, sql`d.full_document @@ ${READABLE}`);
  if (rank >= HIGHEST_RANK) return readable;
  const above = sql`d.tier_rank > ${rank}`;
  if (granted.length === 0)
    return sql`${readable} union all ${part(above, sql`d.public_document @@ ${OTHERS}`)}`;
  const opened = part(sql`${above} and ${isGranted(granted)}`, sql`d.full_document @@ ${TITLES}`);
  const others = part(sql`${above} and not (${isGranted(granted)})`, sql`d.public_document @@ ${OTHERS}`);
  return sql`${readable} union all ${opened} union all ${others}`;
}

/** True for a row of `prompt_search d` whose title alone answers the search. */
export const isTitleHit = sql`d.title_document @@ ${WORDS}`;

/** Matching rows whose title alone answers. Without an exclusion the title's hit is a hit of the whole. */
export function titleMatches(columns: Sql, text: SearchText, narrowing: Narrowing): Sql {
  const whole = hasExclusion(text) ? sql`and ${isMatch(narrowing)}` : sql``;
  return sql`
    select ${columns} from prompt_search d
    where d.title_document @@ ${TITLES} ${narrowed('d', narrowing)} ${whole}`;
}

/** Whether the prompt's title alone answers, asked for one that is known to match. */
export const titleHitOf = (id: Sql) =>
  sql`(select ${isTitleHit} from prompt_search d where d.prompt_id = ${id})`;

/** Which part of the matches: hits in titles, the others, or all. */
export type Part = 'titles' | 'others' | 'all';

/** True for a row of `prompt_stats s` that matches, found by its own document: for rows already at hand. */
export function rowMatches(narrowing: Narrowing, part: Part): Sql {
  const title = { titles: sql`${isTitleHit} and`, others: sql`not ${isTitleHit} and`, all: sql`` }[part];
  return sql`(select ${title} ${isMatch(narrowing)} from prompt_search d where d.prompt_id = s.prompt_id)`;
}
