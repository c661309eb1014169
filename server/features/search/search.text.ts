import { stemmer } from 'stemmer';

/** A search text taken apart; what the database is asked is built of these pieces alone, never of the raw text. */
export interface SearchText {
  terms: readonly Term[];
}

export interface Term {
  /** One word, or the words of a quoted phrase: letters, digits and the marks inside names. */
  words: readonly string[];
  isPhrase: boolean;
  isExcluded: boolean;
  /** `or` stood before it. */
  isAlternative: boolean;
  /** A hyphen joined it to the word before. */
  isHyphenated: boolean;
}

/** Lower case without accents, as texts are indexed. */
export function foldText(text: string): string {
  // Nearly every text is plain ASCII: nothing to strip there.
  const plain = /[^\s\x20-\x7e]/.test(text) ? text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '') : text;
  return plain.toLowerCase();
}

/** Takes the syntax people know: "phrases", -excluded words, `or`. Everything else separates words. */
export function parseSearchText(text: string): SearchText {
  const terms: Term[] = [];
  let isAlternative = false;
  for (const [, minus, phrase, plain] of foldText(text).matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/gu)) {
    const isPhrase = phrase !== undefined;
    const raw = phrase ?? plain ?? '';
    if (!isPhrase && !minus && raw.toLowerCase() === 'or') {
      isAlternative = terms.length > 0;
      continue;
    }
    const words = tokenize(raw);
    if (words.length === 0) continue;
    const shared = { isExcluded: minus === '-', isAlternative, isHyphenated: false };
    // An excluded compound ("-time-blocking") excludes the phrase; a wanted one asks for its words.
    if (isPhrase || shared.isExcluded) terms.push({ ...shared, words, isPhrase: words.length > 1 });
    else
      terms.push(
        ...words.map((word, index) => ({
          words: [word],
          isPhrase: false,
          isExcluded: false,
          isAlternative: isAlternative && index === 0,
          isHyphenated: index > 0 && raw.includes(`${words[index - 1]}-${word}`),
        })),
      );
    isAlternative = false;
  }
  return { terms };
}

/** Letters and digits, without what an apostrophe joins to a word. */
export function tokenize(folded: string): string[] {
  return folded.replace(/(?<=\p{L})['’]\p{L}{1,2}(?![\p{L}\p{N}])/gu, '').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** The text again in its plainest form: equal searches get equal words. */
export function writeTerms(terms: readonly Term[]): string {
  return terms
    .map((term, index) => {
      const words = term.isPhrase ? `"${term.words.join(' ')}"` : (term.words[0] ?? '');
      return `${index > 0 && term.isAlternative ? 'or ' : ''}${term.isExcluded ? '-' : ''}${words}`;
    })
    .join(' ');
}

/** The words a result should show, each once, in the order asked for. */
export function wantedWords({ terms }: SearchText): string[] {
  return [...new Set(terms.filter((term) => !term.isExcluded).flatMap((term) => term.words))];
}

/** The same text with other words in place of some. */
export function replaceWords({ terms }: SearchText, replacements: ReadonlyMap<string, string>): SearchText {
  return {
    terms: terms.map((term) =>
      term.isExcluded ? term : { ...term, words: term.words.map((word) => replacements.get(word) ?? word) },
    ),
  };
}

/**
 * Lower case without accents, character for character: an index into the folded text is the same index into the
 * original. Composed letters only; text whose length changes in lower case keeps its case.
 */
export function foldKeepingLength(text: string): string {
  const lower = text.toLowerCase();
  const kept = lower.length === text.length ? lower : text;
  // Nearly every text is plain ASCII: nothing to strip there.
  return /[^\x20-\x7e\s]/.test(kept) ? kept.replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, plainLetter) : kept;
}

function plainLetter(letter: string): string {
  return letter.normalize('NFD').charAt(0).toLowerCase();
}

/** English words that are there for grammar. */
const STOP_WORDS = new Set(
  `a about above after again against all am an and any are as at be because been before being below between both but by
  can did do does doing don down during each few for from further had has have having he her here hers herself him
  himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only or other
  our ours ourselves out over own s same she should so some such t than that the their theirs them themselves then there
  these they this those through to too under until up very was we were what when where which while who whom why will
  with you your yours yourself yourselves`.split(/\s+/),
);

export const isStopWord = (word: string) => STOP_WORDS.has(word);

const stems = new Map<string, string>();

/** What the forms of a word have in common. "fitness" is not "fit", and "business" not "busy". */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = /..ness(es)?$/.test(word) ? word.replace(/es$/, '') : stemmer(word);
  // Whatever people type must not fill the memory.
  if (stems.size >= MAX_STEMS) stems.clear();
  stems.set(word, stem);
  return stem;
}

const MAX_STEMS = 50_000;
