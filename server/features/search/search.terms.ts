import { stemmer } from 'stemmer';
import type { Catalog } from '../catalog/catalog.public.ts';
import { SYNONYM_WORDS, spellingsOf, synonymsOf } from './search.synonyms.ts';
import { fold, type SearchText, type Term, wantedWords, writeTerms } from './search.text.ts';
import type { Vocabulary } from './search.vocabulary.ts';

/** What the database is asked for one word or phrase of a text: search.queries turns it into a tsquery. */
export interface QueryTerm {
  /** Among the terms of its text, from 0. */
  position: number;
  /** Terms of one branch must all match; branches are alternatives (`or`). */
  branch: number;
  /** For `websearch_to_tsquery`, in stems: the words as typed, then what means the same. */
  stems: string;
  /** The same in plain words, for phrases of stop words, which have no stems. Empty when there are none. */
  plain: string;
  /** The words as typed alone, in plain words. */
  typed: string;
  /** Letters and digits that a half-typed word begins with; empty when the word is whole. */
  beginning: string;
  /** For `websearch_to_tsquery`, in stems: the words of the term before the half-typed one, which a match has too. */
  before: string;
  /** How much a match tells; those of all terms that must match add up to 1. */
  weight: number;
  isExcluded: boolean;
  /** Says little ("ideas", "help"): a match is better with it, but it is one without. */
  isOptional: boolean;
  /** All words that a match may show, for marking them. */
  words: readonly string[];
}

/** What a text is understood by; the same until the library changes. */
export interface SearchWords {
  vocabulary: Vocabulary;
  topicNames: readonly TopicName[];
}

export interface TextQuery {
  terms: readonly QueryTerm[];
  /** The words one after the other, for `websearch_to_tsquery`: a text that says them so is a better match. Empty for one. */
  phrase: string;
  /** The text as a keyword would say it. */
  keyword: string;
  /** Topics whose own or category's name says the whole text. */
  topicIds: readonly string[];
}

/** From this length on, a last word that the library does not know is also matched as the beginning of a word. */
const BEGINNING_CHARACTERS = 3;

/** As many as decide a search; a longer text is a sentence, whose first words say what it is about. */
const MAX_TERMS = 12;

/** Words of a request to an assistant, of any prompt, or of any sentence: what stop lists longer than PostgreSQL's have. */
const FILLERS = new Set(
  `actually again ai also always another anybody anyone anything app around away best better can cannot
  chatgpt come could create easy either else enough even ever every everybody everyone everything example examples
  far fast feel feeling feels find free generate generator get gets getting give gives giving go
  goes going good got gpt great help idea ideas keep keeps kept know let like little
  llm lot lots made make maker makes making many may maybe might much must my need
  never nobody none nothing often one please prompt prompts quick really say says see several shall
  should show simple since somebody someone something sometimes soon still such sure take takes taking tell
  template templates thing things tip tips today told too tool toward towards try upon us use
  using usually want way ways whether without would write`.split(/\s+/),
);

/** PostgreSQL's own English stop words: they have no stem. */
const STOP_WORDS = new Set(
  `a about above after again against all am an and any are as at be because been before being below between both but by
  can did do does doing don down during each few for from further had has have having he her here hers herself him
  himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only or other
  our ours ourselves out over own s same she should so some such t than that the their theirs them themselves then there
  these they this those through to too under until up very was we were what when where which while who whom why will
  with you your yours yourself yourselves`.split(/\s+/),
);

const isStopWord = (word: string) => STOP_WORDS.has(word);

/** Stop words that are also half of a compound: "set up", "over time". The others are only beside a word: "me at". */
const PARTICLES = new Set('after before down in off on out over through under up'.split(' '));

/**
 * The terms of a text with the synonyms, spellings and compounds of its words.
 * @param isExact asks for the words as they are: no synonyms, spellings or beginnings
 */
