import { type RawBuilder, sql } from 'kysely';
import type { TextQuery } from './search.terms.ts';

type Sql = RawBuilder<unknown>;

/** How well a word is matched by where it stands: title, keywords and names, summary and description, content. */
const FIELD_SCORES = { title: 1, keyword: 0.8, public: 0.35, content: 0.05 };
/** The words as typed, not by their stem or a synonym. */
const TYPED_SCORES = { title: 0.5, keyword: 0.4 };
const PHRASE_SCORES = { title: 0.8, keyword: 0.6, public: 0.15 };
/** The whole text is one of the prompt's keywords. */
const KEYWORD_SCORE = 0.1;
/** The name of its topic or category says the whole text. */
const NAME_SCORE = 0.5;
const POPULARITY_SCORE = 0.1;
/** Below it the words stand in the content alone, scattered over hundreds of others: no better than a partial match. */
export const WEAK_SCORE = 0.3;

/** Where a match was found: all of its words by what everybody may read, or by the content, or some of its words only. */
export type MatchKind = 'public' | 'content' | 'partial';

/**
 * By where each word stands at its best, the phrase, the keywords, the names and the popularity: public documents only.
 * Most matches are by the summary or the description alone: one look at the keywords, which include the title, tells.
 */
export function scoreOf({ terms, keyword, topicIds }: TextQuery, kind: MatchKind): Sql {
  const scored = terms.filter(({ isExcluded }) => !isExcluded);
  const isOneBranch = terms.every(({ branch }) => branch === 0);
  const isKeyword = sql`case when ${keyword}::text = any(d.keywords) then ${lit(KEYWORD_SCORE)} else 0 end`;
  // A keyword that is the whole text has this word, too. Asked there, because most matches have it elsewhere.
  const first = Math.max(
    0,
    scored.findIndex(({ weight }) => weight > 0),
  );
  const words = scored.map(({ position, isOptional }, index) => {
    const of = (column: Sql) => sql`(select ${column} from term where position = ${sql.lit(position)})`;
    const [query, typed, weight] = [of(sql`query`), of(sql`typed_query`), of(sql`weight`)];
    // What the match is known by already is not read again: every document costs.
    const isKnown =
      isOneBranch && !isOptional && (kind === 'public' || (kind === 'content' && scored.length === 1));
    const elsewhere = isKnown
      ? lit(FIELD_SCORES[kind === 'public' ? 'public' : 'content'])
      : sql`case when d.public_document @@ ${query} then ${lit(FIELD_SCORES.public)}
          else ${lit(kind === 'partial' ? 0 : FIELD_SCORES.content)} end`;
    if (isKnown && kind === 'content') return sql`${weight} * ${elsewhere}`;
    return sql`case when not d.keyword_document @@ ${query} then ${weight} * ${elsewhere} else ${weight} * (
        case when d.title_document @@ ${query} then ${lit(FIELD_SCORES.title)} else ${lit(FIELD_SCORES.keyword)} end
        + case when not d.keyword_document @@ ${typed} then 0
          when d.title_document @@ ${typed} then ${lit(TYPED_SCORES.title)} else ${lit(TYPED_SCORES.keyword)} end
      ) ${index === first ? sql`+ ${isKeyword}` : sql``} end`;
  });
  return sql`${sql.join([sql`0`, ...words], sql` + `)}
    + case when d.topic_id = any(${topicIds}::text[]) then ${lit(NAME_SCORE)} else 0 end
    + d.popularity * ${lit(POPULARITY_SCORE)}`;
}

/** With more matches than this the phrase is not looked for in summaries and descriptions, the longest documents. */
const PHRASE_MATCHES = 200;

/** What a match `s` gets for the words one after the other. */
export function phraseScoreOf({ phrase }: TextQuery): Sql {
  if (phrase === '') return sql`0`;
  const said = sql`(select phrase from query)`;
  return sql`case when s.keyword_document @@ ${said}
      then case when s.title_document @@ ${said} then ${lit(PHRASE_SCORES.title)} else ${lit(PHRASE_SCORES.keyword)} end
    when (select count(*) from matches) <= ${lit(PHRASE_MATCHES)} and s.public_document @@ ${said}
      then ${lit(PHRASE_SCORES.public)} else 0 end`;
}

/**
 * `topic_scores`: which part of what all matches tell stands in each topic. What a text is about is where its best matches
 * are (Liu and Croft 2004, cluster-based retrieval), hence the third power. Whole numbers, so that no order of the rows
 * changes the sum.
 */
export const TOPIC_SCORES = sql`topic_scores as materialized (
    select topic_id, sum(cube) / nullif(sum(sum(cube)) over (), 0) as share
    from (select topic_id, (score * score * score * 10000)::integer as cube from matches) cubes group by topic_id
  )`;

/** Of one word less: a prompt with the word in its title comes before those of the topic that is most about it. */
const TOPIC_SHARE = { word: 0.15, words: 1 };

/** What a match with topic scores `t` gets for its topic. */
export const topicScoreOf = ({ phrase }: TextQuery): Sql =>
  sql`coalesce(t.share, 0) * ${lit(phrase === '' ? TOPIC_SHARE.word : TOPIC_SHARE.words)}`;

const lit = (value: number) => sql.lit(value);
