import type { Catalog } from '../catalog/catalog.public.ts';
import { SYNONYM_WORDS, spellingsOf, synonymsOf } from './search.synonyms.ts';
import {
  foldText,
  isStopWord,
  type SearchText,
  stemOf,
  type Term,
  tokenize,
  wantedWords,
} from './search.text.ts';
import type { Vocabulary } from './search.vocabulary.ts';

/** A word to be looked up: as it is and in its other forms in public texts, by its stem in contents. */
export interface QueryWord {
  word: string;
  forms: readonly string[];
  /** And, with a `*`, what contents have that begins so, where it is half-typed. */
  stems: readonly string[];
}

/** Words that a match has all of; of a phrase one behind the other. */
export interface Alternative {
  words: readonly QueryWord[];
  isPhrase: boolean;
  /** Not a synonym or another spelling. */
  isTyped: boolean;
}

/** A word or phrase of a text, and what means the same. */
export interface QueryTerm {
  /** Terms of one branch must all match; branches are alternatives (`or`). */
  branch: number;
  alternatives: readonly Alternative[];
  /** How much a match tells; those of all terms that must match add up to 1. */
  weight: number;
  isExcluded: boolean;
  /** Says little ("ideas", "help"): a match is better with it, but it is one without. */
  isOptional: boolean;
  /** All words that a match may show, and synonyms of several words, for marking them. */
  words: readonly string[];
  phrases: readonly (readonly string[])[];
}

export interface TextQuery {
  terms: readonly QueryTerm[];
  /** The words one after the other: a text that says them so is a better match. Empty for one. */
  phrase: readonly QueryWord[];
  /** Topics whose own or category's name says the whole text. */
  topicIds: readonly string[];
}