function makeTerms(whole: SearchText, vocabulary: Vocabulary, isExact: boolean): QueryTerm[] {
  const text = shorten(whole);
  const terms: Omit<QueryTerm, 'position'>[] = [];
  let branch = 0;
  const lastWord = text.terms.at(-1)?.words.at(-1) ?? '';
  const wanted = wantedWords(text);
  const isOnlyStopWords = wanted.length > 0 && wanted.every(isStopWord);
  for (let at = 0; at < text.terms.length; ) {
    const term = text.terms[at] as Term;
    if (term.isAlternative) branch += 1;
    const isPlain = !term.isPhrase && !term.isExcluded;
    const made =
      isPlain && !isExact
        ? widest(text.terms, at, vocabulary)
        : { length: 1, alternatives: [quote(term.words)], words: term.words };
    const isLast = at + made.length === text.terms.length;
    terms.push({
      branch,
      ...(isOnlyStopWords && made.length === 1 && !term.isExcluded
        ? { stems: '', plain: quote(term.words) }
        : writeAlternatives(made.alternatives)),
      typed: made.alternatives[0] ?? '',
      beginning:
        isLast && isPlain && !isExact && (isOnlyStopWords || !vocabulary.has(lastWord))
          ? beginningOf(lastWord, isOnlyStopWords)
          : '',
      before: protectNess(
        text.terms
          .slice(at, at + made.length - 1)
          .flatMap(({ words }) => words)
          .join(' '),
      ),
      weight: weightOf(text.terms.slice(at, at + made.length), vocabulary),
      isExcluded: term.isExcluded,
      isOptional: isPlain && made.length === 1 && FILLERS.has(term.words[0] ?? ''),
      words: made.words,
    });
    at += made.length;
  }
  return balance(terms);
}

/** Whether words may be one word written apart: by a hyphen, as the whole text, or none of them there for grammar alone. */
function isWrittenApart(terms: readonly Term[], at: number, words: readonly string[]): boolean {
  return (
    terms.slice(at + 1, at + words.length).every(({ isHyphenated }) => isHyphenated) ||
    (words.every(isStopWord)
      ? terms.length === words.length
      : words.every((word) => !isStopWord(word) || PARTICLES.has(word)))
  );
}

/** Words to leave out always count. */
function shorten({ terms }: SearchText): SearchText {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded).slice(0, MAX_TERMS);
  return { terms: terms.filter((term) => term.isExcluded || wanted.includes(term)) };
}

interface Widened {
  /** How many terms of the text it stands for. */
  length: number;
  /** For `websearch_to_tsquery`. */
  alternatives: string[];
  words: string[];
}

/** The longest run of words from here on that has synonyms, or is one word written apart; at least the first word. */
function widest(terms: readonly Term[], at: number, vocabulary: Vocabulary): Widened {
  const run: string[] = [];
  for (const term of terms.slice(at, at + SYNONYM_WORDS)) {
    if (term.isPhrase || term.isExcluded || (run.length > 0 && term.isAlternative)) break;
    run.push(term.words[0] ?? '');
  }
  for (let length = run.length; length > 1; length--) {
    const words = run.slice(0, length);
    const joined = words.join('');
    const isCompound = vocabulary.has(joined) && isWrittenApart(terms, at, words);
    const others = [...(synonymsOf(words) ?? []), ...(isCompound ? [joined] : [])];
    // Of stop words alone only the phrase is left: "to do" without "todo" says nothing.
    const typed = words.every(isStopWord) ? quote(words) : words.join(' ');
    if (others.length > 0) return widened(typed, words, others);
  }
  const word = run[0] ?? '';
  // "at" has the stem of "ate".
  if (isStopWord(word)) return widened(word, [word], []);
  const split = vocabulary.has(word) ? undefined : vocabulary.split(word);
  const parts = split ? [split.join(' ')] : [];
  return widened(word, [word], [...(synonymsOf([word]) ?? []), ...spellingsOf(word), ...parts]);
}

function widened(typed: string, run: readonly string[], others: readonly string[]): Widened {
  const members = others.map((other) => other.split(/[\s-]+/));
  return {
    length: run.length,
    alternatives: [typed, ...members.map(quote)],
    words: [...run, ...members.flat()].filter((word) => !isStopWord(word)),
  };
}

const quote = (words: readonly string[]) => `"${words.join(' ')}"`;

