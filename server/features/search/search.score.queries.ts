import { type RawBuilder, sql } from 'kysely';
import type { TextQuery } from './search.terms.ts';

type Sql = RawBuilder<unknown>;

/** How well a word is matched by where it stands: title, keywords and names, summary and description, content. */
const FIELD_SCORES = { title: 1, keyword: 0.8, public: 0.35, content: 0.1 };
/** The words as typed, not by their stem or a synonym. */
const TYPED_SCORES = { title: 0.5, keyword: 0.4 };
const PHRASE_SCORES = { title: 0.5, keyword: 0.4, public: 0.15 };
/** The whole text is one of the prompt's keywords. */
const KEYWORD_SCORE = 0.2;
/** The name of its topic or category says the whole text. */
const NAME_SCORE = 0.5;
const POPULARITY_SCORE = 0.1;
/** Below it the words stand in the content alone, scattered over hundreds of others: no better than a partial match. */
export const WEAK_SCORE = 0.25;

/** Where a match was found: all of its words by what everybody may read, or by the content, or some of its words only. */
export type MatchKind = 'public' | 'content' | 'partial';

/** By where each word stands at its best, the phrase, the keywords, the names and the popularity: public documents only. */
export function scoreOf({ terms, phrase, keyword, topicIds }: TextQuery, kind: MatchKind): Sql {
  const lit = (value: number) => sql.lit(value);
  const scored = terms.filter(({ isExcluded }) => !isExcluded);
  const isOneBranch = terms.every(({ branch }) => branch === 0);
  const words = scored.map(({ position, isOptional }) => {
    const of = (column: Sql) => sql`(select ${column} from term where position = ${sql.lit(position)})`;
    // What the match is known by already is not read again: every document costs.
    const isKnown = isOneBranch && !isOptional;
    if (isKnown && kind === 'content' && scored.length === 1)
      return sql`${of(sql`weight`)} * ${lit(FIELD_SCORES.content)}`;
    const [query, typed] = [of(sql`query`), of(sql`typed_query`)];
    const elsewhere =
      isKnown && kind === 'public'
        ? lit(FIELD_SCORES.public)
        : sql`case when d.public_document @@ ${query} then ${lit(FIELD_SCORES.public)}
            else ${lit(kind === 'partial' ? 0 : FIELD_SCORES.content)} end`;
    // Most matches are by the summary or the description alone: one look at the keywords, which include the title, says so.
    return sql`${of(sql`weight`)} * case when not d.keyword_document @@ ${query} then ${elsewhere} else
        case when d.title_document @@ ${query} then ${lit(FIELD_SCORES.title)} else ${lit(FIELD_SCORES.keyword)} end
        + case when not d.keyword_document @@ ${typed} then 0
          when d.title_document @@ ${typed} then ${lit(TYPED_SCORES.title)} else ${lit(TYPED_SCORES.keyword)} end
      end`;
  });
  const said = sql`(select phrase from query)`;
  const phraseScore =
    phrase === ''
      ? sql`0`
      : sql`case when d.title_document @@ ${said} then ${lit(PHRASE_SCORES.title)}
          when d.keyword_document @@ ${said} then ${lit(PHRASE_SCORES.keyword)}
          when d.public_document @@ ${said} then ${lit(PHRASE_SCORES.public)} else 0 end`;
  return sql`${sql.join([sql`0`, ...words, phraseScore], sql` + `)}
    + case when ${keyword}::text = any(d.keywords) then ${lit(KEYWORD_SCORE)} else 0 end
    + case when d.topic_id = any(${topicIds}::text[]) then ${lit(NAME_SCORE)} else 0 end
    + d.popularity * ${lit(POPULARITY_SCORE)}`;
}