/** From this length on, a last word that the library does not know is also matched as the beginning of a word. */
const MIN_PREFIX_CHARACTERS = 3;

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
  mean means using usually want way ways whether without would write`.split(/\s+/),
);

/** The same in several words. */
const FILLER_PHRASES = new Set([
  'all the time',
  'as possible',
  'at the moment',
  'every day',
  'every month',
  'every time',
  'every week',
  'right now',
  'step by step',
]);

/** Stop words that are also half of a compound: "set up", "over time". The others are only beside a word: "me at". */
const PARTICLES = new Set('after before down in off on out over through under up'.split(' '));

/**
 * A text as it is looked up: its words and phrases with their synonyms, spellings and compounds.
 * @param isExact asks for the words as they are: no synonyms, spellings or beginnings
 */
export function makeTextQuery(
  whole: SearchText,
  {
    vocabulary,
    topicNames,
    isExact,
  }: { vocabulary: Vocabulary; topicNames: readonly TopicName[]; isExact: boolean },
): TextQuery {
  const text = limitTerms(whole);
  const words = wantedWords(text);
  const isOnlyStopWords = words.length > 0 && words.every(isStopWord);
  const queryTerms: QueryTerm[] = [];
  let branch = 0;
  for (let index = 0; index < text.terms.length; ) {
    const term = text.terms[index] as Term;
    if (term.isAlternative) branch += 1;
    const isPlain = !term.isPhrase && !term.isExcluded;
    const { run, others } =
      isPlain && !isExact ? longestRun(text.terms, index, vocabulary) : { run: term.words, others: [] };
    index += isPlain ? run.length : 1;
    const isHalfTyped = isPlain && !isExact && index === text.terms.length;
    const typed = typedWords(run, { isPhrase: term.isPhrase, isHalfTyped, isOnlyStopWords }, vocabulary);
    if (typed.words.length === 0) continue;
    const synonyms = others.map((other) => tokenize(foldText(other)));
    queryTerms.push({
      branch,
      alternatives: [
        typed,
        ...synonyms.map((synonym) => ({
          words: synonym.map((word) => lookUp(word, vocabulary)),
          isPhrase: synonym.length > 1,
          isTyped: false,
        })),
      ],
      weight: weightOf(run, vocabulary),
      isExcluded: term.isExcluded,
      isOptional: isPlain && (FILLERS.has(run.join(' ')) || FILLER_PHRASES.has(run.join(' '))),
      words: [...run, ...synonyms.filter(({ length }) => length === 1).flat()].filter(
        (word) => isOnlyStopWords || !isStopWord(word),
      ),
      phrases: synonyms.filter(({ length }) => length > 1),
    });
  }
  const terms = balance(queryTerms);
  const typed = text.terms.filter((term) => !term.isExcluded).flatMap((term) => term.words);
  return {
    terms,
    phrase: typed.length > 1 ? typed.map((word) => lookUpSpellings(word, vocabulary)) : [],
    topicIds: topicsNamed(topicNames, terms),
  };
}

function lookUp(word: string, vocabulary: Vocabulary, prefix = ''): QueryWord {
  const completions = prefix === '' ? [] : vocabulary.withPrefix(prefix);
  const forms = new Set([...vocabulary.formsOf(word), ...completions]);
  forms.delete(word);
  return { word, forms: [...forms], stems: [stemOf(word), ...(prefix === '' ? [] : [`${prefix}*`])] };
}

/** With its British or American spelling, as titles may have it. */
function lookUpSpellings(word: string, vocabulary: Vocabulary): QueryWord {
  const found = lookUp(word, vocabulary);
  const others = spellingsOf(word).flatMap((other) => [other, ...vocabulary.formsOf(other)]);
  return { ...found, forms: [...new Set([...found.forms, ...others])] };
}

/** What was typed, without words that are there for grammar: those count in phrases, and where there is nothing else. */
function typedWords(
  run: readonly string[],
  {
    isPhrase,
    isHalfTyped,
    isOnlyStopWords,
  }: { isPhrase: boolean; isHalfTyped: boolean; isOnlyStopWords: boolean },
  vocabulary: Vocabulary,
): Alternative {
  const isVerbatim = isPhrase || (run.length > 1 && run.some(isStopWord));
  const words = isVerbatim || isOnlyStopWords ? run : run.filter((word) => !isStopWord(word));
  const last = run.at(-1) ?? '';
  const isKnown = vocabulary.has(last) && !isOnlyStopWords;
  const prefix = isHalfTyped && !isVerbatim && !isKnown && last.length >= MIN_PREFIX_CHARACTERS ? last : '';
  return {
    words: words.map((word, index) =>
      lookUp(word, vocabulary, word === last && index === words.length - 1 ? prefix : ''),
    ),
    isPhrase: isVerbatim,
    isTyped: true,
  };
}

/** Whether words may be one word written apart: by a hyphen, as the whole text, or none of them there for grammar alone. */
function isWrittenApart(terms: readonly Term[], start: number, words: readonly string[]): boolean {
  return (
    terms.slice(start + 1, start + words.length).every(({ isHyphenated }) => isHyphenated) ||
    (words.every(isStopWord)
      ? terms.length === words.length
      : words.every((word) => !isStopWord(word) || PARTICLES.has(word)))
  );
}

/** Words to leave out always count. */
function limitTerms({ terms }: SearchText): SearchText {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded).slice(0, MAX_TERMS);
  return { terms: terms.filter((term) => term.isExcluded || wanted.includes(term)) };
}

/** The longest run of words from here on that has synonyms, or is one word written apart; at least the first word. */
function longestRun(
  terms: readonly Term[],
  start: number,
  vocabulary: Vocabulary,
): { run: string[]; others: string[] } {
  const words: string[] = [];
  for (const term of terms.slice(start, start + SYNONYM_WORDS)) {
    if (term.isPhrase || term.isExcluded || (words.length > 0 && term.isAlternative)) break;
    words.push(term.words[0] ?? '');
  }
  for (let length = words.length; length > 1; length--) {
    const run = words.slice(0, length);
    if (FILLER_PHRASES.has(run.join(' '))) return { run, others: [] };
    const joined = run.join('');
    const isCompound = vocabulary.has(joined) && isWrittenApart(terms, start, run);
    const others = [...(synonymsOf(run) ?? []), ...(isCompound ? [joined] : [])];
    if (others.length > 0) return { run, others };
  }
  const [word = ''] = words;
  // "at" has the stem of "ate".
  if (isStopWord(word)) return { run: [word], others: [] };
  const split = vocabulary.has(word) ? undefined : vocabulary.split(word);
  const parts = split ? [split.join(' ')] : [];
  return { run: [word], others: [...(synonymsOf([word]) ?? []), ...spellingsOf(word), ...parts] };
}

function weightOf(run: readonly string[], vocabulary: Vocabulary): number {
  // "to do" tells as much as "todo".
  const words =
    run.length > 1 && run.every(isStopWord) ? [run.join('')] : run.filter((word) => !isStopWord(word));
  return words.reduce((sum, word) => sum + vocabulary.weightOf(word), 0);
}

/** Fillers are optional beside other words only; weights become shares. */
function balance(terms: readonly QueryTerm[]): QueryTerm[] {
  const needed = terms.filter((term) => !term.isOptional && !term.isExcluded);
  const counted = needed.length > 0 ? needed : terms;
  const sum = counted.reduce((total, { weight }) => total + weight, 0);
  return terms.map((term) => {
    const isOptional = term.isOptional && needed.length > 0;
    return { ...term, isOptional, weight: sum > 0 ? term.weight / sum / (isOptional ? 4 : 1) : 0 };
  });
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
    stems: stemsOf(tokenize(foldText(`${name} ${names.get(categoryId) ?? ''}`))),
  }));
}

function topicsNamed(topicNames: readonly TopicName[], terms: readonly QueryTerm[]): string[] {
  const needed = terms.filter((term) => !term.isOptional && !term.isExcluded);
  if (needed.length === 0) return [];
  // All words of one alternative: "Meetings" does not say "meeting notes".
  const wanted = needed.map(({ alternatives }) =>
    alternatives.map(({ words }) => [...stemsOf(words.map(({ word }) => word))]),
  );
  return topicNames
    .filter(({ stems }) =>
      wanted.every((ways) => ways.some((words) => words.every((word) => stems.has(word)))),
    )
    .map(({ id }) => id);
}

const stemsOf = (words: readonly string[]) => new Set(words.map(stemOf));
