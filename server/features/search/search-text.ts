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
}

/** From this length on, the last word is also matched as the beginning of a word. */
const PREFIX_CHARACTERS = 3;

/** Takes the syntax people know: "phrases", -excluded words, `or`. Everything else separates words. */
export function parseSearchText(text: string): SearchText {
  const terms: Term[] = [];
  let isAlternative = false;
  for (const [, minus, phrase, plain] of text.normalize('NFC').matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/gu)) {
    const isPhrase = phrase !== undefined;
    const raw = phrase ?? plain ?? '';
    if (!isPhrase && !minus && raw.toLowerCase() === 'or') {
      isAlternative = terms.length > 0;
      continue;
    }
    const words = wordsOf(raw);
    if (words.length === 0) continue;
    const shared = { isExcluded: minus === '-', isAlternative };
    // An excluded compound ("-time-blocking") excludes the phrase; a wanted one asks for its words.
    if (isPhrase || shared.isExcluded) terms.push({ ...shared, words, isPhrase: words.length > 1 });
    else
      terms.push(
        ...words.map((word, index) => ({ ...wantedWord(word), isAlternative: isAlternative && index === 0 })),
      );
    isAlternative = false;
  }
  return { terms };
}

function wantedWord(word: string): Term {
  return { words: [word], isPhrase: false, isExcluded: false, isAlternative: false };
}

function wordsOf(text: string): string[] {
  return text
    .replace(/['’]\p{L}{1,2}(?![\p{L}\p{N}])/gu, '')
    .split(/[^\p{L}\p{N}\p{M}.@_]+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, ''))
    .filter((word) => word !== '');
}

/** Pieces for the database: `or`-parts before the last one, the last part, and its half-typed last word. */
export interface TextParts {
  /** For websearch_to_tsquery; empty when there is none. */
  earlier: string;
  last: string;
  /** Letters and digits only; empty when the last word is no candidate for a beginning. */
  beginning: string;
  whole: string;
}

export function partsOf({ terms }: SearchText): TextParts {
  const lastStart = terms.findLastIndex((term) => term.isAlternative);
  const earlier = lastStart > 0 ? terms.slice(0, lastStart) : [];
  const last = lastStart > 0 ? terms.slice(lastStart) : terms;
  const final = terms.at(-1);
  const word = final && !final.isPhrase && !final.isExcluded ? (final.words[0] ?? '') : '';
  const isBeginning = word.length >= PREFIX_CHARACTERS && /^[\p{L}\p{N}]+$/u.test(word);
  return {
    earlier: writeTerms(earlier),
    last: writeTerms(isBeginning ? last.slice(0, -1) : last),
    beginning: isBeginning ? word : '',
    whole: writeTerms(terms),
  };
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

export function hasExclusion({ terms }: SearchText): boolean {
  return terms.some((term) => term.isExcluded);
}

/** The same text with other words in place of some. */
export function replaceWords({ terms }: SearchText, replacements: ReadonlyMap<string, string>): SearchText {
  return {
    terms: terms.map((term) =>
      term.isExcluded ? term : { ...term, words: term.words.map((word) => replacements.get(word) ?? word) },
    ),
  };
}
