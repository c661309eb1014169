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

/** Lower case without accents, as texts are indexed (search.index.queries). */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
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
    const words = wordsOf(raw);
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

function wordsOf(text: string): string[] {
  return text
    .replace(/['’]\p{L}{1,2}(?![\p{L}\p{N}])/gu, '')
    .split(/[^\p{L}\p{N}\p{M}.@_]+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, ''))
    .filter((word) => word !== '');
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
export function fold(text: string): string {
  const lower = text.toLowerCase();
  const kept = lower.length === text.length ? lower : text;
  // Nearly every text is plain ASCII: nothing to strip there.
  return /[^\x20-\x7e\s]/.test(kept) ? kept.replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, plainLetter) : kept;
}

function plainLetter(letter: string): string {
  return letter.normalize('NFD').charAt(0).toLowerCase();
}