/**
 * A synonym with a stop word ("to do list") is looked for in plain words: in stems only "list" would be left of it. So is a
 * phrase typed of nothing but stop words.
 */
function writeAlternatives([typed = '', ...others]: readonly string[]): { stems: string; plain: string } {
  const wordsIn = (alternative: string) => alternative.replaceAll('"', '').split(' ');
  const hasStopWord = (other: string) => wordsIn(other).some(isStopWord);
  const isTypedPlain = typed.startsWith('"') && wordsIn(typed).every(isStopWord);
  const stems = [...(isTypedPlain ? [] : [typed]), ...others.filter((other) => !hasStopWord(other))];
  const plain = [...(isTypedPlain ? [typed] : []), ...others.filter(hasStopWord)];
  return { stems: protectNess(stems.join(' or ')), plain: plain.join(' or ') };
}

/** As the documents are made (search.index.queries): "fitness" is not "fit", and "business" is not "busy". */
function protectNess(words: string): string {
  return words.replace(/(?<=\p{L}{2})ness(es)?(?!\p{L})/giu, 'nessq');
}

/** A stop word at the end is more likely whole: "things to talk about". */
function beginningOf(word: string, isOnlyStopWords: boolean): string {
  if (word.length < BEGINNING_CHARACTERS || (isStopWord(word) && !isOnlyStopWords)) return '';
  return /^[\p{L}\p{N}]+$/u.test(word) ? word : '';
}

function weightOf(terms: readonly Term[], vocabulary: Vocabulary): number {
  const all = terms.flatMap((term) => term.words);
  // "to do" tells as much as "todo".
  const isCompound = terms.length > 1 && all.every(isStopWord);
  const words = isCompound ? [all.join('')] : all.filter((word) => !isStopWord(word));
  return words.reduce((sum, word) => sum + vocabulary.weightOf(word), 0);
}

/** Fillers are optional beside other words only; weights become shares. */
function balance(terms: readonly Omit<QueryTerm, 'position'>[]): QueryTerm[] {
  const isNeeded = (term: (typeof terms)[number]) => !term.isOptional && !term.isExcluded && term.weight > 0;
  const hasNeeded = terms.some(isNeeded);
  const sum = terms.reduce((total, term) => total + (isNeeded(term) || !hasNeeded ? term.weight : 0), 0);
  return terms.map((term, position) => ({
    ...term,
    position,
    weight: sum > 0 ? term.weight / sum / (term.isOptional && hasNeeded ? 4 : 1) : 0,
    isOptional: term.isOptional && hasNeeded,
  }));
}

/** A text as the database is asked for it. */
export function makeTextQuery(
  text: SearchText,
  { words, isExact }: { words: SearchWords; isExact: boolean },
): TextQuery {
  const wanted = text.terms.filter((term) => !term.isExcluded);
  const terms = makeTerms(text, words.vocabulary, isExact);
  return {
    terms,
    topicIds: topicsNamed(words.topicNames, terms),
    phrase: wanted.length > 1 ? protectNess(quote(wanted.flatMap(({ words }) => words))) : '',
    keyword: writeTerms(wanted).replaceAll('"', ''),
  };
}

/** The stems of a topic's name and its category's. */
export interface TopicName {
  id: string;
  stems: ReadonlySet<string>;
}

export function topicNamesOf({ topics, categories }: Catalog): TopicName[] {
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  return topics.map(({ id, name, categoryId }) => ({
    id,
    stems: stemsOf(fold(`${name} ${names.get(categoryId) ?? ''}`).split(/[^a-z0-9]+/)),
  }));
}

function topicsNamed(topicNames: readonly TopicName[], terms: readonly QueryTerm[]): string[] {
  const needed = terms.filter((term) => !term.isOptional && !term.isExcluded && term.weight > 0);
  if (needed.length === 0) return [];
  const wanted = needed.map(({ words }) => [...stemsOf(words)]);
  return topicNames
    .filter(({ stems }) => wanted.every((words) => words.some((word) => stems.has(word))))
    .map(({ id }) => id);
}

const stemsOf = (words: readonly string[]) => new Set(words.map((word) => stemmer(word)));
